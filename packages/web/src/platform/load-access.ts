import type { Client, SessionState } from '@forecourt/core';

/** Core's `loadAccess`, brought when it is needed: the sign-in page waits for no schema. */
export async function loadAccess(client: Client, signal?: AbortSignal): Promise<SessionState> {
  const core = await import('./schemas.ts');
  return core.loadAccess(client, signal);
}
