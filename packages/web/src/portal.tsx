import { useState } from 'react';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom';
import { NOT_FOUND, routes } from './routes.tsx';

/** Is there a screen at this path? */
export const isRoute = (pathname: string): boolean =>
  matchRoutes(routes, pathname)?.at(-1)?.route.id !== NOT_FOUND;

/** All that needs a session: the shell and its screens. */
export function PortalApp() {
  const [router] = useState(() => createBrowserRouter(routes));
  return <RouterProvider router={router} />;
}
