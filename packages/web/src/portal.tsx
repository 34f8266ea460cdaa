import { useEffect, useRef, useState } from 'react';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom';
import { eraOf, markEntry, shunForeignEntries } from './platform/era.ts';
import { usePortal } from './platform/portal-context.ts';
import { NOT_FOUND, routes } from './routes.tsx';

/** Is there a screen at this path? */
export const isRoute = (pathname: string): boolean =>
  matchRoutes(routes, pathname)?.at(-1)?.route.id !== NOT_FOUND;

/** A router whose history shows nothing that another user or account had open. */
function startRouter(era: string) {
  const unshun = shunForeignEntries(era, (to) => void router.navigate(to, { replace: true }));
  const router = createBrowserRouter(routes);
  markEntry(era);
  router.subscribe(() => markEntry(era));
  const stop = () => {
    unshun();
    router.dispose();
  };
  return { router, stop };
}

/** A router as long as it is shown: one of a former session must not hear of the next one's history. */
function useRouter() {
  const { session } = usePortal().client;
  const [{ router, stop }] = useState(() => startRouter(eraOf(session.current)));
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
      // A moment later: strict mode takes an effect away and puts it back at once.
      setTimeout(() => shown.current || stop());
    };
  }, [stop]);
  return router;
}

/** All that needs a session: the shell and its screens. */
export function PortalApp() {
  return <RouterProvider router={useRouter()} />;
}
