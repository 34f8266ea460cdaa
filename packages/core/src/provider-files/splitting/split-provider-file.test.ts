import { describe, expect, it, vi } from 'vitest';
import {
  BAD_FILES_TODAY,
  type BadFile,
  badFiles,
} from '../../../../../examples/provider-files/provider-files.ts';
import { seededBadFiles } from '../../../../../examples/provider-files/seeded/seeded-files.ts';
import {
  checkProviderFile,
  correctFile,
  hasRowNotes,
  openWorkbook,
  type SplitFile,
  splitProviderFile,
} from '../index.ts';
import { PIPELINE_HEADER, pipelineRow } from '../rows.test-kit.ts';
import type { CellValue, CheckReport, ProviderFile } from '../types.ts';
import { writeXlsx } from '../writing/write-xlsx.ts';

const isFileError = ({ rule, severity }: { readonly rule: string; readonly severity: string }) =>
  severity === 'error' && rule.startsWith('FILE-');

const SHA = 'ab'.repeat(32);

type Tried = Pick<BadFile, 'bytes' | 'name' | 'provider'>;

const split = ({ name, provider, bytes }: Tried): Promise<SplitFile> =>
  splitProviderFile(
    { name, blob: new Blob([bytes]) },
    { provider, today: BAD_FILES_TODAY, sha256: SHA },
  );

const check = (
  file: ProviderFile | undefined,
  { provider }: Pick<Tried, 'provider'>,
): Promise<CheckReport> => {
  if (!file) throw new Error('There is no such file.');
  return checkProviderFile(file, { provider, today: BAD_FILES_TODAY });
};

async function cellsOf(file: ProviderFile | undefined): Promise<Record<string, CellValue[]>> {
  if (!file) throw new Error('There is no such file.');
  const workbook = await openWorkbook(file);
  const rows: Record<string, CellValue[]> = {};
  for (const [index, { name }] of workbook.sheets.entries()) {
    for await (const batch of workbook.rows(index)) {
      for (const { row, cells } of batch) rows[`${name}!${row}`] = [...cells];
    }
  }
  return rows;
}

const named = (name: string): BadFile => {
  const file = badFiles().find((candidate) => candidate.name === name);
  if (!file) throw new Error(`no ${name}`);
  return file;
};

const partly = badFiles().filter(({ expected }) => {
  if (expected.kind === 'refused') return false;
  const { accepted, rows, issues } = expected;
  return accepted > 0 && accepted < rows && !issues.some((issue) => / FILE-/.test(issue));
});

