import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { goodFiles } from '../../provider-files/provider-files.ts';
import { openStore } from '../src/db/engine.ts';
import type { Sandbox } from '../src/index.ts';
import { keptData } from './database.ts';
import { essoFile, essoLine } from './esso-file.ts';
import {
  ADMIN,
  type Client,
  countsOf,
  fileForm,
  IN_TESTS,
  NOW,
  openSandbox,
  signIn,
} from './helpers.ts';

const EMPTY = { transactions: 0, invoices: 0 };
const small = { customers: 12, cards: 2_000, ...EMPTY };

async function fresh(): Promise<{ sandbox: Sandbox; admin: Client }> {
  const sandbox = await openSandbox({ demo: small });
  return { sandbox, admin: await signIn(sandbox, ADMIN) };
}

const send = (
  client: Client,
  bytes: Uint8Array,
  more: { key?: string; fields?: Record<string, string>; provider?: string; name?: string } = {},
) =>
  client.call(`import_transactions?provider=${more.provider ?? 'ESSO'}`, {
    body: fileForm(bytes, more.name ?? 'day.xls', more.fields),
    ...(more.key === undefined ? {} : { headers: { 'idempotency-key': more.key } }),
  });

const stored = async (client: Client): Promise<number> =>
  (await client.json('fuel-transaction/authcode?size=1')).metadata.total_count;

describe('TXN-04 import', async () => {
  const { admin } = await fresh();

  it.each(goodFiles('2026-11-19'))('enters a good file of $provider once', async (file) => {
    const more = { provider: file.provider, name: file.name };
    const first = await send(admin, file.bytes, more);
    expect(first.status).toBe(200);
    const counts = countsOf(first);
    expect(counts.imported).toBeGreaterThan(100);
    expect(counts).toMatchObject({ duplicates: 0, rejected: 0 });
    const lines = (await first.text()).trim().split('\r\n');
    expect(lines).toHaveLength(counts.imported + 1);
    expect(lines[0]).toMatch(/,import_status,import_message$/);
    expect(first.headers.get('content-disposition')).toMatch(/import-\d+-result\.csv/);

    const before = await stored(admin);
    const again = await send(admin, file.bytes, more);
    expect(countsOf(again)).toEqual({ imported: 0, duplicates: counts.imported, rejected: 0 });
    expect(await again.text()).toContain(',duplicate,Already stored by import');
    expect(await stored(admin)).toBe(before);
  });

  it('sets company, lines and amounts of imported rows', async () => {
    const page = await admin.json('fuel-transaction/authcode?size=50&filter=dtl_stn_prv:ON');
    const known = page.transactions.filter(
      (row: { txn_company: string }) => row.txn_company !== '',
    );
    expect(known.length).toBeGreaterThan(0);
    for (const row of known) {
      expect(row.txn_date).toMatch(/^2026-11-1\dT\d{2}:\d{2}:00$/);
      const cents = row.sub_transactions.map((line: { dtl_amt: number }) =>
        Math.round(line.dtl_amt * 100),
      );
      expect(cents.reduce((sum: number, value: number) => sum + value, 0)).toBe(
        Math.round(row.txn_amount * 100),
      );
    }
  });

  it('refuses what is no file of that provider, and enters nothing', async () => {
    const before = await stored(admin);
    const [esso] = goodFiles('2026-11-18');
    const wrong = await send(admin, esso?.bytes ?? new Uint8Array(), { provider: 'Comdata' });
    expect(wrong.status).toBe(422);
    expect((await wrong.json()).errors[0].pointer).toBe('/file');
    expect((await send(admin, new Uint8Array())).status).toBe(422);
    expect((await send(admin, new TextEncoder().encode('hello'))).status).toBe(422);
    expect((await send(admin, esso?.bytes ?? new Uint8Array(), { provider: 'Shell' })).status).toBe(
      400,
    );
    expect((await admin.call('import_transactions?provider=ESSO', { body: '{}' })).status).toBe(
      415,
    );
    const noFile = new FormData();
    noFile.append('other', 'x');
    const missing = await admin.call('import_transactions?provider=ESSO', { body: noFile });
    expect((await missing.json()).errors[0].pointer).toBe('/file');
    expect(await stored(admin)).toBe(before);
  });

  it('refuses a file that does not add up, whole', async () => {
    const before = await stored(admin);
    const answer = await send(admin, essoFile([essoLine({ number: '77' })], { total: '1.00' }));
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors[0].detail).toContain('FILE-TOTAL');
    expect(await stored(admin)).toBe(before);
  });

  it('enters nothing of a file of many rows that does not add up at its end, which are entered as they are read', async () => {
    const before = await stored(admin);
    const lines = Array.from({ length: 900 }, (_, index) => essoLine({ number: `7${index}` }));
    const wrong = await send(admin, essoFile(lines, { total: '1.00' }), { key: 'late-fault' });
    expect(wrong.status).toBe(422);
    expect((await wrong.json()).errors[0].detail).toContain('FILE-TOTAL');
    expect(await admin.json('imports?key=late-fault')).toMatchObject([
      { state: 'failed', imported: 0 },
    ]);
    expect(await stored(admin)).toBe(before);
    const right = await send(admin, essoFile(lines));
    expect(countsOf(right)).toEqual({ imported: 900, duplicates: 0, rejected: 0 });
  });

  it('lists rejected rows with their reason and enters the others', async () => {
    const answer = await send(
      admin,
      essoFile([essoLine({ number: '900001' }), essoLine({ number: '900002', product: 'ZZ' })]),
    );
    expect(countsOf(answer)).toEqual({ imported: 1, duplicates: 0, rejected: 1 });
    expect(await answer.text()).toMatch(/,rejected,.*TXN-PRODUCT/);
  });

  it('keeps rows of unknown cards, without a company and without the number in a message', async () => {
    const card = '7076859999999992';
    const answer = await send(admin, essoFile([essoLine({ number: '900100', card })]));
    expect(countsOf(answer).imported).toBe(1);
    expect(await answer.text()).toMatch(/imported,Card ending 9992 is not known/);
    // TXN-19
    expect(JSON.parse(answer.headers.get('x-import-totals') ?? '')).toMatchObject([
      { lines: 1, without_company_lines: 1 },
    ]);
    const page = await admin.json(`fuel-transaction/authcode?filter=card_number:${card}`);
    expect(page.transactions).toMatchObject([{ txn_company: '' }]);
  });
});

