import { createClient } from '../client/client.ts';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport, type FakeRoute } from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, signedInState } from '../testing/fixtures.ts';

/** Wires the complete client to scripted responses; nothing between machine and network is replaced. */
export function wired(routes: readonly FakeRoute[], session = signedInState()) {
  const transport = createFakeTransport(routes);
  const store = memoryStore();
  store.save(session);
  const client = createClient({
    ...{ baseUrl: FAKE_BASE_URL, fetch: transport.fetch, store, retry: { limit: 0 } },
  });
  const called = () => transport.calls.map(({ method, path }) => `${method} ${path}`);
  return { client, transport, called };
}

/** Saves files in memory, completely or not at all. */
export function keeper() {
  const files: Record<string, Uint8Array<ArrayBuffer>> = {};
  const keep = async (download: {
    fileName: string | undefined;
    body: ReadableStream<Uint8Array>;
  }) => {
    const bytes = new Uint8Array(await new Response(download.body as BodyInit).arrayBuffer());
    const name = download.fileName ?? '';
    files[name] = bytes;
    return { name, location: `/out/${name}`, bytes: bytes.length };
  };
  return { files, keep };
}
