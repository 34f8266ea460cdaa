import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { badFiles } from '@forecourt/provider-file-examples';
import { PASSWORD } from '@forecourt/sandbox';
import { describe, expect, it } from 'vitest';
import {
  type Fixture,
  openFixture,
  openService,
  pipelineFile,
  type Service,
  textOf,
  withFaults,
} from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';

const WITH_ALL_CARDS = { demo: { customers: 12, cards: 2000, transactions: 50, invoices: 5 } };

const { fixture, service } = fixtureForEach({ open: () => openService([], WITH_ALL_CARDS) });

const PIPELINE = ['--provider', 'Pipeline'];

interface FileDocument {
  readonly sent: boolean;
  readonly reason?: string;
  readonly imported: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly result: string;
  readonly entered?: readonly object[];
  readonly refused?: readonly { row: number; message: string }[];
  readonly error?: { readonly code: string };
}

const filesOf = (document: unknown) => (document as { files: FileDocument[] }).files;

/** An example with rows that fail the check. */
const faultyFile = (fixture: Fixture): { path: string; provider: string } => {
  const file = badFiles().find(
    ({ expected }) => expected.kind === 'checked' && expected.accepted < expected.rows,
  );
  if (!file) throw new Error('There is no example with refused rows.');
  writeFileSync(fixture.path(file.name), file.bytes);
  return { path: fixture.path(file.name), provider: file.provider };
};

/** A service whose company user may also import; no demo account has both. */
async function companyMayImport(fixture: Fixture): Promise<Service> {
  const dataDir = fixture.path('data');
  const opened = await openService([], { ...WITH_ALL_CARDS, dataDir });
  const database = new DatabaseSync(join(dataDir, 'forecourt.sqlite'));
  const granted = database
    .prepare(
      `update user_rights set can_create = 1 where screen_code = 'FT'
       and user_id = (select id from users where email = 'viewer@northhaul.test')`,
    )
    .run();
  database.close();
  expect(granted.changes).toBe(1);
  return opened;
}

describe('transactions check', () => {
  it('TXN-12 checks a correct file without a sign-in, and sends nothing', async () => {
    const away = openFixture('http://127.0.0.1:1/api/v1');
    const path = pipelineFile(away, 'good.xlsx');
    const { code, stdout, stderr } = await away.run(['transactions', 'check', path, ...PIPELINE]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/12 rows, 12 accepted · 0 errors/);
    away.leave();
  });

  it('TXN-12 names sheet, cell, rule and value of each fault, as text and JSON, and exits with 5', async () => {
    const { path, provider } = faultyFile(fixture);
    const argv = ['transactions', 'check', path, '--provider', provider];
    const text = await fixture.run(argv);
    expect(text.code).toBe(5);
    expect(text.stdout).toMatch(/^ {2}\S+![A-Z]+\d+ [A-Z]+-[A-Z-]+ .+$/m);
    const { code, stdout, stderr } = await fixture.json(argv);
    const report = JSON.parse(stdout);
    const failure = JSON.parse(stderr);
    expect(code).toBe(5);
    expect(report).toMatchObject({ ok: false, operation: 'transactions.check' });
    expect(report.files[0].errors).toBeGreaterThan(0);
    expect(failure).toMatchObject({ ok: false, operation: 'transactions.check' });
    expect(Object.keys(failure.error.issues[0])).toEqual([
      'file',
      'sheet',
      'row',
      'column',
      'value',
      'rule',
      'message',
      'cell',
      'expected',
      'requires',
      'fix',
    ]);
  });

  it("TXN-04 refuses another provider's file as a whole", async () => {
    const path = pipelineFile(fixture, 'other.xlsx');
    const argv = ['transactions', 'check', path, '--provider', 'ESSO'];
    const { code, stderr } = await fixture.json(argv);
    expect(code).toBe(5);
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'wrong_provider' });
  });

  it.each([
    [['check'], "missing required argument 'file'"],
    [
      ['check', 'FILE'],
      'File type is missing: give --provider.\nOne of: ESSO, Suncore, Comdata, Pipeline, TAPetro.',
    ],
    [['check', 'FILE', '--provider', 'Shell'], "'Shell'"],
    [['check', 'nowhere.xlsx', ...PIPELINE], 'There is no such file or folder: nowhere.xlsx'],
    [['import', 'FILE', ...PIPELINE, '--concurrency', '0'], '--concurrency'],
    [['check', 'FILE', ...PIPELINE, '--max-issues', 'x'], '--max-issues'],
  ])('ends with 2 and says what is wrong: %j', async (argv, reported) => {
    const path = pipelineFile(fixture, 'good.xlsx');
    const provided = argv.map((word) => (word === 'FILE' ? path : word));
    const { code, stdout, stderr } = await fixture.run(['transactions', ...provided]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reported);
  });
});

