import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { askedRoute } from './platform/asked-route.ts';
import { historyOwnerOf } from './platform/history-owner.ts';
import { loadAccess } from './platform/load-access.ts';
import { usePortal, useSession } from './platform/portal-context.ts';
import { sessionEnd } from './platform/session-end.ts';
import { Login } from './screens/login/Login.tsx';
import { ErrorPanel } from './shell/ErrorPanel.tsx';
import { NotFound } from './shell/NotFound.tsx';

const loadPortal = () => import('./portal.tsx');
const PortalApp = lazy(async () => ({ default: (await loadPortal()).PortalApp }));

const here = () => location.pathname + location.search + location.hash;

/**
 * Without a session every private route leads to the login at `/` and is remembered (SHELL-06). An
 * unknown route shows 'not found', signed in or not (SHELL-04).
 */
function useEntrance(): 'looking' | 'login' | 'unknown' {
  const [found, setFound] = useState<'looking' | 'login' | 'unknown'>(() =>
    location.pathname === '/' ? 'login' : 'looking',
  );
  useEffect(() => {
    if (found !== 'looking') return;
    let left = false;
    void loadPortal().then(({ isRoute }) => {
      if (left) return;
      if (!isRoute(location.pathname)) return setFound('unknown');
      askedRoute.keep(here());
      history.replaceState(null, '', '/');
      setFound('login');
    });
    return () => {
      left = true;
    };
  }, [found]);
  return found;
}

function Entrance({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const entrance = useEntrance();
  if (entrance === 'unknown') return <NotFound />;
  if (entrance === 'looking') return null;
  return <Login onSignedIn={onSignedIn} onIntent={() => void loadPortal()} />;
}

interface AccessGateProps {
  /** The login has just loaded the rights. */
  readonly fresh: boolean;
}

/** Shows the portal once the rights are known: a cookie may exist without stored menu access. */
function AccessGate({ fresh }: AccessGateProps) {
  const { client } = usePortal();
  const session = useSession();
  const [fault, setFault] = useState<unknown>();
  const load = useCallback(() => {
    setFault(undefined);
    loadAccess(client).catch(setFault);
  }, [client]);
  // Reloads rights on each start, because they change; the stored ones apply in the meantime.
  useEffect(() => {
    if (!fresh) load();
  }, [fresh, load]);
  if (session?.access) return <PortalApp />;
  if (fault === undefined) return <p className="page quiet">Loading …</p>;
  const detail = fault instanceof Error ? fault.message : undefined;
  return (
    <main className="page">
      <ErrorPanel detail={detail} onRetry={load} />
    </main>
  );
}

/** Shows the login or the portal, depending on the session. */
export function Root() {
  const { client } = usePortal();
  const session = useSession();
  // Signing in stores the authorization first; the portal waits for the login to finish (AUTH-04).
  const [signedIn, setSignedIn] = useState<'no' | 'before' | 'now'>(session ? 'before' : 'no');
  const onSignedIn = useCallback(() => {
    const asked = askedRoute.take(historyOwnerOf(client.session.current));
    sessionEnd.forget();
    if (asked) history.replaceState(null, '', asked);
    setSignedIn('now');
  }, [client]);
  if (signedIn !== 'no' && session === undefined) setSignedIn('no');
  if (signedIn === 'no') return <Entrance onSignedIn={onSignedIn} />;
  return (
    <Suspense fallback={<p className="page quiet">Loading …</p>}>
      <AccessGate fresh={signedIn === 'now'} />
    </Suspense>
  );
}
