import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pipelineSheet, workbookBytes } from '@forecourt/provider-file-examples';
import { beforeEach, describe, expect, it } from 'vitest';
import { essoFile, essoLine } from '../../../examples/sandbox/test/esso-file.ts';
import { diskError, withDisk } from './bad-disk.ts';
import { openService } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';
import {
  type InboxFixture,
  lastReport,
  oneNightLater,
  openInbox,
  recentDay,
  WITH_ALL_CARDS,
} from './night-fixture.ts';

const { fixture } = fixtureForEach({ open: () => openService([], WITH_ALL_CARDS) });
let inbox: InboxFixture;
beforeEach(() => {
  inbox = openInbox(fixture);
});

const run = (...more: string[]) => fixture.run([...inbox.argv, ...more]);
const lines = (...numbers: string[]) => essoFile(numbers.map((number) => essoLine({ number })));
/** Replaces a cell of an ESSO row by its index. */
const withCell = (number: string, at: number, value: string) =>
  essoLine({ number }).map((cell, index) => (index === at ? value : cell));

it('TXN-12 lists the rows that are not read, in the check and in the night', async () => {
  const header = [
    ...['Card #', 'Tran Date', 'Invoice', 'Location ID', 'State/ Prov', 'Item'],
    ...['Qty', 'PPU', 'Amt', 'Currency'],
  ];
  const sale = ['7076850000000128', recentDay(), 'A1', '0135', 'OH', 'TA', 100, 3.6, 360, 'USD'];
  const fee = header.map((_, at) => ({ 0: 'Account fee', 8: 25 })[at]);
  inbox.put('TAPetro/fee.xlsx', workbookBytes([{ name: 'Data', rows: [header, sale, fee] }]));
  const checked = await fixture.run([
    ...['transactions', 'check', `${inbox.dir}/TAPetro/fee.xlsx`, '--provider', 'TAPetro'],
  ]);
  expect([checked.code, checked.stdout]).toEqual([
    0,
    expect.stringContaining('Rows ignored: 3 (Account fee)\n'),
  ]);
  const night = await run('--dry-run');
  expect(night.stdout).toContain('Not read: TAPetro/fee.xlsx: row Data!3 (Account fee)\n');
  expect(lastReport(fixture).files[0].ignored.rows).toEqual(['Data!3 (Account fee)']);
});

describe('rows of unknown cards', () => {
  const unknownCards = (number: number) =>
    essoFile(
      [0, 1, 2, 3, 4, 5].map((at) =>
        essoLine({ number: `${number + at}`, ...(at > 0 && { card: '*****************9999' }) }),
      ),
    );
  const said =
    '5 rows are of cards that are not known: kept without a company (first: card ending 9999)';

  it('TXN-13 are counted in the report, on its page and in the metrics; the exit code stays 0', async () => {
    inbox.put('ESSO/monday.csv', unknownCards(740_001));
    const { code, stdout } = await run('--metrics-file', fixture.path('m.prom'));
    expect([code, lastReport(fixture).files[0].rows]).toMatchObject([0, { imported: 6 }]);
    expect(stdout).toContain(`To look at: ESSO/monday.csv: ${said}\n`);
    expect(stdout).toMatch(/^Rows without a company\t5\t/m);
    expect(lastReport(fixture)).toMatchObject({
      files: [{ withoutCompany: { unknown: 5, ambiguous: 0, first: '9999' } }],
      totals: { rowsWithoutCompany: 5 },
    });
    const [name = ''] = readdirSync(fixture.path('config/reports')).filter((one) =>
      one.endsWith('.html'),
    );
    const page = readFileSync(fixture.path(`config/reports/${name}`), 'utf8');
    expect(page).toContain(`<bdi>ESSO/monday.csv</bdi>: ${said}</li>`);
    expect(page).not.toContain('nothing needs a look');
    expect(readFileSync(fixture.path('m.prom'), 'utf8')).toMatch(
      /^forecourt_night_rows_without_company\{.+\} 5$/m,
    );
  });

  it('TXN-13 are counted for single files, in text and JSON', async () => {
    inbox.put('one.csv', unknownCards(741_001));
    inbox.put('two.csv', unknownCards(742_001));
    const argv = ['transactions', 'import', '--provider', 'ESSO'];
    const ran = await fixture.run([...argv, `${inbox.dir}/one.csv`]);
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining(`warning ${said}`)]);
    const { code, document } = await fixture.json([...argv, `${inbox.dir}/two.csv`]);
    expect([code, document]).toMatchObject([
      0,
      { files: [{ ok: true, withoutCompany: { unknown: 5, ambiguous: 0, first: '9999' } }] },
    ]);
  });
});

