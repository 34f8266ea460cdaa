import { type Client, createClient, type SessionStore } from '@forecourt/core';
import { sessionEnd } from './session-end.ts';

/** How far the service's clock was ahead of this computer's at its last answer, in ms. */
export const serviceClock = { ahead: 0 };

/**
 * The client for the service that served this portal; it records why a session ended, for the
 * sign-in page (AUTH-11).
 */
export const portalClient = (store: SessionStore): Client =>
  createClient({
    baseUrl: `${location.origin}/api/v1`,
    store,
    now: () => new Date(Date.now() + serviceClock.ahead),
    fetch: async (...call) => {
      const answer = await fetch(...call);
      const at = Date.parse(answer.headers.get('date') ?? '');
      serviceClock.ahead = at - Date.now() || serviceClock.ahead;
      return answer;
    },
    onSessionEnded: (_operation, error) => sessionEnd.note(error.message),
  });
