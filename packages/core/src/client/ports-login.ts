import type { LoginPorts } from '../workflows/login/login.types.ts';
import type { Client } from './client.ts';
import { loadAccess } from './load-access.ts';
import { authenticate } from './sign-in.ts';

/** Ports for signing in. */
export const loginPorts = (client: Client): LoginPorts => ({
  signIn: (credentials, signal) => authenticate(client, credentials, signal),
  loadAccess: (signal) => loadAccess(client, signal),
});
