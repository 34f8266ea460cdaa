import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Actor } from '../src/audit/audit.ts';
import type { Account } from '../src/auth/account.ts';
import { openStore } from '../src/db/engine.ts';
import { claimImport } from '../src/imports/import-record.ts';
import { runImport } from '../src/imports/run-import.ts';
import { stageRows } from '../src/imports/staged-rows.ts';
import { StagingProgress } from '../src/imports/staging-progress.ts';
import type { Services } from '../src/services.ts';
import type { ReadingTask } from '../src/threads/reading.ts';
import { keptData } from './database.ts';
import { essoFile, essoLine } from './esso-file.ts';
import { IN_TESTS, NOW, openSandbox } from './helpers.ts';

const ROWS = 600;
const READ_AT_FIRST = 300;

const folder = mkdtempSync(join(tmpdir(), 'forecourt-slow-'));
afterAll(() => rmSync(folder, { recursive: true }));
const kept = await keptData({ ...IN_TESTS, seed: 'empty' });
await (await openSandbox({ ...kept, seed: 'empty' })).close();
const store = await openStore(kept);
afterAll(() => store.close());
const begun = Promise.withResolvers<void>();
const write = store.write.bind(store);
store.write = (work, options) =>
  write((tx) => {
    if (options?.turn === 'imports') begun.resolve();
    return work(tx);
  }, options);
const account = { userId: 1, email: 'ops@forecourt.test', companyId: null, actingAs: null };

const changeByOthers = () =>
  store.write((tx) =>
    tx.insertInto('service_secrets').values({ name: 'other', value: 'changed' }).execute(),
  );

/** Reads as the thread does, but once the entry has begun, goes on only when others could make a change. */
async function readSlowly({ file, options, progress, to }: ReadingTask & { of: 'transactions' }) {
  const named = { path: file.path, name: file.fileName };
  const whole = `${to}.whole`;
  const declared = () => undefined;
  const read = new StagingProgress();
  await stageRows(named, { ...options, declared }, whole, read);
  const lines = readFileSync(whole, 'utf8').split('\n');
  const last = lines.pop() ?? '';
  const given = new StagingProgress(progress);
  const give = async (rows: readonly string[]) => {
    const text = rows.map((row) => `${row}\n`).join('');
    await appendFile(to, text);
    given.advance(Buffer.byteLength(text), rows.length);
  };
  await give(lines.slice(0, READ_AT_FIRST));
  await begun.promise;
  await changeByOthers();
  await give(lines.slice(READ_AT_FIRST));
  await appendFile(to, last);
  given.end('done');
}

it('TXN-13 lets others make changes while a file is read slowly, and enters it once', async () => {
  const path = join(folder, 'slow.xls');
  const lines = Array.from({ length: ROWS }, (_, index) => essoLine({ number: `8${index}` }));
  writeFileSync(path, essoFile(lines));
  const upload = { path, fileName: 'slow.xls', sha256: 'a', fields: [], remove: async () => {} };
  const services = { store, now: () => NOW, reading: { read: readSlowly } } as unknown as Services;
  const request = { key: 'slow', provider: 'ESSO', upload };
  const record = await claimImport(services, account as Account, request);
  const actor = { account, requestId: '', address: '', at: NOW, claim: undefined } as object;
  const done = await runImport(services, actor as Actor, record, upload);
  expect(done).toMatchObject({ state: 'done', imported: ROWS, duplicates: 0, rejected: 0 });
  const { count } = await store.read
    .selectFrom('transactions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(ROWS);
});
