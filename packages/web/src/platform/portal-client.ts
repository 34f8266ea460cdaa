import { type Client, createClient, type SessionStore } from '@forecourt/core';
import { sessionEnd } from './session-end.ts';

/**
 * The client for the service that served this portal; it records why a session ended, for the
 * sign-in page (AUTH-11).
 */
export const portalClient = (store: SessionStore): Client =>
  createClient({
    baseUrl: `${location.origin}/api/v1`,
    store,
    onSessionEnded: (_operation, error) => sessionEnd.note(error.message),
  });
