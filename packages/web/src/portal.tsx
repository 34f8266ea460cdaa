import { useLayoutEffect, useState } from 'react';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom';
import { hideForeignEntries, historyOwnerOf, markEntry } from './platform/history-owner.ts';
import { usePortal } from './platform/portal-context.ts';
import { NOT_FOUND, routes } from './routes.tsx';

/** Whether the portal has a screen at this path. */
export const isRoute = (pathname: string): boolean =>
  matchRoutes(routes, pathname)?.at(-1)?.route.id !== NOT_FOUND;

/** Creates a router that never shows history entries of another user or account. */
function startRouter(historyOwner: string) {
  const stopHiding = hideForeignEntries(
    historyOwner,
    (to) => void router.navigate(to, { replace: true }),
  );
  const router = createBrowserRouter(routes);
  markEntry(historyOwner);
  router.subscribe(() => markEntry(historyOwner));
  const stop = () => {
    stopHiding();
    router.dispose();
  };
  return { router, stop };
}

type Router = ReturnType<typeof createBrowserRouter>;

/** A router for as long as this is mounted: one of a former session must not react to later navigation. */
function useRouter(): Router | undefined {
  const { session } = usePortal().client;
  const [router, setRouter] = useState<Router>();
  // Not created while rendering, because a discarded render would leave a listening router behind.
  useLayoutEffect(() => {
    const started = startRouter(historyOwnerOf(session.current));
    setRouter(started.router);
    return started.stop;
  }, [session]);
  return router;
}

/** Everything that needs a session: the shell and its screens. */
export function PortalApp() {
  const router = useRouter();
  return router && <RouterProvider router={router} />;
}