describe('transactions import', () => {
  it('TXN-04 sends a file and saves the result file, and TXN-13 never sends it twice', async () => {
    const path = pipelineFile(fixture, 'night.xlsx', 20);
    const argv = ['transactions', 'import', path, ...PIPELINE];
    const first = await fixture.json(argv);
    const [sent] = filesOf(first.document);
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.document).toMatchObject({
      ok: true,
      message: 'Import transactions successfully!',
    });
    expect(sent).toMatchObject({ sent: true, reason: 'imported', imported: 20, rejected: 0 });
    expect(textOf(sent?.result ?? '')).toMatch(/import_status,import_message/);

    const second = await fixture.json(argv);
    expect(second.code).toBe(0);
    expect(filesOf(second.document)[0]).toMatchObject({ sent: false, reason: 'already_imported' });
    expect((await fixture.run(argv)).stdout).toMatch(/already imported on .*Use --force/s);

    const forced = await fixture.json([...argv, '--force']);
    expect(filesOf(forced.document)[0]).toMatchObject({ sent: true, imported: 0, duplicates: 20 });
  });

  it('TXN-19 says what the lines became and what their sum consists of, and names the lists', async () => {
    const importing = (name: string, rows: number) =>
      ['transactions', 'import', pipelineFile(fixture, name, rows, 7), ...PIPELINE] as const;
    await fixture.run(importing('begun.xlsx', 2));
    const { stdout } = await fixture.run(importing('whole.xlsx', 5));
    expect(stdout).toMatch(/^ {2}3 lines became 3 purchases\.$/m);
    expect(stdout).toMatch(/^ {2}Purchases: forecourt transactions list --filter import_id:\d+$/m);
    const cents = (text = '') => Number(text.replaceAll(/[,.]/g, ''));
    const sums = stdout.matchAll(
      /Checked (\S+) CAD · Not entered \(\d lines?\) (\S+) CAD · At cost (\S+) CAD · Markup (\S+) CAD · Purchases (\S+) CAD/g,
    );
    const [[, checked, left, cost, markup, purchases] = []] = [...sums];
    // As the check printed it: '4 lines · quantity 2,310.52 · 3,330.15 CAD'.
    expect(stdout).toContain(`· ${checked} CAD\n`);
    expect(cents(checked) + cents(left)).toBe(cents(cost));
    expect(cents(cost) + cents(markup)).toBe(cents(purchases));
    expect(cents(markup)).toBeGreaterThan(0);
    const { document } = await fixture.json([...importing('whole.xlsx', 5), '--force']);
    expect(filesOf(document)[0]?.entered).toMatchObject([
      { currency: 'CAD', lines: 0, purchases: 0, leftOutLines: 5 },
    ]);
  });

  it('TXN-13 learns from the service what a lost journal no longer has', async () => {
    const path = pipelineFile(fixture, 'lost.xlsx', 21);
    const other = openFixture(service.url);
    await other.signIn('admin@forecourt.test');
    await other.run(['transactions', 'import', path, ...PIPELINE]);
    const { code, document } = await fixture.json(['transactions', 'import', path, ...PIPELINE]);
    expect(code).toBe(0);
    expect(filesOf(document)[0]).toMatchObject({ sent: false, reason: 'already_imported' });
    other.leave();
  });

  it('TXN-13 writes complete journal files, by key, readable only by the owner', async () => {
    await fixture.run(['transactions', 'import', pipelineFile(fixture, 'j.xlsx', 22), ...PIPELINE]);
    const journal = join(fixture.dir, 'config', 'imports');
    const [place = ''] = readdirSync(journal);
    const [account = ''] = readdirSync(join(journal, place));
    expect(account).toMatch(/^account-\d+$/);
    const names = readdirSync(join(journal, place, account)).sort();
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/), 'results']);
    const entry = join(journal, place, account, names[0] ?? '');
    expect(statSync(entry).mode & 0o777).toBe(0o600);
    expect(JSON.parse(textOf(entry))).toMatchObject({
      state: 'reconciled',
      provider: 'Pipeline',
      rows: 22,
    });
  });

  it('TXN-12 --dry-run stops before sending, and leaves no journal', async () => {
    const path = pipelineFile(fixture, 'dry.xlsx', 23);
    const { code, document } = await fixture.json([
      'transactions',
      'import',
      path,
      ...PIPELINE,
      '--dry-run',
    ]);
    expect([code, filesOf(document)[0]?.reason]).toEqual([0, 'dry_run']);
    expect(existsSync(join(fixture.dir, 'config', 'imports'))).toBe(false);
  });

  it('TXN-12 sends nothing from a file with an error', async () => {
    const { path, provider } = faultyFile(fixture);
    const { code, document } = await fixture.json([
      'transactions',
      'import',
      path,
      '--provider',
      provider,
    ]);
    expect(code).toBe(5);
    expect(filesOf(document)[0]).toMatchObject({ sent: false, error: { code: 'check_failed' } });
    expect(existsSync(join(fixture.dir, 'config', 'imports'))).toBe(false);
  });

  it('reports each of several files, and exits with 6 if some were refused', async () => {
    const good = pipelineFile(fixture, 'good.xlsx', 24);
    writeFileSync(fixture.path('bad.xlsx'), 'no workbook');
    const out = fixture.path('results');
    const argv = ['transactions', 'import', fixture.path('bad.xlsx'), good, ...PIPELINE];
    const { code, document, stderr } = await fixture.json([
      ...argv,
      '--out',
      out,
      '--concurrency',
      '2',
    ]);
    expect([code, stderr]).toEqual([6, '']);
    expect(filesOf(document).map(({ sent }) => sent)).toEqual([false, true]);
    expect(readdirSync(out)).toEqual(['good.result.csv']);
  });

  it('FORM-08 exits with 6 and a table if the service refused rows', async () => {
    // A company's user may enter only its own cards' purchases, and the file has other cards as
    // well.
    const company = await companyMayImport(fixture);
    const env = { FORECOURT_BASE_URL: company.url };
    const login = ['login', '--email', 'viewer@northhaul.test', '--password-stdin'];
    await fixture.run(login, { stdin: PASSWORD, env });
    const path = pipelineFile(fixture, 'of-many.xlsx', 400);
    const argv = ['transactions', 'import', path, ...PIPELINE];
    const ran = await fixture.json(argv, { env });
    const [file] = filesOf(ran.document);
    expect(ran.code).toBe(6);
    expect(file?.rejected).toBeGreaterThan(100);
    expect(file?.refused).toHaveLength(file?.rejected ?? 0);
    const again = await fixture.run([...argv, '--force'], { env });
    expect(again.code).toBe(6);
    expect(again.stdout).toMatch(/Row\tRefused because\n {2}\d+\t.+\n/);
    expect(again.stdout).toMatch(/… and \d+ rows more/);
    await company.close();
  });

  it('ACC-04 exits with 4 before sending if the right is missing', async () => {
    await fixture.signIn('viewer@northhaul.test');
    const path = pipelineFile(fixture, 'viewer.xlsx', 25);
    const { code, stderr } = await fixture.json(['transactions', 'import', path, ...PIPELINE]);
    expect(code).toBe(4);
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'missing_right' });
  });
});

