import {
  type Client,
  type Credentials,
  createClient,
  loadAccess,
  memoryStore,
  signIn,
} from '@forecourt/core';

/** Returns a signed-in client with the rights of its account loaded. */
export async function openClient(baseUrl: string, credentials: Credentials): Promise<Client> {
  const client = createClient({ baseUrl, store: memoryStore() });
  await signIn(client, credentials);
  await loadAccess(client);
  return client;
}
