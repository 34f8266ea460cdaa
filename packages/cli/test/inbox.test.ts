import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { pipelineSheet, workbookBytes } from '@forecourt/provider-file-examples';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claim } from '../src/journal/claim.ts';
import { withDisk } from './bad-disk.ts';
import { type Fixture, openFixture, openService, type Service, withFaults } from './fixture.ts';
import {
  type InboxFixture,
  lastReport,
  openInbox,
  providerFile,
  recentDay,
  WITH_ALL_CARDS,
} from './night-fixture.ts';

const POST = 'POST /api/v1/import_transactions';

let service: Service;
let fixture: Fixture;
let inbox: InboxFixture;

beforeAll(async () => {
  service = await openService([], WITH_ALL_CARDS);
});
afterAll(() => service.close());
beforeEach(async () => {
  fixture = openFixture(service.url);
  await fixture.signIn('admin@forecourt.test');
  inbox = openInbox(fixture);
});
afterEach(() => fixture.leave());

interface Reported {
  readonly name: string;
  readonly state: string;
  readonly provider?: string;
  readonly movedTo?: string;
  readonly message: string;
}

const run = async (...more: string[]) => {
  const ran = await fixture.json([...inbox.argv, ...more]);
  return {
    ...ran,
    files: ((ran.document as { files?: Reported[] }).files ?? []) as readonly Reported[],
  };
};

const states = (files: readonly Reported[]) => files.map(({ name, state }) => [name, state]);