describe('an import whose answer is lost', () => {
  const POST = 'POST /api/v1/import_transactions';

  it('TXN-13 is done once if the service received it, and counts as imported', async () => {
    await withFaults([{ match: POST, kind: 'drop-after', first: 1 }], async (fixture) => {
      const path = pipelineFile(fixture, 'lost.xlsx', 26);
      const first = await fixture.json(['transactions', 'import', path, ...PIPELINE]);
      const list = async () =>
        (await fixture.json(['transactions', 'list'])).document as { totalRecords: number };
      const { totalRecords } = await list();
      const second = await fixture.json(['transactions', 'import', path, ...PIPELINE]);
      expect([first.code, second.code]).not.toContain(8);
      expect(filesOf(second.document)[0]?.sent).toBe(false);
      expect((await list()).totalRecords).toBe(totalRecords);
    });
  });

  it('TXN-13 exits with 8 if the outcome is unavailable, and a later run resolves it', async () => {
    await withFaults([{ match: POST, kind: 'drop-before', first: 6 }], async (fixture) => {
      const path = pipelineFile(fixture, 'open.xlsx', 27);
      const argv = ['transactions', 'import', path, ...PIPELINE, '--ask-every', '0.01'];
      const open = await fixture.json(argv);
      expect(open.code).toBe(8);
      expect(JSON.parse(open.stderr).error).toMatchObject({ code: 'outcome_unknown' });
      expect((await fixture.run(['doctor'])).stdout).toMatch(/journal\twarning\t.*open\.xlsx/);
      const resolved = await fixture.json(argv);
      expect(resolved.code).not.toBe(8);
      expect((await fixture.run(['doctor'])).stdout).toMatch(/journal\tok/);
    });
  });
});
