import { useState } from 'react';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom';
import { eraOf, markEntry, shunForeignEntries } from './platform/era.ts';
import { usePortal } from './platform/portal-context.ts';
import { NOT_FOUND, routes } from './routes.tsx';

/** Is there a screen at this path? */
export const isRoute = (pathname: string): boolean =>
  matchRoutes(routes, pathname)?.at(-1)?.route.id !== NOT_FOUND;

/** A router whose history shows nothing that another user or account had open. */
function startRouter(era: string) {
  shunForeignEntries(era, (to) => void router.navigate(to, { replace: true }));
  const router = createBrowserRouter(routes);
  markEntry(era);
  router.subscribe(() => markEntry(era));
  return router;
}

/** All that needs a session: the shell and its screens. */
export function PortalApp() {
  const { session } = usePortal().client;
  const [router] = useState(() => startRouter(eraOf(session.current)));
  return <RouterProvider router={router} />;
}
