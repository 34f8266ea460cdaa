import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../src/index.ts';
import { fileIn, openDatabase, openFile } from '../src/operations/databases.ts';
import { createDatabase, keptData, ON_POSTGRES } from './database.ts';
import { essoFile, essoLine } from './esso-file.ts';
import { ADMIN, type Client, fileForm, IN_TESTS, openSandbox, signIn } from './helpers.ts';
import { environmentOf } from './processes.ts';
import { programOf } from './programs.ts';

const ADMIN_JS = programOf('admin');

const folder = await mkdtemp(join(tmpdir(), 'forecourt-operations-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const file = (name: string) => join(folder, name);

type DataLocation = Awaited<ReturnType<typeof keptData>>;

/** `admin.js …` on those data. */
const admin = (location: DataLocation, ...args: string[]) =>
  new Promise<{ code: number; out: string; errors: string }>((resolve) => {
    const command = [...ADMIN_JS, ...args];
    const env = { ...process.env, ...environmentOf(location) };
    execFile(process.execPath, command, { env }, (error, out, errors) =>
      resolve({ code: error ? Number(error.code) : 0, out, errors }),
    );
  });

const kept = await keptData(IN_TESTS);
const sandbox = await openSandbox(kept);
const client = await signIn(sandbox, ADMIN);

const rowsIn = async (path: string, table: string): Promise<number> => {
  const database = openFile(path, { readOnly: true });
  const row = database.sqlite.statement(`select count(*) as n from ${table}`).get();
  await database.close();
  return Number(row?.n);
};

const send = (to: Client, first: number, rows: number) =>
  to.call('import_transactions?provider=ESSO', {
    body: fileForm(
      essoFile(
        Array.from({ length: rows }, (_, index) => essoLine({ number: String(first + index) })),
      ),
      'night.xls',
    ),
  });
const totalOf = async (of: Client): Promise<number> =>
  (await of.json('fuel-transaction/authcode?size=1')).metadata.total_count;

/** How many purchases have this part in their codes. */
const foundIn = async (of: Client, part: string): Promise<number> =>
  (await of.json(`fuel-transaction/authcode?size=1&filter=authentication_id::${part}`)).metadata
    .total_count;

/** A location without data. */
const emptyLocation = async (name: string): Promise<DataLocation> => ({
  dataDir: file(name),
  ...(ON_POSTGRES ? { databaseUrl: await createDatabase() } : {}),
});

describe('admin.js', () => {
  it('backs up while the service writes: whole imports, as of one moment', async () => {
    const before = await totalOf(client);
    let writing = true;
    const writer = (async () => {
      for (let at = 0; writing; at += 1) {
        expect((await send(client, 200_000 + at * 50, 50)).status).toBe(200);
      }
    })();
    const { code, errors, out } = await admin(kept, 'backup', '--to', file('busy.backup'));
    writing = false;
    await writer;
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(out).toContain(`The backup is ${file('busy.backup')}.`);
    const added = (await rowsIn(file('busy.backup'), 'transactions')) - before;
    expect(added % 50).toBe(0);
    expect(await totalOf(client)).toBeGreaterThan(before);
  });

  it('a restore to an empty directory has the content of the backup, verified by a check', async () => {
    const total = await totalOf(client);
    expect((await admin(kept, 'backup', '--to', file('whole.backup'))).code).toBe(0);
    const location = await emptyLocation('elsewhere');
    const { code, errors, out } = await admin(location, 'restore', '--from', file('whole.backup'));
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(out).toContain('Restored. Everybody has to sign in anew.');
    expect(out).toContain(`transactions ${total}`);
    expect(out).toContain('The database is sound.');
    const restored = await createSandbox({ ...IN_TESTS, ...location });
    try {
      // Sessions of before are over.
      const old = await client.call('profile/user');
      expect(old.status).toBe(200);
      const there = await signIn(restored, ADMIN);
      expect(await totalOf(there)).toBe(total);
      const imported = await foundIn(client, '00012');
      expect(imported).toBeGreaterThan(0);
      expect(await foundIn(there, '00012')).toBe(imported);
      expect(await there.json('spol/invoices/?size=50')).toEqual(
        await client.json('spol/invoices/?size=50'),
      );
      // New rows get new ids.
      expect((await send(there, 800_000, 10)).status).toBe(200);
      expect(await totalOf(there)).toBe(total + 10);
    } finally {
      await restored.close();
    }
  });

  it('a restore replaces what was there, while the service runs, and ends all sessions', async () => {
    const total = await totalOf(client);
    const figures = await client.json('dashboard');
    expect(figures.purchases).not.toEqual([]);
    expect((await admin(kept, 'backup', '--to', file('before.backup'))).code).toBe(0);
    expect((await send(client, 700_000, 20)).status).toBe(200);
    expect(await totalOf(client)).toBe(total + 20);
    expect(await foundIn(client, '70001')).toBe(10);
    expect((await admin(kept, 'restore', '--from', file('before.backup'))).code).toBe(0);
    expect((await client.call('profile/user')).status).toBe(401);
    const again = await signIn(sandbox, ADMIN);
    expect(await totalOf(again)).toBe(total);
    expect(await foundIn(again, '70001')).toBe(0);
    // Its sums are those of the restored rows.
    expect(await again.json('dashboard')).toEqual(figures);
    expect((await send(again, 700_000, 20)).status).toBe(200);
    expect(await totalOf(again)).toBe(total + 20);
  });

  it('one engine’s backup is restored on the embedded one', async () => {
    expect((await admin(kept, 'backup', '--to', file('either.backup'))).code).toBe(0);
    const location = { dataDir: file('embedded') };
    const { code, out } = await admin(location, 'restore', '--from', file('either.backup'));
    expect(code).toBe(0);
    expect(out).toContain('The database is sound.');
  });

  it('what is no backup, or damaged, changes nothing', async () => {
    const total = await totalOf(await signIn(sandbox, ADMIN));
    await writeFile(
      file('text.backup'),
      'no backup at all, but long enough to be read as a file\n'.repeat(200),
    );
    const refused = await admin(kept, 'restore', '--from', file('text.backup'));
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain(
      `${file('text.backup')} can't be read: file is not a database.`,
    );
    const missing = await admin(kept, 'restore', '--from', file('none.backup'));
    expect(missing.errors).toContain(`There is no database at ${file('none.backup')}.`);
    expect(await totalOf(await signIn(sandbox, ADMIN))).toBe(total);
  });

  it('keeps a file that is there, and says how it is used', async () => {
    await writeFile(file('mine'), 'mine');
    const { code, errors } = await admin(kept, 'backup', '--to', file('mine'));
    expect([code, errors]).toEqual([1, `${file('mine')} is there already; name another file.\n`]);
    const usage = await admin(kept, 'backup');
    expect(usage.code).toBe(2);
    expect(usage.errors).toContain('--to FILE is missing.');
    expect((await admin(kept, 'bakcup')).code).toBe(2);
    expect((await admin(kept, 'check', '--all')).code).toBe(2);
  });

  it('INV-13 brand gives a company a brand, and names what it does not know', async () => {
    const brand = (company: string, as: string) =>
      admin(kept, 'brand', '--company', company, '--as', as);
    const known = await brand('North Haul Carriers Ltd.', 'prairie');
    expect([known.code, known.out]).toEqual([
      0,
      'Invoices of North Haul Carriers Ltd. carry the brand prairie.\n',
    ]);
    const unknown = await brand('North Haul Carriers Ltd.', 'prairy');
    expect([unknown.code, unknown.errors]).toEqual([
      1,
      'There is no brand "prairy"; the brands are forecourt, harbour, prairie, northline.\n',
    ]);
    const nobody = await brand('Nobody', 'prairie');
    expect([nobody.code, nobody.errors]).toEqual([1, 'There is no company "Nobody".\n']);
    const half = await admin(kept, 'brand', '--company', 'Nobody');
    expect([half.code, half.errors.split('\n')[0]]).toEqual([2, '--as BRAND is missing.']);
  });

  it('check finds a sum that is not the sum of its lines, and an invoice that owes too much', async () => {
    const location = await emptyLocation('broken');
    expect((await admin(location, 'restore', '--from', file('whole.backup'))).code).toBe(0);
    expect((await admin(location, 'check')).code).toBe(0);
    const database = await openDatabase(location);
    const line = await database.db
      .selectFrom('transaction_lines')
      .select(['id', 'transaction_id'])
      .limit(1)
      .executeTakeFirstOrThrow();
    await database.db
      .updateTable('transaction_lines')
      .set((one) => ({ amount_minor: one('amount_minor', '+', 1) }))
      .where('id', '=', line.id)
      .execute();
    await database.close();
    const { code, errors, out } = await admin(location, 'check');
    expect(code).toBe(1);
    expect(errors).toBe(
      `It doesn't hold that a transaction’s amount is the sum of its lines: ${line.transaction_id}.\n`,
    );
    expect(out).toContain('The database is not sound.');
  });

  it('a file with a torn page is found', async () => {
    const location = { dataDir: file('torn') };
    expect((await admin(location, 'restore', '--from', file('whole.backup'))).code).toBe(0);
    const database = openFile(fileIn(location.dataDir));
    database.sqlite.raw.exec('pragma wal_checkpoint(truncate)');
    await database.close();
    const bytes = await open(fileIn(location.dataDir), 'r+');
    for (const page of [40, 60, 80])
      await bytes.write(Buffer.alloc(4_096, 7), 0, 4_096, page * 4_096);
    await bytes.close();
    const { code, errors } = await admin(location, 'check');
    expect(code).toBe(1);
    expect(errors).toMatch(/The file: |malformed/);
    const refused = await admin(kept, 'restore', '--from', fileIn(location.dataDir));
    expect(refused.code).toBe(1);
    expect(refused.errors).toMatch(/ is damaged\. |malformed/);
  });
});