describe('TXN-13 exactly once', async () => {
  const bounded = { ...(await fresh()), file: essoFile([essoLine({ number: '8001' })]) };

  it('keeps twins, and merges overlapping files by the larger count', async () => {
    const { admin } = await fresh();
    const twin = () => essoLine({ number: '5001' });
    expect(countsOf(await send(admin, essoFile([twin(), twin()]))).imported).toBe(2);
    expect(await stored(admin)).toBe(2);
    const overlap = await send(
      admin,
      essoFile([twin(), twin(), twin(), essoLine({ number: '5002' })]),
    );
    expect(countsOf(overlap)).toEqual({ imported: 2, duplicates: 2, rejected: 0 });
    expect(countsOf(await send(admin, essoFile([twin()])))).toMatchObject({ duplicates: 1 });
    expect(await stored(admin)).toBe(4);
    const { transactions } = await admin.json('fuel-transaction/authcode?size=10');
    const codes = transactions.map((row: { authentication_id: string }) => row.authentication_id);
    expect(new Set(codes).size).toBe(4);
  });

  it('counts twins that are many rows apart, while the file is still read', async () => {
    const { admin } = await fresh();
    const twin = () => essoLine({ number: '5101' });
    const others = Array.from({ length: 700 }, (_, index) => essoLine({ number: `52${index}` }));
    const first = await send(admin, essoFile([twin(), ...others, twin()]));
    expect(countsOf(first)).toEqual({ imported: 702, duplicates: 0, rejected: 0 });
    const more = await send(admin, essoFile([twin(), ...others, twin(), twin()]));
    expect(countsOf(more)).toEqual({ imported: 1, duplicates: 702, rejected: 0 });
    const fewer = await send(admin, essoFile([...others, twin(), essoLine({ number: '5301' })]));
    expect(countsOf(fewer)).toEqual({ imported: 1, duplicates: 701, rejected: 0 });
    expect(await stored(admin)).toBe(704);
  });

  it('distinguishes a reversal from the purchase that it reverses', async () => {
    const { admin } = await fresh();
    await send(admin, essoFile([essoLine({ number: '6001' })]));
    const back = await send(admin, essoFile([essoLine({ number: '6001', sign: -1 })]));
    expect(countsOf(back)).toEqual({ imported: 1, duplicates: 0, rejected: 0 });
  });

  it('enters a file once when it is sent twice at the same time', async () => {
    const { admin } = await fresh();
    const [esso] = goodFiles('2026-11-19');
    const bytes = esso?.bytes ?? new Uint8Array();
    const answers = await Promise.all([send(admin, bytes), send(admin, bytes), send(admin, bytes)]);
    const counts = answers.map(countsOf);
    expect(counts.map(({ imported }) => imported).sort()).toEqual([0, 0, 240]);
    const once = await fresh();
    await send(once.admin, bytes);
    expect(await stored(admin)).toBe(await stored(once.admin));
  });

  it.each([
    [5_001, '4', 413, 'The form may have at most 5,000 fields beside the file.'],
    [1, 'x'.repeat(10_001), 413, 'A field of the form may have at most 10,000 bytes.'],
    [
      101,
      '4'.repeat(9_990),
      413,
      'The fields beside the file may have at most 1,000,000 bytes together.',
    ],
    [1_001, '4', 422, 'allow_repeat names at most 1,000 rows of a file.'],
    [1, '4,'.repeat(1_001), 422, 'allow_repeat names at most 1,000 rows of a file.'],
  ])(
    'WIRE-06 refuses an import with too much beside the file: %j fields',
    async (count, value, status, text) => {
      const form = fileForm(bounded.file, 'day.xls');
      for (let field = 0; field < count; field += 1) form.append('allow_repeat', value);
      const answer = await bounded.admin.call('import_transactions?provider=ESSO', { body: form });
      const { detail, errors } = await answer.json();
      expect([answer.status, errors?.[0].detail ?? detail]).toEqual([status, text]);
      expect(await stored(bounded.admin)).toBe(0);
    },
  );

  it('WIRE-06 takes an import with as much beside the file as may be', async () => {
    const form = fileForm(bounded.file, 'day.xls', { corrected_name: 'x'.repeat(10_000) });
    for (let field = 0; field < 1_000; field += 1) form.append('allow_repeat', `${field}`);
    for (let field = 0; field < 3_999; field += 1) form.append('accept', '');
    const answer = await bounded.admin.call('import_transactions?provider=ESSO', { body: form });
    expect(countsOf(answer)).toEqual({ imported: 1, duplicates: 0, rejected: 0 });
  });

  it('enters a row on purpose with allow_repeat, and the audit trail says so', async () => {
    const { admin } = await fresh();
    const file = essoFile([essoLine({ number: '7001' }), essoLine({ number: '7002' })]);
    await send(admin, file);
    const repeated = await send(admin, file, { fields: { allow_repeat: '4' } });
    expect(countsOf(repeated)).toEqual({ imported: 1, duplicates: 1, rejected: 0 });
    expect(await stored(admin)).toBe(3);
    const { content } = await admin.json('audit?filter=action::allow-repeat');
    expect(content).toMatchObject([{ actor: ADMIN, changes: { rows: [{ row: 4 }] } }]);
    expect(countsOf(await send(admin, file)).imported).toBe(0);
  });

  it('counts a rejected row among its equals: once corrected, it fills the gap', async () => {
    const { admin } = await fresh();
    const twin = () => essoLine({ number: '7101' });
    const wrong = essoLine({ number: '7101' });
    wrong[25] = 1;
    const file = essoFile([twin(), wrong, twin()]);
    expect(countsOf(await send(admin, file))).toEqual({ imported: 2, duplicates: 0, rejected: 1 });
    const mended = essoFile([twin()]);
    expect(countsOf(await send(admin, mended))).toMatchObject({ duplicates: 1 });
    const declared = { occurrence: 'Sheet1!3=2/3', original: 'a'.repeat(64) };
    const again = await send(admin, mended, { fields: declared });
    expect(countsOf(again)).toEqual({ imported: 1, duplicates: 0, rejected: 0 });
    expect(countsOf(await send(admin, mended, { fields: declared }))).toMatchObject({
      duplicates: 1,
    });
    expect(countsOf(await send(admin, essoFile([twin(), twin(), twin()]))).duplicates).toBe(3);
    const { content } = await admin.json('audit?filter=action:transactions.import&size=50');
    expect(content).toContainEqual(
      expect.objectContaining({
        changes: expect.objectContaining({ original: declared.original }),
      }),
    );
  });

  it('enters nothing into the gap of a row that the provider took back', async () => {
    const { admin } = await fresh();
    const twin = () => essoLine({ number: '7201' });
    const parted = () =>
      send(admin, essoFile([twin(), twin()]), { fields: { occurrence: 'Sheet1!4=3/2' } });
    const corrected = () => send(admin, essoFile([twin(), twin()]));
    await parted();
    expect(countsOf(await corrected())).toEqual({ imported: 0, duplicates: 2, rejected: 0 });
    expect(countsOf(await parted())).toEqual({ imported: 0, duplicates: 2, rejected: 0 });
    const other = await fresh();
    await send(other.admin, essoFile([twin(), twin()]));
    const late = await send(other.admin, essoFile([twin(), twin()]), {
      fields: { occurrence: 'Sheet1!4=3/2' },
    });
    expect(countsOf(late)).toEqual({ imported: 0, duplicates: 2, rejected: 0 });
  });

  it.each(['Sheet1!3', 'Sheet1!3=2', '3=1/1', 'Sheet1!3=1/0', 'Sheet1!3=0/1', 'Sheet1!3=1/1,'])(
    'refuses an occurrence that says nothing: %s',
    async (occurrence) => {
      const { admin } = await fresh();
      const file = essoFile([essoLine({ number: '7301' })]);
      const answer = await send(admin, file, { fields: { occurrence } });
      expect(answer.status).toBe(422);
      expect((await answer.json()).errors[0].pointer).toBe('/occurrence');
      expect(await stored(admin)).toBe(0);
    },
  );

  it('gives the first answer again for the same key and file, 422 for another', async () => {
    const { admin } = await fresh();
    const file = essoFile([
      essoLine({ number: '8001' }),
      essoLine({ number: '8002', product: 'ZZ' }),
    ]);
    const first = await send(admin, file, { key: 'night-1' });
    const again = await send(admin, file, { key: 'night-1' });
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
    expect(countsOf(again)).toEqual(countsOf(first));

    const other = await send(admin, essoFile([essoLine({ number: '8003' })]), { key: 'night-1' });
    expect(other.status).toBe(422);
    expect(await other.json()).not.toHaveProperty('errors');
    const fields = await send(admin, file, { key: 'night-1', fields: { allow_repeat: '3' } });
    expect(fields.status).toBe(422);

    expect(await admin.json('imports?key=night-1')).toMatchObject([
      { key: 'night-1', provider: 'ESSO', state: 'done', imported: 1, rejected: 1 },
    ]);
    expect(await admin.json('imports?key=none')).toEqual([]);
    expect((await admin.json('audit?filter=action:transactions.import')).totalRecords).toBe(1);
  });

  it('takes up a failed import under its key', async () => {
    const { admin } = await fresh();
    const bad = essoFile([essoLine({ number: '1' })], { total: '9.99' });
    expect((await send(admin, bad, { key: 'night-2' })).status).toBe(422);
    expect(await admin.json('imports?key=night-2')).toMatchObject([{ state: 'failed' }]);
    expect((await send(admin, bad, { key: 'night-2' })).status).toBe(422);
    expect(await admin.json('imports?key=night-2')).toHaveLength(1);
  });
});

