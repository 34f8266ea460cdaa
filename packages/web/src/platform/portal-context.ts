/**
 * What screens share: client, session and brand. This folder adapts the browser to core's ports
 * (storage, history, downloads, workers) and holds what outlives a screen. Components belong
 * elsewhere.
 */
import type { BrandConfig, Client, Session, SessionState } from '@forecourt/core';
import { createContext, use, useSyncExternalStore } from 'react';

/** The session as screens see it. */
interface ShownSession {
  readonly subscribe: (listener: () => void) => () => void;
  readonly current: () => SessionState | undefined;
}

/**
 * Delays the end of a session by a moment: the refused call first reaches its workflow, so a kept
 * draft is known not to have been sent (AUTH-09).
 */
export function showSession(session: Session): ShownSession {
  let shown = session.current;
  const listeners = new Set<() => void>();
  const show = () => {
    shown = session.current;
    for (const listener of [...listeners]) listener();
  };
  session.subscribe((next) => {
    if (next) show();
    else setTimeout(show);
  });
  return {
    current: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export interface Portal {
  readonly client: Client;
  readonly shown: ShownSession;
  readonly brand: BrandConfig;
}

export const PortalContext = createContext<Portal | undefined>(undefined);

export function usePortal(): Portal {
  const portal = use(PortalContext);
  if (!portal) throw new Error('usePortal needs a PortalContext above it.');
  return portal;
}

export function useSession(): SessionState | undefined {
  const { shown } = usePortal();
  return useSyncExternalStore(shown.subscribe, shown.current);
}
