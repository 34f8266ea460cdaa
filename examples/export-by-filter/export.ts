// Exports all rows that match a filter, streamed to disk: node export.ts txn_company::haul 2026-11-01 2026-11-18 november.csv
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import {
  createClient,
  exportRows,
  memoryStore,
  parseFilterText,
  signIn,
  transactions,
  typedQuery,
} from '@forecourt/core';

const [filter = '', from = '', to = '', out = 'transactions.csv'] = process.argv.slice(2);
const {
  FORECOURT_BASE_URL: baseUrl = 'http://127.0.0.1:4300/api/v1',
  FORECOURT_EMAIL: email = 'viewer@northhaul.test',
  FORECOURT_PASSWORD: password = '',
} = process.env;

const asked = parseFilterText(filter);
if (!asked) throw new Error(`A filter reads field:value or field::value, not ${filter}`);
const { issues, query } = typedQuery(transactions.list, { filters: [asked] });
if (issues.length > 0) throw new Error(issues.join(' '));

const client = createClient({ baseUrl, store: memoryStore() });
await signIn(client, { email, password });
const download = await exportRows(client, transactions, { filters: query.filters ?? [], from, to });

// The file gets its name once it is complete, so nobody reads a partial file.
const draft = `${out}.part`;
try {
  const body = Readable.fromWeb(download.body as ReadableStream);
  await pipeline(body, createWriteStream(draft));
  await rename(draft, out);
  console.log(`${out} written`);
} catch (error) {
  await rm(draft, { force: true });
  throw error;
}