describe('transactions import --inbox', () => {
  it('imports files in the order of their names, by folder, option or headers, and moves them to done', async () => {
    const esso = providerFile('ESSO');
    inbox.put('ESSO/monday.xls', esso.bytes);
    inbox.pipeline('b.xlsx', 101);
    inbox.pipeline('a.xlsx', 102);
    const { code, files, document, stderr } = await run();
    expect([code, stderr]).toEqual([0, '']);
    expect(
      files.map(({ name, provider, state, movedTo }) => [name, provider, state, movedTo]),
    ).toEqual([
      ['ESSO/monday.xls', 'ESSO', 'imported', 'done/ESSO/monday.xls'],
      ['a.xlsx', 'Pipeline', 'imported', 'done/a.xlsx'],
      ['b.xlsx', 'Pipeline', 'imported', 'done/b.xlsx'],
    ]);
    expect(inbox.files()).toEqual(['done/ESSO/monday.xls', 'done/a.xlsx', 'done/b.xlsx']);
    expect(document).toMatchObject({
      ok: true,
      // Some rows of the examples have fixed dates, which today's check reports as old.
      message: expect.stringMatching(/^3 of 3 files without a fault\./),
    });
    const nothing = await run();
    expect([nothing.code, nothing.files]).toEqual([0, []]);
    expect(nothing.document).toMatchObject({ message: 'Nothing has arrived.' });
  });

  it('TXN-12 moves files that fail the check to rejected, with the reasons beside them', async () => {
    inbox.put('Comdata/late.xlsx', providerFile('ESSO').bytes);
    inbox.put('ESSO/broken.xls', 'no;header\nof;it\n');
    inbox.pipeline('good.xlsx', 103);
    const { code, files } = await run();
    expect(code).toBe(6);
    expect(states(files)).toEqual([
      ['Comdata/late.xlsx', 'rejected'],
      ['ESSO/broken.xls', 'rejected'],
      ['good.xlsx', 'imported'],
    ]);
    expect(inbox.files()).toEqual([
      'done/good.xlsx',
      'rejected/Comdata/late.xlsx',
      'rejected/Comdata/late.xlsx.report.json',
      'rejected/ESSO/broken.xls',
      'rejected/ESSO/broken.xls.report.json',
    ]);
    const reasons = JSON.parse(inbox.text('rejected/Comdata/late.xlsx.report.json'));
    expect(reasons).toMatchObject({
      ...{ code: 'wrong_provider', file: 'Comdata/late.xlsx', issues: [] },
    });
  });

  it('TXN-12 sends the good rows with --reject-rows, and reports how many were kept out, and where', async () => {
    const sheet = pipelineSheet(recentDay(), 30, 113);
    const rows = sheet.rows.map((row, index) =>
      index === 1 ? row.map((cell, column) => (column === 4 ? 'someday' : cell)) : row,
    );
    inbox.put('mixed.xlsx', workbookBytes([{ ...sheet, rows }]));
    const { code, files } = await run('--reject-rows');
    expect([code, files]).toMatchObject([
      6,
      [{ state: 'imported', rows: { imported: 29, keptOut: 1 }, keptOut: expect.any(String) }],
    ]);
    expect(lastReport(fixture)).toMatchObject({ totals: { rows: { imported: 29, keptOut: 1 } } });
    expect(inbox.files()).toEqual(['done/mixed.xlsx']);
  });

  it('leaves a file of unknown provider, and one that is still being written', async () => {
    inbox.put('notes.txt', 'one;two\n1;2\n');
    inbox.put('coming.xlsx.part', 'PK');
    inbox.put('.hidden.xlsx', 'PK');
    inbox.put('~$open.xlsx', 'PK');
    const { code, files } = await run();
    expect(code).toBe(6);
    expect(states(files)).toEqual([
      ['.hidden.xlsx', 'passed_over'],
      ['coming.xlsx.part', 'passed_over'],
      ['notes.txt', 'unrecognised'],
      ['~$open.xlsx', 'passed_over'],
    ]);
    expect(files[2]?.message).toContain("No provider's headers were found in it.");
    expect(files[2]?.message).toContain("Put it into its provider's folder of the inbox");
    expect(inbox.files()).toEqual(['coming.xlsx.part', 'notes.txt', '~$open.xlsx']);
  });

  it('TXN-13 lists a file whose name is not UTF-8 with the reason, and leaves it', async () => {
    const odd = Buffer.from('Pipeline/caf\xe9.xlsx', 'latin1');
    inbox.pipeline('Pipeline/good.xlsx', 9_901);
    writeFileSync(Buffer.concat([Buffer.from(`${inbox.dir}/`), odd]), 'bytes');
    const { code, document } = await fixture.json(inbox.argv);
    expect(code).toBe(6);
    expect(document).toMatchObject({
      totals: { files: 2, imported: 1, left: 1 },
      files: [
        {
          name: 'Pipeline/caf\\xe9.xlsx',
          state: 'passed_over',
          exitCode: 5,
          message: 'Its name is not valid UTF-8. Rename it.',
        },
        { name: 'Pipeline/good.xlsx', state: 'imported' },
      ],
    });
    const again = await fixture.run(inbox.argv);
    expect([again.code, again.stdout]).toEqual([
      5,
      expect.stringContaining('Pipeline/caf\\xe9.xlsx: Its name is not valid UTF-8'),
    ]);
  });

  it('TXN-13 imports a file with the longest possible name, and shortens derived names', async () => {
    const long = `${'n'.repeat(250)}.xlsx`;
    inbox.pipeline(`Pipeline/${long}`, 9_911, 12);
    const first = await fixture.run(inbox.argv);
    expect([first.code, first.stderr]).toEqual([0, expect.not.stringContaining('ENAMETOOLONG')]);
    expect(lastReport(fixture).totals).toMatchObject({ imported: 1, rows: { imported: 12 } });
    expect(lastReport(fixture).files[0].result).toMatch(/\/n{216}~[0-9a-f]{12}\.result\.csv$/);
    expect(inbox.files()).toEqual([`done/Pipeline/${long}`]);
    inbox.put(`Pipeline/${long}`, 'no workbook');
    inbox.pipeline(`Pipeline/${'m'.repeat(250)}.xlsx`, 9_911, 12);
    expect((await fixture.run(inbox.argv)).code).toBe(6);
    const again = inbox.files().filter((name) => !name.startsWith('done/'));
    expect(again).toHaveLength(2);
    expect(again.join('\n')).toMatch(
      /^(?:rejected|set-aside)\/Pipeline\/n{250}\.xlsx\n.*\/n+~[0-9a-f]{12}\.report\.json$/,
    );
  });

  it('TXN-13 counts what another inbox entered tonight as imported before: no rows, no delivery', async () => {
    inbox.pipeline('Pipeline/own.xlsx', 9_921, 12);
    expect((await fixture.run(inbox.argv)).code).toBe(0);
    const other = { ...openInbox(fixture), dir: fixture.path('other') };
    mkdirSync(`${other.dir}/Pipeline`, { recursive: true });
    copyFileSync(`${inbox.dir}/done/Pipeline/own.xlsx`, `${other.dir}/Pipeline/own.xlsx`);
    const calendar = [{ provider: 'Pipeline', by: '22:30', leastRows: 50 }];
    writeFileSync(`${other.dir}/expected.json`, JSON.stringify(calendar));
    await fixture.run(['transactions', 'import', '--inbox', other.dir, '--settle', '0']);
    const { deliveries, files, totals } = lastReport(fixture);
    expect(files).toMatchObject([{ state: 'already_imported', elsewhere: true }]);
    expect(totals).toMatchObject({
      imported: 0,
      alreadyImported: 1,
      rows: { imported: 0 },
      amounts: [],
    });
    expect(deliveries.short).toEqual([]);
  });

  it('TXN-13 sends a file with control characters in its name under a clean name', async () => {
    inbox.pipeline('Pipeline/a\x01b\x1bc\x7f.xlsx', 9_931, 12);
    const { code } = await fixture.run(inbox.argv);
    expect([code, inbox.files()]).toEqual([0, ['done/Pipeline/a\x01b\x1bc\x7f.xlsx']]);
    expect(lastReport(fixture).totals).toMatchObject({ imported: 1, rows: { imported: 12 } });
  });

  it('waits until a file stops changing, else leaves it to the next run', async () => {
    inbox.pipeline('growing.xlsx', 104);
    const writer = setInterval(() => inbox.pipeline('growing.xlsx', 105, 13), 40);
    const early = await run('--settle', '0.3').finally(() => clearInterval(writer));
    expect([early.code, states(early.files)]).toEqual([0, [['growing.xlsx', 'left']]]);
    expect(inbox.files()).toEqual(['growing.xlsx']);
    expect(states((await run('--settle', '0.1')).files)).toEqual([['growing.xlsx', 'imported']]);
  });

  it('TXN-13 recognizes the same file under another name, and overwrites nothing in done', async () => {
    inbox.pipeline('same.xlsx', 106);
    await run();
    inbox.pipeline('same.xlsx', 107);
    inbox.pipeline('again.xlsx', 106);
    const { code, files } = await run('--concurrency', '2');
    expect(code).toBe(0);
    expect(files.map(({ state, movedTo }) => [state, movedTo])).toEqual([
      ['already_imported', 'done/again.xlsx'],
      ['imported', 'done/same (2).xlsx'],
    ]);
    expect(inbox.files()).toEqual(['done/again.xlsx', 'done/same (2).xlsx', 'done/same.xlsx']);
  });

  it('TXN-13 sends one of two equal files at once, and finds the other one imported', async () => {
    for (const name of ['a.xlsx', 'b.xlsx', 'c.xlsx']) inbox.pipeline(name, 108);
    const { code, files } = await run('--concurrency', '3');
    expect(code).toBe(0);
    expect(files.map(({ state }) => state).sort()).toEqual([
      'already_imported',
      'already_imported',
      'imported',
    ]);
  });

  it('runs alone: a second run on the same inbox says so', async () => {
    inbox.pipeline('mine.xlsx', 109);
    const held = await claim(inbox.dir, '.forecourt');
    const { code, stderr } = await run();
    expect([code, JSON.parse(stderr).error]).toMatchObject([8, { code: 'in_use' }]);
    expect(inbox.files()).toEqual(['mine.xlsx']);
    held.release();
    expect((await run()).code).toBe(0);
  });

  it('starts nothing after its deadline, reports what is left, and exits with 7', async () => {
    inbox.pipeline('late.xlsx', 110);
    const { code, files } = await run('--deadline', '0s');
    expect([code, states(files)]).toEqual([7, [['late.xlsx', 'left']]]);
    expect(files[0]?.message).toMatch(/the deadline of \d\d:\d\d has passed/);
    expect(inbox.files()).toEqual(['late.xlsx']);
    expect((await run('--deadline', '45m')).code).toBe(0);
  });

  it('only checks with --dry-run, and moves nothing', async () => {
    inbox.pipeline('dry.xlsx', 111);
    const { code, files } = await run('--dry-run');
    expect([code, states(files)]).toEqual([0, [['dry.xlsx', 'checked']]]);
    expect(inbox.files()).toEqual(['dry.xlsx']);
  });

  it('calls the service no more often than --max-rate allows', async () => {
    inbox.pipeline('slow.xlsx', 112);
    const started = performance.now();
    const { code } = await run('--max-rate', '240/min');
    expect(code).toBe(0);
    // It looks the file up, then sends it: 250 ms between the two requests.
    expect(performance.now() - started).toBeGreaterThan(240);
  });

  it.each([
    [
      'f.xlsx --metrics-file m --report r --on-finish true --expected /nope',
      '--report, --expected, --metrics-file, --on-finish need --inbox: nothing acts on them for single files.',
    ],
    ['f.xlsx --on-finish-timeout 5', '--on-finish-timeout needs --inbox'],
    ['f.xlsx --settle 5 --dry-run', '--settle needs --inbox'],
  ])('TXN-13 refuses the options of a night without --inbox: %s', async (argv, reported) => {
    const { code, stderr } = await fixture.run([
      ...['transactions', 'import', '--provider', 'TAPetro'],
      ...argv.split(' '),
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(reported)]);
  });

  it.each([
    [['--inbox', 'nowhere'], 'no such folder'],
    [['file.xlsx', '--inbox', '.'], 'not both'],
    [['--deadline', 'late'], '--deadline'],
    [['f.xlsx', '--timeout', '1e9'], 'more than 0 and at most 86400 (--timeout).'],
    [['--inbox', '.', '--settle', 'x'], '--settle'],
    [['--inbox', '.', '--max-rate', 'fast'], '--max-rate'],
    [['--inbox', '.', '--ask-every', '0'], '--ask-every'],
    [[], 'Give files, or a folder'],
  ])('ends with 2 and says what is wrong: %j', async (argv, reported) => {
    const { code, stderr } = await fixture.run(['transactions', 'import', ...argv]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(reported)]);
  });
});

