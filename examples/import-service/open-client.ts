import {
  type Client,
  type Credentials,
  createClient,
  loadAccess,
  memoryStore,
  signIn,
} from '@forecourt/core';

/** A client that is signed in, and knows what its account may do. */
export async function openClient(baseUrl: string, credentials: Credentials): Promise<Client> {
  const client = createClient({ baseUrl, store: memoryStore() });
  await signIn(client, credentials);
  await loadAccess(client);
  return client;
}