describe('TXN-13 a server that died', () => {
  it('leaves a lease that expires; then another server continues the import and enters it once', async () => {
    let now = NOW;
    const kept = await keptData({ ...IN_TESTS, demo: small });
    const options = { ...kept, demo: small, now: () => now };
    const first = await openSandbox(options);
    const admin = await signIn(first, ADMIN);
    const file = essoFile([essoLine({ number: '9001' })]);
    await send(admin, file, { key: 'night-3' });
    await first.close();
    // What a kill in the middle leaves: the claim, and nothing entered.
    const store = await openStore(kept);
    await store.write(async (tx) => {
      await tx.updateTable('imports').set({ state: 'running' }).execute();
      for (const table of ['import_rows', 'transaction_lines', 'transactions'] as const) {
        await tx.deleteFrom(table).execute();
      }
    });
    await store.close();

    const second = await openSandbox(options);
    const back = await signIn(second, ADMIN);
    expect(await back.json('imports?key=night-3')).toMatchObject([{ state: 'running' }]);
    const busy = await send(back, file, { key: 'night-3' });
    expect(busy.status).toBe(409);
    expect(busy.headers.get('retry-after')).toBe('2');
    now = new Date(NOW.getTime() + 61_000);
    expect(await back.json('imports?key=night-3')).toMatchObject([{ state: 'failed' }]);
    const resumed = await send(back, file, { key: 'night-3' });
    expect(countsOf(resumed).imported).toBe(1);
    expect(await back.json('imports?key=night-3')).toMatchObject([{ id: 1, state: 'done' }]);
    expect(await stored(back)).toBe(1);
    const left = readdirSync(kept.dataDir, { recursive: true, encoding: 'utf8' });
    expect(left.filter((path) => /^uploads.*[\\/]/.test(path))).toEqual([]);
  });
});
