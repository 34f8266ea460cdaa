import { type Client, createClient, type SessionStore } from '@forecourt/core';

/** A client of the service that this portal was served by. */
export const portalClient = (store: SessionStore): Client =>
  createClient({ baseUrl: `${location.origin}/api/v1`, store });
