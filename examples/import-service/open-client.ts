import { type Client, type Credentials, createClient, memoryStore, signIn } from '@forecourt/core';

/** Returns a signed-in client with the rights of its account. */
export async function openClient(baseUrl: string, credentials: Credentials): Promise<Client> {
  const client = createClient({ baseUrl, store: memoryStore() });
  await signIn(client, credentials);
  return client;
}
