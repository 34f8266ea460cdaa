import type { LoginPorts } from '../workflows/login/login.types.ts';
import type { Client } from './client.ts';
import { loadAccess } from './load-access.ts';
import { authenticate } from './sign-in.ts';

/**
 * Returns the ports for signing in.
 *
 * @param client whose session and connection are used
 */
export const loginPorts = (client: Client): LoginPorts => ({
  signIn: (credentials, signal) => authenticate(client, credentials, signal),
  loadAccess: (signal) => loadAccess(client, signal),
});