describe('an inbox with very many files', () => {
  it('TXN-13 writes its report a few times, not for each that nothing is done with', async () => {
    for (let at = 0; at < 100; at += 1) {
      inbox.put(`Another/a${at}.csv`, '');
      inbox.put(`ESSO/a${at}.csv`, '');
    }
    let reports = 0;
    await withDisk(
      ({ path }) => {
        if (path.includes('/reports/')) reports += 1;
      },
      async () => {
        expect((await fixture.run([...inbox.argv, '--deadline', '0s'])).code).toBe(7);
      },
    );
    expect(lastReport(fixture).files).toHaveLength(200);
    expect(reports).toBeLessThan(20);
  });
});

describe('an inbox with a failing service', () => {
  it('TXN-13 keeps a file with unknown outcome, and the next run settles it', async () => {
    const away = { match: 'GET /api/v1/imports', kind: 'status', value: 500, first: 12 } as const;
    const lost = { match: POST, kind: 'drop-after', first: 6 } as const;
    await withFaults([{ ...away, every: 1 }, lost], async (faulty) => {
      fixture.leave();
      fixture = faulty;
      inbox = openInbox(fixture);
      inbox.pipeline('open.xlsx', 120);
      for (let code: number | undefined; code !== 0 && code !== 6; ) {
        const ran = await run();
        code = ran.code;
        if (code === 0 || code === 6) {
          expect(['settled', 'imported']).toContain(ran.files[0]?.state);
          expect(inbox.files()).toEqual(['done/open.xlsx']);
        } else {
          expect([7, 8]).toContain(code);
          expect(inbox.files()).toEqual(['open.xlsx']);
        }
      }
    });
  });

  it('exits with 7, moves nothing and reports, if nobody answers', async () => {
    inbox.pipeline('waiting.xlsx', 121);
    const env = { FORECOURT_BASE_URL: 'http://127.0.0.1:1/api/v1', FORECOURT_TOKEN: 'token' };
    const { code, stderr } = await fixture.json([...inbox.argv], { env });
    expect([code, JSON.parse(stderr).ok]).toEqual([7, false]);
    expect(inbox.files()).toEqual(['waiting.xlsx']);
    expect(lastReport(fixture)).toMatchObject({
      ok: false,
      totals: { left: 1, imported: 0 },
      files: [
        {
          ...{ name: 'waiting.xlsx', state: 'left' },
          message:
            "The service can't be reached at http://127.0.0.1:1/api/v1. Cause: ECONNREFUSED: nothing listens at that address and port. Try again later; `forecourt doctor` looks for the cause.",
        },
      ],
    });
  });

  it('TXN-13 ERR-01 says in words that the connection was cut, and the code in brackets', async () => {
    const cut = { match: POST, kind: 'drop-after' } as const;
    const away = { match: 'GET /api/v1/imports', kind: 'drop-before' } as const;
    await withFaults([cut, away], async (faulty) => {
      fixture.leave();
      fixture = faulty;
      inbox = openInbox(fixture);
      inbox.pipeline('cut.xlsx', 122);
      const messages: string[] = [];
      for (const _ of [1, 2]) messages.push((await run()).files[0]?.message ?? '');
      for (const message of messages)
        expect(message).toMatch(
          /The connection was cut \((?:UND_ERR_SOCKET|ECONNRESET)\)\. (?:Run the same command again|Try again later)/,
        );
    });
  });

  it.each([
    ['the service fails three files in a row', 500, 7, 3],
    ['the first that it asks to sign in for', 401, 3, 1],
    ['the first that the account may not import', 403, 4, 1],
  ] as const)('stops after %s, and leaves the others', async (_, value, exitCode, failed) => {
    await withFaults([{ match: 'GET /api/v1/imports', kind: 'status', value }], async (faulty) => {
      fixture.leave();
      fixture = faulty;
      inbox = openInbox(fixture);
      for (const name of ['1', '2', '3', '4', '5'])
        inbox.pipeline(`${name}.xlsx`, 130 + Number(name));
      const { code, files } = await run();
      expect(code).toBe(exitCode);
      expect(files.map(({ state }) => state)).toEqual([
        ...Array(failed).fill('failed'),
        ...Array(5 - failed).fill('left'),
      ]);
      expect(inbox.files()).toHaveLength(5);
    });
  });
});