describe('the amounts of a night', () => {
  it('TXN-13 TXN-15 separate entered amounts from those of duplicates, with time zone and tax table', async () => {
    inbox.put('ESSO/monday.csv', lines('710001', '710002'));
    expect((await run()).code).toBe(0);
    inbox.put('ESSO/tuesday.csv', lines('710001', '710002', '710003'));
    const { code, stdout } = await run();
    expect(code).toBe(0);
    const { files, timeZone, totals } = lastReport(fixture);
    expect(files).toMatchObject([
      {
        name: 'ESSO/tuesday.csv',
        rows: { imported: 1, duplicates: 2, rejected: 0 },
        amounts: [{ currency: 'CAD', lines: 3, amount: '2593.35' }],
        outcome: {
          entered: [{ currency: 'CAD', lines: 1, quantity: '500.000', amount: '864.45' }],
          duplicates: [{ currency: 'CAD', lines: 2, quantity: '1000.000', amount: '1728.90' }],
          rejected: [],
        },
      },
    ]);
    // Both runs of the night: three purchases, two of them sent twice.
    expect(totals).toMatchObject({
      amounts: [{ currency: 'CAD', lines: 3, amount: '2593.35' }],
      duplicateAmounts: [{ currency: 'CAD', lines: 2, amount: '1728.90' }],
      rejectedAmounts: [],
      amountsUnknown: 0,
    });
    expect(stdout).toMatch(/^Amounts as in the files CAD\t2,593\.35 CAD\t-\t-$/m);
    expect(stdout).toMatch(/^Duplicates CAD\t1,728\.90 CAD\t-\t-$/m);
    expect(timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(stdout).toContain(`, ${timeZone})`);
    expect(lastReport(fixture).taxTables).toMatchObject([
      { name: 'Canada 2026-11', verifiedOn: '2026-11-22' },
    ]);
    expect(stdout).toContain('Taxes: Canada 2026-11, verified on 2026-11-22, holds until ');
  });

  it("TXN-13 are reported for a file whose result file the disk can't store, and after it is fetched", async () => {
    inbox.put('ESSO/monday.csv', lines('719001', '719002'));
    let ran = { code: -1, stdout: '', stderr: '' };
    const noResults = (work: () => Promise<void>) =>
      withDisk(({ name, path }) => {
        if (path.includes('/results')) throw diskError('ENOSPC', name, path);
      }, work);
    await noResults(async () => {
      ran = await run();
    });
    expect(ran.code).toBe(1);
    const entered = {
      rows: { imported: 2, duplicates: 0, rejected: 0 },
      amounts: [{ currency: 'CAD', lines: 2, amount: '1728.90' }],
      amountsUnknown: 0,
    };
    const { files, totals } = lastReport(fixture);
    expect(files).toMatchObject([
      {
        ...{ name: 'ESSO/monday.csv', state: 'failed', exitCode: 1 },
        rows: { imported: 2, duplicates: 0, rejected: 0, keptOut: 0 },
        outcome: { entered: [{ currency: 'CAD', lines: 2, amount: '1728.90' }] },
        message: expect.stringContaining('its result file could not be kept'),
      },
    ]);
    expect(totals).toMatchObject({ ...entered, files: 1, imported: 1, left: 1 });
    expect(ran.stdout).toMatch(/^Rows imported\t2\t/m);
    expect(ran.stdout).toMatch(/^Amounts as in the files CAD\t1,728\.90 CAD\t/m);
    expect((await run()).code).toBe(0);
    expect(lastReport(fixture).totals).toMatchObject({
      ...entered,
      files: 1,
      imported: 1,
      left: 0,
    });
    expect(inbox.files()).toEqual(['done/ESSO/monday.csv']);
    // The next night, nothing in it is new.
    inbox.put('ESSO/again.csv', lines('719001', '719002'));
    const path = `${inbox.dir}/ESSO/again.csv`;
    await noResults(async () => {
      const argv = ['transactions', 'import', path, '--provider', 'ESSO', '--force'];
      const { code, document } = await fixture.json(argv);
      expect([code, document]).toMatchObject([
        1,
        { files: [{ sent: true, imported: 0, duplicates: 2, error: { code: 'result_not_kept' } }] },
      ]);
    });
  });

  it('TXN-13 exclude the rows that the check kept out', async () => {
    inbox.put('ESSO/first.csv', lines('711001'));
    await run();
    inbox.put(
      'ESSO/second.csv',
      essoFile([
        essoLine({ number: '711001' }),
        withCell('711009', 25, '1'),
        essoLine({ number: '711002' }),
      ]),
    );
    expect((await run('--reject-rows')).code).toBe(6);
    const [file] = lastReport(fixture).files;
    expect(file).toMatchObject({
      rows: { imported: 1, duplicates: 1, keptOut: 1 },
      outcome: {
        entered: [{ currency: 'CAD', amount: '864.45' }],
        duplicates: [{ currency: 'CAD', amount: '864.45' }],
      },
    });
  });

  it("TXN-13 are unknown if they can't be separated, and are in no sum", async () => {
    inbox.put('ESSO/first.csv', lines('712001'));
    await run();
    inbox.put('ESSO/second.csv', lines('712001', '712002'));
    const bytes = readFileSync(`${inbox.dir}/ESSO/second.csv`);
    await fixture.run([
      'transactions',
      'import',
      `${inbox.dir}/ESSO/second.csv`,
      '--provider',
      'ESSO',
    ]);
    // The result file is gone when the night finds the file already imported.
    for (const name of readdirSync(fixture.path('config'), { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('.result.csv')) rmSync(fixture.path(`config/${name}`));
    }
    inbox.put('ESSO/second.csv', bytes);
    const { stdout } = await run();
    const { files, totals } = lastReport(fixture);
    expect(files).toMatchObject([{ state: 'already_imported', outcome: null }]);
    expect(totals).toMatchObject({
      rows: { imported: 2, duplicates: 1 },
      amounts: [{ amount: '864.45' }],
      duplicateAmounts: [],
      amountsUnknown: 1,
    });
    expect(stdout).toContain('Amounts of 1 file are not known.');
  });
});

describe('the faults of a night', () => {
  it('TXN-12 are listed by cell: the first five of each file, and how many more there are', async () => {
    const bad = ['1', '2', '3', '4', '5', '6', '7'].map((last) =>
      withCell(`72000${last}`, 25, '1'),
    );
    inbox.put('ESSO/bad.csv', essoFile([...bad, essoLine({ number: '720009' })]));
    const { code, stdout } = await run();
    expect(code).toBe(5);
    const [file] = lastReport(fixture).files;
    expect(file).toMatchObject({ state: 'rejected', errors: 7, faults: { more: 2 } });
    expect(file.faults.first).toHaveLength(5);
    expect(file.faults.first[0]).toEqual({
      sheet: 'Sheet1',
      row: 3,
      cell: 'Z3',
      column: 'AMT',
      value: '1.00',
      rule: 'TXN-QTY',
      expected: expect.stringMatching(/864\.45/),
      message: expect.stringContaining('quantity'),
    });
    expect(stdout).toMatch(
      /^rejected ESSO\/bad\.csv: Sheet1!Z3 AMT TXN-QTY .*864\.45.*and 2 faults more/m,
    );
  });

  it('TXN-12 mask card numbers, and say which columns and sheets nothing reads', async () => {
    const header = 'EXTRA';
    const text = new TextDecoder().decode(
      essoFile([withCell('721001', 1, '4111111111111111x'), essoLine({ number: '721002' })]),
    );
    const rows = text.split('\r\n').map((row, at) => (at === 1 ? `${row},${header}` : row));
    inbox.put('ESSO/cards.csv', rows.join('\r\n'));
    const { stdout } = await run();
    const [file] = lastReport(fixture).files;
    expect(file.ignored).toEqual({ columns: ['Sheet1!EXTRA'], rows: [], sheets: [] });
    expect(stdout).toContain('Not read: ESSO/cards.csv: column Sheet1!EXTRA');
    expect(JSON.stringify(lastReport(fixture))).not.toContain('4111111111111111');
    expect(file.faults.first[0]).toMatchObject({
      cell: 'B3',
      rule: expect.stringMatching(/^TXN-CARD/),
    });
  });
});

describe('the warnings of a night', () => {
  const pageText = () => {
    const [name = ''] = readdirSync(fixture.path('config/reports')).filter((one) =>
      one.endsWith('.html'),
    );
    return readFileSync(fixture.path(`config/reports/${name}`), 'utf8');
  };

  it('TXN-12 TXN-13 name pasted rows at both places, on the screen, the page and in the metrics, and end with 0', async () => {
    inbox.put('ESSO/good.csv', lines('730001'));
    const pasted = ['1', '2', '3', '4', '5', '6'].map((last) => `73100${last}`);
    inbox.put('ESSO/pasted.csv', lines(...pasted, ...pasted));
    const { code, stdout } = await run('--metrics-file', fixture.path('night.prom'));
    expect(code).toBe(0);
    const report = lastReport(fixture);
    expect(report.message).toBe('2 of 2 files without a fault. 1 file has warnings.');
    expect(report.totals).toMatchObject({ warnings: 6, filesWithWarnings: 1 });
    const [good, file] = report.files;
    expect(good.warnings).toEqual({ total: 0, first: [], rules: {} });
    expect(file).toMatchObject({
      state: 'imported',
      errors: 0,
      rows: { imported: 12 },
      warnings: { total: 6, rules: { 'TXN-TWIN': 6 } },
    });
    expect(file.warnings.first).toHaveLength(5);
    expect(file.warnings.first[0]).toMatchObject({ sheet: 'Sheet1', row: 9, rule: 'TXN-TWIN' });
    expect(file.warnings.first[0].value).toContain('3');
    expect(stdout).toMatch(
      /^To look at: ESSO\/pasted\.csv: 6 TXN-TWIN: Sheet1.*9 .*TXN-TWIN .*\(same as .*3\)/m,
    );
    expect(stdout).toContain('2 of 2 files without a fault. 1 file has warnings.');
    expect(stdout).toMatch(/^With warnings\t1\t-\t-$/m);
    const page = pageText();
    expect(page).toContain('<strong>Done, with warnings to look at.</strong>');
    expect(page).toMatch(
      /<h2>To look at<\/h2>[\s\S]*<bdi>ESSO\/pasted\.csv<\/bdi>[\s\S]*Imported, with warnings<\/span> · 6 TXN-TWIN/,
    );
    expect(page).toContain('… and 1 more warnings');
    expect(page).toMatch(/<code>TXN-TWIN<\/code>[\s\S]*?same as <bdi class="cell">[^<]*3</);
    expect(readFileSync(fixture.path('night.prom'), 'utf8')).toMatch(
      /^forecourt_night_warnings\{.*\} 6$/m,
    );
  });

  it('TXN-12 TXN-13 name a file that may be cut off, compared with the rows of earlier files', async () => {
    for (const at of [1, 2, 3]) {
      const numbers = Array.from(
        { length: 12 },
        (_, last) => `74${at}0${String(last).padStart(2, '0')}`,
      );
      inbox.put(`ESSO/whole-${at}.csv`, lines(...numbers));
    }
    await run();
    inbox.put('ESSO/cut.csv', lines('749001', '749002'));
    const { code, stdout } = await run();
    expect([code, lastReport(fixture).files[0].warnings.rules]).toEqual([
      0,
      { 'FILE-FEW-ROWS': 1 },
    ]);
    expect(stdout).toMatch(/^To look at: ESSO\/cut\.csv: 1 FILE-FEW-ROWS: /m);
  });
});

/** Leaves the latest report as a run does that is killed after its last file. */
function killed() {
  const reports = readdirSync(fixture.path('config/reports')).filter((one) =>
    one.endsWith('.json'),
  );
  expect(reports).toHaveLength(1);
  const path = fixture.path(`config/reports/${reports[0]}`);
  const report = JSON.parse(readFileSync(path, 'utf8'));
  const end = { ok: false, message: 'Not ended.', endedAt: null, reportedAt: null, exitCode: null };
  writeFileSync(path, JSON.stringify({ ...report, ...end }));
}

describe('a run that was killed', () => {
  it('TXN-13 has its files reported by the next run, on the screen, the page, in the report and the exit code, once', async () => {
    inbox.put('ESSO/bad.csv', essoFile([withCell('760009', 25, '1')]));
    inbox.put('ESSO/good.csv', lines('760001'));
    inbox.put('ESSO/page.csv', '<!doctype html><html><body>Sign in</body></html>');
    expect((await run()).code).toBe(6);
    killed();
    inbox.put('ESSO/late.csv', lines('760002'));
    const { code, stdout } = await run();
    expect(code).toBe(6);
    expect(stdout).toMatch(/^Files\t4\t/m);
    expect(stdout).toContain(
      'Of these, 3 files were taken by earlier runs of this night. A run was killed before it could report: 3 files are listed here.\n',
    );
    expect(stdout).toMatch(/^rejected ESSO\/bad\.csv: Sheet1!Z3 /m);
    expect(stdout).toMatch(/^set_aside ESSO\/page\.csv: /m);
    expect(stdout).toContain('\n2 of 4 files without a fault.');
    const { earlier, files, totals } = lastReport(fixture);
    expect(files).toMatchObject([{ name: 'ESSO/late.csv' }]);
    expect([earlier.runs, earlier.files, totals.files]).toEqual([1, 3, 4]);
    expect(earlier.unreported).toMatchObject([
      { name: 'ESSO/bad.csv', state: 'rejected', movedTo: 'rejected/ESSO/bad.csv' },
      { name: 'ESSO/good.csv', state: 'imported' },
      { name: 'ESSO/page.csv', state: 'set_aside' },
    ]);
    const pages = readdirSync(fixture.path('config/reports'))
      .filter((one) => one.endsWith('.html'))
      .map((one) => readFileSync(fixture.path(`config/reports/${one}`), 'utf8'));
    expect(pages.join('')).toMatch(
      /<h2>Files of a run that did not end<\/h2>[\s\S]*<bdi>ESSO\/bad\.csv<\/bdi><\/th><td>Rejected</,
    );
    // They are reported once.
    const quiet = await run();
    expect(quiet.code).toBe(0);
    expect(quiet.stdout).toContain(
      '\nOf these, 4 files were taken by earlier runs of this night.\n',
    );
    expect(lastReport(fixture).earlier).toMatchObject({ runs: 2, files: 4, unreported: [] });
  });
});

describe('the figures of several runs', () => {
  it('TXN-13 tell of a run that was killed the night before, whose files are not counted tonight', async () => {
    inbox.put('ESSO/bad.csv', essoFile([withCell('761009', 25, '1')]));
    inbox.put('ESSO/good.csv', lines('761001'));
    await run();
    killed();
    oneNightLater(fixture);
    const { code, stdout } = await run();
    expect(code).toBe(6);
    expect(stdout).toMatch(/^Files\t0\t2\t/m);
    expect(stdout).toContain(
      '\nA run was killed before it could report: 2 files are listed here.\n',
    );
    expect(stdout).toMatch(/^rejected ESSO\/bad\.csv: Sheet1!Z3 /m);
    expect((await run()).code).toBe(0);
  });

  it('TXN-13 have in the metrics what a run entered that was killed the night before, once and by itself', async () => {
    inbox.put('ESSO/bad.csv', essoFile([withCell('764009', 25, '1')]));
    inbox.put('ESSO/good.csv', lines('764001', '764002'));
    await run();
    killed();
    oneNightLater(fixture);
    inbox.put('ESSO/late.csv', lines('764003'));
    const metrics = ['--metrics-file', fixture.path('m.prom')];
    const samples = () =>
      readFileSync(fixture.path('m.prom'), 'utf8')
        .split('\n')
        .filter((line) =>
          /^forecourt_night_(?:late_files|\w*rows\{.*entered|files.*found)/.test(line),
        )
        .map((line) => line.replace(/inbox="[^"]*",?/, ''));
    await run(...metrics);
    expect(samples()).toEqual([
      'forecourt_night_files{state="found"} 1',
      'forecourt_night_rows{result="entered"} 1',
      'forecourt_night_late_files{} 2',
      'forecourt_night_late_rows{result="entered"} 2',
    ]);
    await run(...metrics);
    expect(samples()).toEqual([
      'forecourt_night_files{state="found"} 1',
      'forecourt_night_rows{result="entered"} 1',
      'forecourt_night_late_files{} 0',
      'forecourt_night_late_rows{result="entered"} 0',
    ]);
  });

  it('TXN-13 a dry run counts in none of them, is no success, and leaves it to the next run to tell', async () => {
    inbox.put('ESSO/good.csv', lines('762001'));
    inbox.put('ESSO/bad.csv', essoFile([withCell('762009', 25, '1')]));
    await run();
    killed();
    inbox.put('ESSO/bad.csv', essoFile([withCell('762008', 25, '1')]));
    inbox.put('ESSO/later.csv', lines('762002'));
    expect((await run('--dry-run')).code).toBe(6);
    expect(lastReport(fixture)).toMatchObject({ dryRun: true, earlier: { unreported: [] } });
    rmSync(`${inbox.dir}/ESSO/bad.csv`);
    const { stdout } = await run('--metrics-file', fixture.path('m.prom'));
    expect(stdout).toMatch(/^Files\t3\t/m);
    expect(stdout).toMatch(/^Rejected\t1\t/m);
    expect(stdout).toContain('2 files are listed here.');
    expect(readFileSync(fixture.path('m.prom'), 'utf8')).not.toContain('last_success');
    await run('--dry-run', '--metrics-file', fixture.path('m.prom'));
    expect(readFileSync(fixture.path('m.prom'), 'utf8')).not.toContain('last_success');
  });

  it('TXN-13 don’t count what was taken out of the inbox, and count two bad files of one name', async () => {
    inbox.put('ESSO/bad.csv', essoFile([withCell('763009', 25, '1')]));
    inbox.put('ESSO/upload.csv.part', 'not whole');
    await run();
    expect(lastReport(fixture).totals).toMatchObject({ files: 2, rejected: 1, left: 1 });
    rmSync(`${inbox.dir}/ESSO/upload.csv.part`);
    inbox.put('ESSO/bad.csv', essoFile([withCell('763008', 25, '1')]));
    await run();
    expect(lastReport(fixture).totals).toMatchObject({ files: 2, rejected: 2, left: 0 });
  });

  it('TXN-13 WIRE-03 count files whose names look alike once card numbers are masked', async () => {
    const names = ['7076850000001234.csv', '7076850099991234.csv'];
    inbox.put(`ESSO/${names[0]}`, essoFile([withCell('764009', 25, '1')]));
    inbox.put(`ESSO/${names[1]}`, lines('764001'));
    const { code, stdout } = await run();
    expect(code).toBe(6);
    const { files, totals } = lastReport(fixture);
    expect(files).toMatchObject([
      { name: 'ESSO/•••• 1234.csv', state: 'rejected' },
      { name: 'ESSO/•••• 1234.csv (2)', state: 'imported' },
    ]);
    expect(totals).toMatchObject({ files: 2, imported: 1, rejected: 1 });
    expect(stdout).toContain('\n1 of 2 files without a fault.');
  });

  it('TXN-13 are followed by the names of files that earlier runs reported, and whose figures they have', async () => {
    const wrong = withCell('767009', 25, '1');
    inbox.put('ESSO/part.csv', essoFile([essoLine({ number: '767001' }), wrong]));
    inbox.put('ESSO/page.csv', '<!doctype html><html><body>Sign in</body></html>');
    expect((await run('--reject-rows')).code).toBe(6);
    const { code, stdout } = await run('--reject-rows');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Rows kept out\t1\t/m);
    expect(stdout).toContain(
      '\nReported by earlier runs of this night: ESSO/page.csv (set_aside), ESSO/part.csv (1 row kept out)\n',
    );
    const { earlier, files, startedAt } = lastReport(fixture);
    expect([files, earlier.reported]).toMatchObject([
      [],
      [
        { name: 'ESSO/page.csv', state: 'set_aside', exitCode: 5 },
        { name: 'ESSO/part.csv', state: 'imported', exitCode: 6, rows: { keptOut: 1 } },
      ],
    ]);
    expect(earlier.reported[1].runStartedAt < startedAt).toBe(true);
    const pages = readdirSync(fixture.path('config/reports'))
      .filter((one) => one.endsWith('.html'))
      .sort()
      .map((one) => readFileSync(fixture.path(`config/reports/${one}`), 'utf8'));
    expect(
      pages.some((page) => page.includes('earlier runs of this night: ESSO/page.csv (set_aside)')),
    ).toBe(true);
  });

  it('TXN-13 a command that is killed with its run leaves the night for the next one to report', async () => {
    inbox.put('ESSO/bad.csv', essoFile([withCell('766009', 25, '1')]));
    const seen = fixture.path('seen.json');
    const { code } = await run('--on-finish', `cp "$FORECOURT_REPORT" ${seen}`);
    const { endedAt, reportedAt } = JSON.parse(readFileSync(seen, 'utf8'));
    // What the command reads is whole, and not yet marked as reported.
    expect([code, typeof endedAt, reportedAt]).toEqual([5, 'string', null]);
    expect(lastReport(fixture).reportedAt).toEqual(expect.any(String));
    const [name = ''] = readdirSync(fixture.path('config/reports')).filter((one) =>
      one.endsWith('.json'),
    );
    writeFileSync(fixture.path(`config/reports/${name}`), readFileSync(seen));
    expect((await run()).code).toBe(5);
    expect(lastReport(fixture).earlier.unreported).toMatchObject([{ name: 'ESSO/bad.csv' }]);
  });

  it('TXN-13 a run whose metrics could not be written says so in its report, which is no success', async () => {
    inbox.put('ESSO/good.csv', lines('765001'));
    const { code, stdout } = await run('--metrics-file', fixture.path('missing/m.prom'));
    expect(code).toBe(1);
    const why = /1 of 1 file without a fault\. The metrics file could not be written: /;
    expect(stdout).toMatch(why);
    expect(lastReport(fixture)).toMatchObject({
      ...{ ok: false, exitCode: 1 },
      message: expect.stringMatching(why),
    });
    await run('--metrics-file', fixture.path('m.prom'));
    expect(readFileSync(fixture.path('m.prom'), 'utf8')).toContain('last_success');
  });
});

describe('the screen of a night', () => {
  it('TXN-13 shows files with faults before those that only wait', async () => {
    for (const last of [1, 2, 3, 4, 5, 6, 7]) inbox.put(`Another/a${last}.csv`, lines('750001'));
    inbox.put('ESSO/zz.csv', essoFile([withCell('750009', 25, '1')]));
    const { stdout } = await run();
    const shown = stdout.split('\n').filter((line) => /^(rejected|passed_over) /.test(line));
    expect(shown[0]).toMatch(/^rejected ESSO\/zz\.csv: Sheet1!Z3 /);
    expect(shown).toHaveLength(8);
  });

  it('TXN-13 names up to 30 files that somebody has to act on where it is no terminal, and says where the others are', async () => {
    for (let file = 10; file < 42; file += 1) inbox.put(`Another/a${file}.csv`, lines('750001'));
    const mail = (await run()).stdout;
    expect(mail.split('\n').filter((line) => line.startsWith('passed_over '))).toHaveLength(30);
    expect(mail).toContain('\n… and 2 files more: the report lists all of them.\n');
    const screen = (await fixture.run([...inbox.argv], { columns: 80 })).stdout;
    expect(screen).toContain('\n… and 26 files more: the report lists all of them.\n');
  });
});

describe('a sheet that repeats another', () => {
  it('TXN-17 is entered, and is listed in the report, on the screen, the page and in the metrics', async () => {
    const sheet = pipelineSheet(recentDay(), 12, 77_001);
    const copy = { ...sheet, name: 'Copy of it' };
    inbox.put('Pipeline/twice.xlsx', workbookBytes([sheet, copy]));
    const { code, stdout } = await run('--metrics-file', fixture.path('night.prom'));
    expect(code).toBe(0);
    const report = lastReport(fixture);
    expect(report.files).toMatchObject([
      { state: 'imported', exitCode: 0, warnings: { rules: { 'TXN-SHEET-TWICE': 1 } } },
    ]);
    expect(report.files[0].warnings.first).toContainEqual(
      expect.objectContaining({ rule: 'TXN-SHEET-TWICE', sheet: 'Copy of it', value: sheet.name }),
    );
    expect(stdout).toMatch(/^To look at: Pipeline\/twice\.xlsx: .*TXN-SHEET-TWICE.*Copy of it/m);
    const [page = ''] = readdirSync(fixture.path('config/reports')).filter((name) =>
      name.endsWith('.html'),
    );
    expect(readFileSync(fixture.path(`config/reports/${page}`), 'utf8')).toContain(
      'TXN-SHEET-TWICE',
    );
    expect(readFileSync(fixture.path('night.prom'), 'utf8')).toMatch(
      /^forecourt_night_warnings\{.*\} [1-9]\d*$/m,
    );
  });
});
