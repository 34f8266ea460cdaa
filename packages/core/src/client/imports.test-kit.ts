import type { Download } from '../http/http.types.ts';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport, type FakeRoute } from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, signedInState } from '../testing/fixtures.ts';
import type { ImportRecord } from '../workflows/import/import.types.ts';
import { type ClientOptions, createClient } from './client.ts';

export const file = { name: 'ESSO week 3.xlsx', blob: new Blob(['content']) };
export const key = 'k'.repeat(64);
export const SEND = 'POST import_transactions';
export const FIND = 'GET imports';

/** Returns a client whose service answers with these routes. */
export function service(routes: readonly FakeRoute[], options: Partial<ClientOptions> = {}) {
  const transport = createFakeTransport(routes);
  const client = createClient({
    baseUrl: FAKE_BASE_URL,
    fetch: transport.fetch,
    store: memoryStore(signedInState()),
    sleep: async () => undefined,
    ...options,
  });
  return { client, transport };
}

export const headers = {
  'content-type': 'text/csv',
  'content-disposition': 'attachment; filename="result.csv"',
  'x-import-id': '5',
  'x-import-imported': '97',
  'x-import-duplicates': '2',
  'x-import-rejected': '1',
};
/** A result of 404 bytes: a heading and the 100 rows that the headers count. */
export const taken = { body: `a,b\n${'1,2\n'.repeat(100)}`, headers };
export const wire = {
  id: 5,
  key,
  provider: 'ESSO',
  file_name: 'ESSO week 3.xlsx',
  sha256: 'ab',
  state: 'done',
  imported: 97,
  duplicates: '2',
  rejected: null,
};
export const record: ImportRecord = {
  id: '5',
  key,
  provider: 'ESSO',
  fileName: 'ESSO week 3.xlsx',
  sha256: 'ab',
  state: 'done',
  imported: 97,
  duplicates: 2,
  rejected: 0,
};

export const keep = async (download: Download) => ({
  name: download.fileName ?? '',
  location: '',
  bytes: (await new Response(download.body).arrayBuffer()).byteLength,
});