describe('TXN-13 a file is divided into rows to send and rows to correct', () => {
  it.each(partly.map((file) => [file.name, file] as const))(
    '%s: both parts fit the layout and their sums',
    async (_, file) => {
      const { accepted, refused, report } = await split(file);
      const sent = await check(accepted, file);
      const mending = await check(refused, file);
      expect(sent.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(sent).toMatchObject({ ok: true, rows: report.acceptedRows, totals: report.totals });
      expect(mending.rows).toBe(report.rows - report.acceptedRows);
      const rules = (of: CheckReport) =>
        of.issues.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
      expect(rules(mending)).toEqual(rules(report));
      expect([...sent.issues, ...mending.issues].map(({ rule }) => rule)).not.toContainEqual(
        expect.stringMatching(/^FILE-/),
      );
    },
  );

  it('divides files of every provider so that nothing is lost and all sums fit', async () => {
    const providers = new Set<string>();
    for (const file of seededBadFiles(50, 11)) {
      const byRow =
        file.defects.length > 0 && !file.defects.some(({ rule }) => /^FILE-/.test(rule));
      if (!byRow) continue;
      const { accepted, refused, report } = await split(file);
      if (report.acceptedRows === report.rows || report.issues.some(isFileError)) continue;
      providers.add(file.provider);
      const sent = await check(accepted, file);
      const mending = await check(refused, file);
      expect(sent, file.name).toMatchObject({ ok: true, rows: report.acceptedRows });
      expect(sent.totals, file.name).toEqual(report.totals);
      expect(mending.rows, file.name).toBe(report.rows - report.acceptedRows);
      expect([...sent.issues, ...mending.issues].filter(isFileError), file.name).toEqual([]);
    }
    expect(providers.size).toBe(5);
  }, 30_000);

  it('keeps accepted rows and their numbers unchanged, with the same bytes each time', async () => {
    const file = named('amount_wrong.xlsx');
    const first = await split(file);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 90_000_000 });
    const again = await split(file).finally(() => vi.useRealTimers());
    expect(await again.accepted?.blob.text()).toBe(await first.accepted?.blob.text());
    const [sent, whole] = [
      await cellsOf(first.accepted),
      await cellsOf({ ...file, blob: new Blob([file.bytes]) }),
    ];
    expect(sent['Transactions!3']).toEqual(whole['Transactions!3']);
    expect(sent['Transactions!4']).toBeUndefined();
    expect(sent['Transactions!5']?.slice(0, 2)).toEqual(['TRL', 1]);
  });

  it('states in each refused row why it was refused, and its original position', async () => {
    const { refused } = await split(named('amount_wrong.xlsx'));
    const cells = await cellsOf(refused);
    expect(cells['Transactions!2']?.slice(-2)).toEqual(['Forecourt reason', 'Forecourt row']);
    const [reason, mark] = cells['Transactions!3']?.slice(-2) ?? [];
    expect(reason).toMatch(
      /^AMT: TXN-QTY amount is not quantity × price \([\d.]+, expected [\d.]+\)\. Compare quantity, price and amount with the receipt, and correct the one that is wrong\.$/,
    );
    expect(mark).toBe('abababab:Transactions!4');
    expect(cells['Transactions!4']).toEqual(['TRL']);
  });

  it('TXN-13 sends the accepted rows with the hash of the whole file', async () => {
    expect((await split(named('amount_wrong.xlsx'))).fields).toEqual([['original', SHA]]);
  });

  it('returns the file itself if nothing was refused, and nothing if the file is wrong', async () => {
    const good = await split(named('twins.xlsx'));
    expect(good).toMatchObject({
      accepted: { name: 'twins.xlsx' },
      refused: undefined,
      fields: [],
    });
    const wrong = await split(named('trailer_off_100.xlsx'));
    expect([wrong.accepted, wrong.refused]).toEqual([undefined, undefined]);
    const none = await split(named('card_none.xlsx'));
    expect([none.accepted, none.refused, none.report.rows]).toEqual([undefined, undefined, 2]);
  });
});