describe('the output of a night', () => {
  it('WIRE-03 contains no planted card number, token or password', async () => {
    const card = '7076850000001234';
    const { authorization } = JSON.parse(
      readFileSync(fixture.path('config/credentials/default.json'), 'utf8'),
    ).session;
    const secret = authorization.replace('Bearer ', '');
    inbox.pipeline(`${card}.xlsx`, 140);
    inbox.put(`ESSO/${card} bad.xlsx`, `${card};${card}\n`);
    const ran = await fixture.run([
      ...inbox.argv,
      '--verbose',
      '--report',
      fixture.path('copy.json'),
    ]);
    expect(ran.code).toBe(6);
    const { spawnSync } = await import('node:child_process');
    const written = [
      fixture.path('config/imports'),
      fixture.path('config/reports'),
      fixture.path('copy.json'),
    ];
    const rejected = `${inbox.dir}/rejected/ESSO/${card} bad.xlsx.report.json`;
    expect(existsSync(rejected)).toBe(true);
    for (const planted of [card, secret, 'Forecourt-1!']) {
      const found = spawnSync('grep', [
        '-rlF',
        '--',
        planted,
        ...written,
        rejected,
      ]).stdout.toString();
      const results = found
        .split('\n')
        .filter((path) => path !== '' && !path.includes('/results/'));
      expect([planted, results]).toEqual([planted, []]);
      expect(ran.stdout + ran.stderr).not.toContain(planted);
    }
    expect(statSync(fixture.path('config/reports')).mode & 0o777).toBe(0o700);
  });
});
