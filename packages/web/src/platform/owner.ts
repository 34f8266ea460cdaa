import type { SessionState } from '@forecourt/core';

/** The owner of a session: the user and the account in use. Browser storage is keyed by it. */
export const ownerOf = (session: Partial<SessionState> | undefined): string | undefined =>
  session?.user && [session.user.id, session.actingFor?.id].filter(Boolean).join('/');
