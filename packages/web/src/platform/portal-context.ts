import type { BrandConfig, Client, SessionState } from '@forecourt/core';
import { createContext, use, useSyncExternalStore } from 'react';

export interface Portal {
  readonly client: Client;
  readonly brand: BrandConfig;
}

export const PortalContext = createContext<Portal | undefined>(undefined);

export function usePortal(): Portal {
  const portal = use(PortalContext);
  if (!portal) throw new Error('usePortal needs a PortalContext above it.');
  return portal;
}

export function useSession(): SessionState | undefined {
  const { session } = usePortal().client;
  return useSyncExternalStore(session.subscribe, () => session.current);
}
