import type { Client, SessionState } from '@forecourt/core';

/** Core's `loadAccess`, imported on demand, so that the sign-in page loads no schemas. */
export async function loadAccess(client: Client, signal?: AbortSignal): Promise<SessionState> {
  const core = await import('./schemas.ts');
  return core.loadAccess(client, signal);
}
