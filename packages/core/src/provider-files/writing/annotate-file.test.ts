import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  BAD_FILES_TODAY,
  BAD_RATES_TODAY,
  badFiles,
  badRates,
} from '../../../../../examples/provider-files/provider-files.ts';
import {
  annotateFile,
  type CellValue,
  type CheckIssue,
  checkProviderFile,
  checkRateFile,
  type Findings,
  openWorkbook,
  type ProviderFile,
} from '../index.ts';
import { writeXlsx } from './write-xlsx.ts';

async function cellsOf(file: ProviderFile): Promise<Map<string, readonly CellValue[]>> {
  const workbook = await openWorkbook(file);
  const rows = new Map<string, readonly CellValue[]>();
  for (const [index, { name }] of workbook.sheets.entries()) {
    for await (const batch of workbook.rows(index)) {
      for (const { row, cells } of batch) rows.set(`${name}!${row}`, cells);
    }
  }
  return rows;
}

const fileOf = (name: string, bytes: Uint8Array<ArrayBuffer> | string): ProviderFile => ({
  name,
  blob: new Blob([bytes]),
});

/** Expects every row unchanged, and each issue in its row's reason. */
async function expectCopy(file: ProviderFile, found: Findings): Promise<ProviderFile> {
  const { blob, kind } = await annotateFile(file, found, { kind: 'xlsx' });
  const copy = { name: `copy.${kind}`, blob };
  const [before, after] = [await cellsOf(file), await cellsOf(copy)];
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [place, cells] of before) {
    expect(after.get(place)?.slice(0, cells.length), place).toEqual([...cells]);
  }
  for (const { sheet, row, rule, cell } of found.issues) {
    const places = row === null ? [...after.values()] : [after.get(`${sheet}!${row}`) ?? []];
    const reported = places.some((cells) =>
      String(cells.at(-1)).includes(`${cell ?? ''} ${rule}`.trim()),
    );
    expect(reported, `${cell} ${rule}`).toBe(true);
  }
  return copy;
}

const spreadsheets = badFiles().filter(
  ({ expected, name }) => expected.kind === 'checked' && !name.startsWith('html'),
);

