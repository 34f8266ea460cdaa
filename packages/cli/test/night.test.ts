import { readdirSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { openService } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';
import {
  type InboxFixture,
  lastReport,
  oneNightLater,
  openInbox,
  WITH_ALL_CARDS,
} from './night-fixture.ts';

const { fixture } = fixtureForEach({ open: () => openService([], WITH_ALL_CARDS) });
let inbox: InboxFixture;
let seed = 200;
beforeEach(() => {
  inbox = openInbox(fixture);
});

/** Writes a different file each time. */
const arrive = (name: string, rows = 12) => {
  seed += 1;
  inbox.pipeline(name, seed, rows);
};
const run = (...more: string[]) => fixture.run([...inbox.argv, ...more]);
const reports = () =>
  readdirSync(fixture.path('config/reports'))
    .filter((name) => name.endsWith('.json'))
    .sort();

describe('the report of a night', () => {
  it('is one JSON document, stored under its time, with an optional copy', async () => {
    arrive('Pipeline_2026-11-19.xlsx', 20);
    const { code, stdout } = await fixture.json([
      ...inbox.argv,
      '--report',
      fixture.path('copy.json'),
    ]);
    expect(code).toBe(0);
    expect(reports()).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d\.json$/)]);
    const report = lastReport(fixture);
    expect(JSON.parse(stdout)).toEqual(report);
    expect(JSON.parse(readFileSync(fixture.path('copy.json'), 'utf8'))).toEqual(report);
    expect(report).toMatchObject({
      ok: true,
      operation: 'transactions.import',
      inbox: inbox.dir,
      interrupted: false,
      before: null,
      totals: { files: 1, imported: 1, rejected: 0, rows: { imported: 20, rejected: 0 } },
    });
    expect(report.totals.amounts.map(({ currency }: { currency: string }) => currency)).toContain(
      'CAD',
    );
    expect(Date.parse(report.endedAt)).toBeGreaterThanOrEqual(Date.parse(report.startedAt));
  });

  it('is not overwritten by another run in the same minute, and both are one night', async () => {
    arrive('one.xlsx');
    await run();
    arrive('two.xlsx');
    await run();
    arrive('one.xlsx');
    await run();
    expect(reports()).toHaveLength(3);
    const files = reports().map((name) =>
      JSON.parse(readFileSync(fixture.path(`config/reports/${name}`), 'utf8')),
    );
    expect(Math.max(...files.map(({ totals }) => totals.imported))).toBe(3);
  });

  it('lists what changed since the night before, and what arrived then and not now', async () => {
    arrive('Pipeline_2026-11-18.xlsx', 20);
    arrive('North 20261118.xlsx');
    arrive('East_70768501.xlsx');
    await run();
    oneNightLater(fixture);
    arrive('Pipeline_2026-11-19.xlsx', 25);
    arrive('East_70768502.xlsx');
    inbox.put('ESSO/bad.xls', 'no;header\nof;it\n');
    const { code, stdout } = await run();
    expect(code).toBe(6);
    const { before, totals } = lastReport(fixture);
    expect(before).toMatchObject({
      totals: { files: 3, imported: 3, rejected: 0, rows: { imported: 44 } },
      missing: ['East_70768501.xlsx', 'North 20261118.xlsx'],
    });
    expect(totals).toMatchObject({ files: 3, imported: 2, rejected: 1, rows: { imported: 37 } });
    expect(stdout).toMatch(/^Files\t3\t3\t=$/m);
    expect(stdout).toMatch(/^Imported\t2\t3\t-1$/m);
    expect(stdout).toMatch(/^Rows imported\t37\t44\t-7$/m);
    expect(stdout).toMatch(/^Amounts as in the files CAD\t\S.*\t\S.*\t\S.*$/m);
    expect(stdout).toContain(
      'Came last night, not tonight: East_70768501.xlsx, North 20261118.xlsx',
    );
    expect(stdout).toMatch(/^rejected ESSO\/bad\.xls: /m);
  });

  it('fits on a screen of 80 columns and 24 lines, however much went wrong', async () => {
    for (let file = 0; file < 12; file += 1) inbox.put(`ESSO/bad ${file}.xls`, 'no workbook');
    arrive('good.xlsx');
    await run();
    oneNightLater(fixture);
    for (let file = 20; file < 32; file += 1) inbox.put(`ESSO/worse ${file}.xls`, 'no workbook');
    const { stdout } = await fixture.run(inbox.argv, { columns: 80 });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    // The line with the report's path may be longer.
    const wide = lines.slice(0, -1).filter((line) => stripVTControlCharacters(line).length > 80);
    expect(wide).toEqual([]);
    expect(stdout).toContain('… and 6 files more');
  });

  it('TXN-13 counts what a run sent that was killed before it wrote its report', async () => {
    arrive('killed.xlsx', 14);
    const bytes = readFileSync(`${inbox.dir}/killed.xlsx`);
    await fixture.run([
      'transactions',
      'import',
      `${inbox.dir}/killed.xlsx`,
      '--provider',
      'Pipeline',
    ]);
    await run();
    expect(lastReport(fixture)).toMatchObject({
      totals: { imported: 1, alreadyImported: 0, rows: { imported: 14 } },
      files: [{ state: 'already_imported' }],
    });
    oneNightLater(fixture);
    inbox.put('killed.xlsx', bytes);
    await run();
    expect(lastReport(fixture)).toMatchObject({ totals: { files: 1 } });
  });
});

describe('progress', () => {
  it('prints a line per file in a log, and nothing with --quiet', async () => {
    arrive('a.xlsx');
    arrive('b.xlsx');
    const { stderr } = await run();
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z 1\/2 a\.xlsx: 12 rows imported/),
      expect.stringMatching(/Z 2\/2 b\.xlsx: 12 rows imported/),
    ]);
    arrive('c.xlsx');
    expect((await run('--quiet')).stderr).toBe('');
  });

  it('updates one line on a terminal', async () => {
    arrive('a.xlsx');
    arrive('b.xlsx');
    const { stderr } = await fixture.run(inbox.argv, { columns: 100 });
    expect(stderr).toContain('\r\u001b[2K0 of 2 files · a.xlsx: checking');
    expect(stderr).toMatch(/1 of 2 files · b\.xlsx: .* · about \d+ s left/);
    expect(stderr.endsWith('\r\u001b[2K')).toBe(true);
  });
});