describe('TXN-13 corrected rows count as in the file that they were taken from', () => {
  const OTHER_SHA = 'cd'.repeat(32);
  const good = (number: number) => pipelineRow(number);
  const broken = (number: number) => pipelineRow(number).with(10, 17);

  const csv = (...rows: readonly (readonly CellValue[])[]): ProviderFile => ({
    name: 'day.csv',
    blob: new Blob([[PIPELINE_HEADER, ...rows].map((row) => row.join(',')).join('\n')]),
  });

  const divided = async (file: ProviderFile | undefined, sha256: string): Promise<SplitFile> => {
    if (!file) throw new Error('There is no such file.');
    return splitProviderFile(file, { provider: 'Pipeline', today: BAD_FILES_TODAY, sha256 });
  };

  const corrected = async (
    file: ProviderFile | undefined,
    cells: Readonly<Record<string, string>>,
  ): Promise<ProviderFile> => {
    if (!file) throw new Error('There is no such file.');
    const { sheets } = await checkProviderFile(file, {
      provider: 'Pipeline',
      today: BAD_FILES_TODAY,
    });
    const changes = Object.entries(cells).map(([cell, to]) => ({ cell, to }));
    return (await correctFile(file, changes, { sheets })).file;
  };

  it('TXN-13 numbers equal purchases as in the original, however often its rows are taken on', async () => {
    const first = await divided(csv(good(1), broken(1), good(1), broken(2)), SHA);
    expect(first.fields).toEqual([
      ['original', SHA],
      ['occurrence', 'Sheet1!4=3/2'],
    ]);
    expect([first.accepted?.name, first.refused?.name]).toEqual(['day.xlsx', 'day.rejected.xlsx']);

    const second = await divided(await corrected(first.refused, { K2: '170' }), OTHER_SHA);
    expect(second.fields).toEqual([
      ['original', SHA],
      ['occurrence', 'Sheet1!2=2/3'],
    ]);
    const left = await cellsOf(second.refused);
    expect(left['Sheet1!2']?.at(-1)).toBe('abababab:Sheet1!5');
    expect(left['Sheet1!3']).toBeUndefined();

    const third = await divided(await corrected(second.refused, { K2: '170' }), OTHER_SHA);
    expect(third.fields).toEqual([['original', SHA]]);
    const another = await corrected(second.refused, { A2: 'A1', K2: '170' });
    expect((await divided(another, OTHER_SHA)).fields).toEqual([
      ['original', SHA],
      ['occurrence', 'Sheet1!2=4/4'],
    ]);
  });

  it('TXN-13 says how many of equal purchases were sent where the first of them comes last', async () => {
    const { refused } = await divided(csv(broken(1), good(1)), SHA);
    const file = await corrected(refused, { K2: '170' });
    expect((await divided(file, OTHER_SHA)).fields[1]).toEqual(['occurrence', 'Sheet1!2=1/2']);
  });

  it('TXN-13 knows every purchase of a long original', async () => {
    const many = Array.from({ length: 1_100 }, (_, at) => good(at + 1));
    const { refused } = await divided(csv(...many, broken(2_000)), SHA);
    for (const number of [1, 1_000, 1_001, 1_100]) {
      const file = await corrected(refused, { A2: `A${number}`, K2: '170' });
      expect((await divided(file, OTHER_SHA)).fields[1]).toEqual(['occurrence', 'Sheet1!2=2/2']);
    }
  });

  it('TXN-13 finds a row’s mark in whichever column somebody moved it to, the first included', async () => {
    const { refused } = await divided(csv(good(1), broken(1)), SHA);
    const rows = Object.entries(await cellsOf(refused)).map(([place, cells]) => {
      const [name = '', row] = place.split('!');
      const moved = cells.length > 3 ? [cells.at(-1), ...cells.slice(0, -1)] : cells;
      return { name, line: { row: Number(row), cells: moved } };
    });
    const sheets = ['Sheet1', 'Forecourt'].map((name) => ({
      ...{ name, hidden: name === 'Forecourt' },
      rows: rows.filter((row) => row.name === name).map(({ line }) => line),
    }));
    const moved = { name: 'a.xlsx', blob: await writeXlsx(sheets) };
    const { fields } = await divided(await corrected(moved, { L2: '170' }), OTHER_SHA);
    expect(fields).toEqual([
      ['original', SHA],
      ['occurrence', 'Sheet1!2=2/2'],
    ]);
  });

  it('recognises them by the hidden sheet in a workbook', async () => {
    const { refused, accepted } = await divided(csv(good(1), broken(2)), SHA);
    if (!refused || !accepted) throw new Error('Nothing was divided.');
    expect(await hasRowNotes(refused, {})).toBe(true);
    expect(await hasRowNotes(accepted, {})).toBe(false);
    expect(await hasRowNotes(csv(good(1)), {})).toBe(false);
    const rows = [PIPELINE_HEADER, good(1), broken(2)].map((cells, at) => ({ row: at + 1, cells }));
    const notes = [{ row: 1, cells: ['original', OTHER_SHA] }];
    for (const named of [{ name: 'Forecourt' }, { name: 'Other', hidden: true }]) {
      const sheets = [
        { name: 'Data', rows },
        { ...named, rows: notes },
      ];
      const file = { name: 'a.xlsx', blob: await writeXlsx(sheets, { date1904: false }) };
      expect(await hasRowNotes(file, {}), named.name).toBe(false);
    }
    const data = { name: 'Data', rows };
    const blank = { name: 'Forecourt', hidden: true, rows: [{ row: 1, cells: ['no notes'] }] };
    const visible = { name: 'Forecourt', rows: notes };
    const hidden = { name: 'Other', hidden: true, rows: notes };
    for (const others of [[hidden], [visible], [blank]]) {
      const blob = await writeXlsx([data, ...others], { date1904: false });
      expect((await divided({ name: 'a.xlsx', blob }, SHA)).fields).toEqual([['original', SHA]]);
    }
  });
});