describe('TXN-12 a copy with reasons', () => {
  it.each(spreadsheets.map((file) => [file.name, file] as const))(
    '%s: keeps every value, names every issue in its row, and checks as before',
    async (name, { bytes, provider }) => {
      const options = { provider, today: BAD_FILES_TODAY };
      const file = fileOf(name, bytes);
      const report = await checkProviderFile(file, options);
      const copy = await expectCopy(file, report);
      const again = await checkProviderFile(copy, options);
      const rules = ({ issues }: Findings) => issues.map(({ rule, cell }) => `${cell} ${rule}`);
      expect(rules(again)).toEqual(rules(report));
    },
  );

  it.each(
    badRates()
      .filter(({ expected }) => expected.kind === 'checked')
      .slice(0, 12)
      .map((file) => [file.name, file] as const),
  )('RATE-01 %s: the same for daily rates', async (name, { bytes, options, provider }) => {
    const file = fileOf(name, bytes);
    await expectCopy(
      file,
      await checkRateFile(file, { provider, today: BAD_RATES_TODAY, ...options }),
    );
  });

  it('never contains anything that a spreadsheet executes', async () => {
    const text = 'A,B\n"=HYPERLINK(""http://x"")",@SUM(1)\n-1.5,+cmd\n-,-$5.00\n';
    const file = fileOf('x.csv', text);
    const sheets = [{ name: 'Sheet1', headerRow: 1, headers: ['A', 'B'], rows: 2, totalRows: [] }];
    const csv = await annotateFile(file, { issues: [], sheets });
    expect(csv.kind).toBe('csv');
    expect(await csv.blob.text()).toBe(
      '\uFEFFA,B,Forecourt reason\r\n"\'=HYPERLINK(""http://x"")",\'@SUM(1)\r\n-1.5,\'+cmd\r\n-,-$5.00\r\n'.slice(
        1,
      ),
    );
    const xlsx = await annotateFile(file, { issues: [], sheets }, { kind: 'xlsx' });
    const kept = await cellsOf({ name: 'x.xlsx', blob: xlsx.blob });
    expect(kept.get('Sheet1!2')).toEqual(['=HYPERLINK("http://x")', '@SUM(1)']);
    const { read } = await import('xlsx');
    const book = read(new Uint8Array(await xlsx.blob.arrayBuffer()), { cellFormula: true });
    expect(JSON.stringify(book.Sheets)).not.toMatch(/"[fl]":/);
  });

  it('TXN-12 writes each issue to its row, or to the header of its sheet, and keeps a former reason’s place', async () => {
    const row = (cells: readonly CellValue[], at: number) => ({ row: at + 2, cells });
    const rows = [
      ['Card', 'Qty'],
      ['a', 1],
      ['b', 2, 'x'],
    ].map(row);
    const second = [
      ['Card', 'FORECOURT Reason', 'Qty'],
      ['a', 'old', 1],
      ['b', 'old', 2],
    ].map(row);
    const blob = await writeXlsx([
      { name: 'One', rows },
      { name: 'Two', rows: second, hidden: true },
    ]);
    const issue = (at: Partial<CheckIssue>): CheckIssue => ({
      ...{ rule: 'TXN-QTY', severity: 'error', file: 'a.xlsx', sheet: 'One', row: null },
      ...{ column: null, cell: null, value: null, expected: null },
      ...{ message: 'is wrong', requires: 'It is right.', fix: 'Mend it.' },
      ...at,
    });
    const found: Findings = {
      issues: [
        issue({ row: 3, cell: 'B3', value: '1', expected: '2' }),
        issue({ row: 3, severity: 'warning', value: '', expected: '7' }),
        issue({ row: 2, cell: 'A2' }),
        issue({ sheet: null }),
        issue({ sheet: 'Gone', rule: 'TXN-DATE' }),
        issue({ sheet: 'Two', row: 4, value: '5' }),
      ],
      sheets: [
        { name: 'One', headerRow: 2, headers: ['Card', 'Qty'], rows: 2, totalRows: [] },
        {
          name: 'Two',
          headerRow: 2,
          headers: ['Card', 'FORECOURT Reason', 'Qty'],
          rows: 2,
          totalRows: [],
        },
      ],
    };
    const copy = await annotateFile({ name: 'a.xlsx', blob }, found);
    expect(copy.kind).toBe('xlsx');
    expect(Object.fromEntries(await cellsOf({ name: 'a.xlsx', blob: copy.blob }))).toEqual({
      'One!2': [
        'Card',
        'Qty',
        undefined,
        'Forecourt reason; the whole file: TXN-QTY is wrong. Mend it. TXN-DATE is wrong. Mend it.; A2 TXN-QTY is wrong. Mend it.',
      ],
      'One!3': [
        'a',
        1,
        undefined,
        'B3 TXN-QTY is wrong (1, expected 2). Mend it. warning: TXN-QTY is wrong (expected 7). Mend it.',
      ],
      'One!4': ['b', 2, 'x'],
      'Two!2': ['Card', 'Forecourt reason', 'Qty'],
      'Two!3': ['a', undefined, 1],
      'Two!4': ['b', 'TXN-QTY is wrong (5). Mend it.', 2],
    });
    const parts = unzipSync(new Uint8Array(await copy.blob.arrayBuffer()));
    expect(strFromU8(parts['xl/worksheets/sheet2.xml'] ?? new Uint8Array())).not.toContain('"B3"');
    const { sheets } = await openWorkbook({ name: 'a.xlsx', blob: copy.blob });
    expect(sheets.map(({ hidden }) => hidden)).toEqual([false, true]);
    const unchecked = await annotateFile({ name: 'a.xlsx', blob }, { issues: [], sheets: [] });
    const cells = await cellsOf({ name: 'a.xlsx', blob: unchecked.blob });
    expect(cells.get('One!2')?.at(-1)).toBe('Forecourt reason');
    expect(cells.get('One!3')).toEqual(['a', 1]);
  });
});
