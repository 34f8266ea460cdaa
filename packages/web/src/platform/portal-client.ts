import { type Client, createClient, type SessionStore } from '@forecourt/core';
import { sessionEnd } from './session-end.ts';

/** A client of the service that this portal was served by; the sign-in page says why its session ended (AUTH-11). */
export const portalClient = (store: SessionStore): Client =>
  createClient({
    baseUrl: `${location.origin}/api/v1`,
    store,
    onSessionEnded: (_operation, error) => sessionEnd.note(error.message),
  });
