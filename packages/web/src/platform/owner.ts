import type { SessionState } from '@forecourt/core';

/** Whose a session is: the user, and the account acted for. What is kept in the browser goes by it. */
export const ownerOf = (session: Partial<SessionState> | undefined): string | undefined =>
  session?.user && [session.user.id, session.actingFor?.id].filter(Boolean).join('/');
