import { useLayoutEffect, useState } from 'react';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom';
import { historyOwnerOf, markEntry, shunForeignEntries } from './platform/history-owner.ts';
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

type Router = ReturnType<typeof createBrowserRouter>;

/** A router as long as it is shown: one of a former session must not hear of the next one's history. */
function useRouter(): Router | undefined {
  const { session } = usePortal().client;
  const [router, setRouter] = useState<Router>();
  // Not made while rendering: what React renders and throws away would go on listening.
  useLayoutEffect(() => {
    const started = startRouter(historyOwnerOf(session.current));
    setRouter(started.router);
    return started.stop;
  }, [session]);
  return router;
}

/** All that needs a session: the shell and its screens. */
export function PortalApp() {
  const router = useRouter();
  return router && <RouterProvider router={router} />;
}
