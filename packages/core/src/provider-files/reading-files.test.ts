import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goodFiles } from '../../../../examples/provider-files/provider-files.ts';
import { checkSheets, type TestSheet } from './checking.test-kit.ts';
import {
  checkProviderFile,
  formatIssue,
  type ProviderFileError,
  readProviderFile,
} from './index.ts';
import { essoLayout } from './layouts/esso.layout.ts';
import { pipelineLayout } from './layouts/pipeline.layout.ts';
import type { CellValue, CheckIssue } from './types.ts';

const [esso] = goodFiles('2026-11-18');
const file = { name: esso?.name ?? '', blob: new Blob([esso?.bytes ?? '']) };

const HEADER = [
  'Auth Code',
  'Card #',
  'Date',
  'Site #',
  'Prov',
  'Prod',
  'Qty',
  'Billed',
  'HST',
  'GST',
  'Final Amt',
  'Cur',
];
const line = (qty = 100, amount = 170, hst = 19.56): CellValue[] => [
  'A1',
  '7076850000000128',
  '2026-11-18',
  '07011',
  'ON',
  'TA',
  qty,
  1.7,
  hst,
  0,
  amount,
  'CN',
];
const total = (qty: CellValue, amount: CellValue): CellValue[] => [
  'Grand Total',
  undefined,
  undefined,
  undefined,
  undefined,
  undefined,
  qty,
  undefined,
  undefined,
  undefined,
  amount,
];
const sheet = (...rows: (readonly CellValue[])[]): TestSheet => ({
  name: 'Sheet1',
  rows: [HEADER, ...rows],
});

describe('TXN-12 reading a file row by row', () => {
  it('yields every row with its cells under the sheet’s headers', async () => {
    const { rows, report } = await checkSheets('Pipeline', [sheet(line(), total(100, 170))]);
    expect(report.sheets).toEqual([
      { name: 'Sheet1', headerRow: 1, rows: 1, headers: HEADER, totalRows: [3] },
    ]);
    expect(rows[0]?.cells[6]).toBe('100');
    expect(rows[0]?.lines).toHaveLength(1);
    expect(rows[0]?.lines).toBe(rows[0]?.lines);
  });

  it('reports progress per batch, and releases the file when the reader stops', async () => {
    const seen: number[] = [];
    const rows = Array.from({ length: 7 }, () => line());
    await checkSheets('Pipeline', [sheet(...rows, total(700, 1190))], {
      onProgress: (progress) => seen.push(progress.rows),
    });
    expect(seen.at(-1)).toBe(7);
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    const reading = readProviderFile(file, { provider: 'ESSO' });
    for await (const _ of reading) break;
    await expect(Array.fromAsync(reading)).rejects.toThrow('once');
  });

  it('stops with the signal’s reason', async () => {
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    await expect(checkProviderFile(file, { provider: 'ESSO', signal })).rejects.toBe(reason);
  });

  it('keeps no more issues than requested, and counts them all', async () => {
    const rows = Array.from({ length: 9 }, () => line(100, 999));
    const { report } = await checkSheets('Pipeline', [sheet(...rows)], { maxIssues: 4 });
    expect(report.issues).toHaveLength(4);
    expect(report.errors).toBe(9);
    expect(report).toMatchObject({ ok: false, acceptedRows: 0, lines: 0, totals: [] });
  });

  it('TXN-12 keeps errors before warnings, in the order of the file', async () => {
    const old = (code: string) => line().with(0, code).with(2, '2026-07-18');
    const rows = [old('A2'), line(100, 999), old('A3'), old('A4'), line(100, 998)];
    const { report } = await checkSheets('Pipeline', [sheet(...rows)], { maxIssues: 3 });
    expect(report.errors).toBe(2);
    expect(report.warnings).toBeGreaterThan(2);
    expect(report.issues.map(({ severity }) => severity)).toEqual(['warning', 'error', 'error']);
    const one = await checkSheets('Pipeline', [sheet(...rows)], { maxIssues: 1 });
    expect(one.report.issues.map(({ severity }) => severity)).toEqual(['error']);
  });

  it('skips banners, dashes, repeated headers and subtotals, but never a damaged row', async () => {
    const damaged = line();
    damaged[2] = undefined;
    const { rows, found } = await checkSheets('Pipeline', [
      sheet(
        ['Transactions for Card # 2956373'],
        HEADER.map(() => '---'),
        line(),
        [
          undefined,
          undefined,
          undefined,
          undefined,
          undefined,
          undefined,
          100,
          undefined,
          undefined,
          undefined,
          170,
        ],
        HEADER,
        ['   '],
        damaged,
        total(200, 340),
      ),
    ]);
    expect(rows.map(({ row }) => row)).toEqual([4, 8]);
    expect(found).toEqual(['C8 TXN-REQUIRED']);
  });

  it('reads the header below a deep banner, and no deeper than the layout allows', async () => {
    const blank = (count: number) => Array.from({ length: count }, () => ['banner']);
    const deep = (count: number) => [
      { name: 'Sheet1', rows: [...blank(count), HEADER, line(), total(100, 170)] },
    ];
    expect((await checkSheets('Pipeline', deep(39))).report.sheets[0]?.headerRow).toBe(40);
    await expect(checkSheets('Pipeline', deep(40))).rejects.toMatchObject({
      code: 'header_not_found',
    });
  });

  it('reads only the first sheet where the layout says so', async () => {
    const sheets = [sheet(line(), total(100, 170)), { ...sheet(line()), name: 'Two' }];
    const layouts = [{ ...pipelineLayout, sheets: 'first' }];
    expect((await checkSheets('Pipeline', sheets)).report.rows).toBe(2);
    expect((await checkSheets('Pipeline', sheets, { layouts })).report.rows).toBe(1);
  });

  it('leaves hidden sheets out, and reports them', async () => {
    const hidden = { ...sheet(line()), name: 'Old', hidden: true };
    const { found, report } = await checkSheets('Pipeline', [
      hidden,
      sheet(line(), total(100, 170)),
    ]);
    expect(found).toEqual(['- FILE-HIDDEN-SHEET']);
    expect(report.rows).toBe(1);
  });

  it('refuses a data sheet with missing columns, and an empty file', async () => {
    const cut = HEADER.slice(0, 9);
    await expect(
      checkSheets('Pipeline', [sheet(line()), { name: 'Two', rows: [cut, line()] }]),
    ).rejects.toMatchObject({
      code: 'missing_columns',
      sheet: 'Two',
      message: expect.stringContaining("'GST', 'Final Amt', 'Cur'"),
    });
    await expect(checkSheets('Pipeline', [{ name: 'Sheet1', rows: [] }])).rejects.toMatchObject({
      code: 'no_rows',
    });
  });
});

describe('TXN-12 totals', () => {
  it.each([
    [total(100, 170), []],
    [total(100, 170.01), ['K3 FILE-TOTAL-CENT']],
    [total(100, 170.02), ['K3 FILE-TOTAL']],
    [total(101, 170), ['G3 FILE-QUANTITY']],
    [total('all', 170), ['G3 TXN-NUMBER']],
    [total(undefined, undefined), []],
  ])('%j', async (row, expected) => {
    expect((await checkSheets('Pipeline', [sheet(line(), row)])).found).toEqual(expected);
  });

  it('may total the file or the sheet', async () => {
    const second = (row: CellValue[]) => ({ ...sheet(line().with(0, 'A2'), row), name: 'Two' });
    for (const row of [total(100, 170), total(200, 340)]) {
      const sheets = [sheet(line(), total(100, 170)), second(row)];
      expect((await checkSheets('Pipeline', sheets)).found).toEqual([]);
    }
  });

  it('are not compared if rows could not be read', async () => {
    const { found } = await checkSheets('Pipeline', [
      sheet(line(), line(100, Number.NaN), total(200, 340)),
    ]);
    expect(found).toEqual(['K3 TXN-NUMBER']);
  });

  it('are exact however many rows there are', async () => {
    const quantity = fc.integer({ min: 100, max: 150_000 });
    await fc.assert(
      fc.asyncProperty(fc.array(quantity, { minLength: 1, maxLength: 40 }), async (hundredths) => {
        const rows = hundredths.map((value) => {
          const cents = Math.round((value * 17) / 10);
          return line(value / 100, cents / 100, (cents - Math.round(cents / 1.13)) / 100);
        });
        const { report } = await checkSheets('Pipeline', [sheet(...rows)]);
        const litres = hundredths.reduce((sum, value) => sum + BigInt(value), 0n);
        expect(report.errors).toBe(0);
        expect(report.totals[0]?.quantity).toBe(
          `${litres / 100n}.${String(litres % 100n).padStart(2, '0')}0`,
        );
      }),
      { numRuns: 30 },
    );
  });
});

describe('provided layouts', () => {
  const own = { ...essoLayout, products: { D9: 'DIESEL' } };

  it('replace the built-in one', async () => {
    const report = await checkProviderFile(file, { provider: 'ESSO', layouts: [own] });
    expect(report.acceptedRows).toBe(0);
    expect(report.issues[0]).toMatchObject({ rule: 'TXN-PRODUCT', value: 'D1' });
  });

  it.each([
    ['not a layout', 'layout'],
    [null, 'layout'],
    [{ ...essoLayout, currency: 'EUR' }, 'currency'],
    [{ ...essoLayout, colums: [] }, 'colums'],
    [{ ...essoLayout, headerDepth: 101 }, 'headerDepth'],
    [{ ...essoLayout, columns: essoLayout.columns.slice(0, 5) }, 'province is missing'],
    [
      { ...essoLayout, columns: [...essoLayout.columns, { header: 'X', field: 'colour' }] },
      'unknown field colour',
    ],
    [
      { ...essoLayout, columns: [...essoLayout.columns, { header: 'X', field: 'amount' }] },
      'appears twice',
    ],
    [{ ...essoLayout, columns: essoLayout.columns.slice(1) }, 'recordType is missing'],
    [{ ...essoLayout, wide: { lines: [{ code: 'D8', amount: 'cost' }] } }, 'cost has no column'],
    [{ ...essoLayout, wide: { lines: [{ amount: 'misc' }] } }, 'either code or codeField'],
  ])('are refused if they are wrong: %#', async (layout, says) => {
    const refusal = checkProviderFile(file, { provider: 'ESSO', layouts: [layout] });
    await expect(refusal).rejects.toMatchObject({ code: 'bad_layout' });
    const { message } = (await refusal.catch((error) => error)) as ProviderFileError;
    expect(message).toContain(says);
  });

  it('are named when there is none for a provider', async () => {
    await expect(checkProviderFile(file, { provider: 'SuperPass' })).rejects.toThrow(
      'There is no layout for the provider SuperPass. There are layouts for ESSO, Suncore, Comdata, Pipeline, TAPetro.',
    );
  });
});

describe('TXN-12 an issue in one line', () => {
  const issue: CheckIssue = {
    rule: 'TXN-QTY',
    severity: 'error',
    file: 'day.xlsx',
    sheet: 'Sheet1',
    row: 214,
    column: 'AMT',
    cell: 'F214',
    value: '12.40',
    expected: '12.04',
    message: 'amount is not quantity × price',
    requires: 'Amount and quantity × price agree.',
    fix: 'Compare them with the receipt.',
  };

  it.each([
    [
      {},
      'Sheet1!F214 TXN-QTY AMT: amount is not quantity × price (12.40, expected 12.04). Compare them with the receipt.',
    ],
    [
      { sheet: '17 Nov’s' },
      "'17 Nov’s'!F214 TXN-QTY AMT: amount is not quantity × price (12.40, expected 12.04). Compare them with the receipt.",
    ],
    [
      { sheet: "Q4 'raw'" },
      "'Q4 ''raw'''!F214 TXN-QTY AMT: amount is not quantity × price (12.40, expected 12.04). Compare them with the receipt.",
    ],
    [
      { expected: null },
      'Sheet1!F214 TXN-QTY AMT: amount is not quantity × price (12.40). Amount and quantity × price agree. Compare them with the receipt.',
    ],
    [
      { value: '', expected: null },
      'Sheet1!F214 TXN-QTY AMT: amount is not quantity × price. Amount and quantity × price agree. Compare them with the receipt.',
    ],
    [
      { cell: null, value: null },
      'Sheet1!214 TXN-QTY AMT: amount is not quantity × price (expected 12.04). Compare them with the receipt.',
    ],
    [
      { cell: null, row: null },
      'Sheet1 TXN-QTY AMT: amount is not quantity × price (12.40, expected 12.04). Compare them with the receipt.',
    ],
    [
      { column: null },
      'Sheet1!F214 TXN-QTY amount is not quantity × price (12.40, expected 12.04). Compare them with the receipt.',
    ],
    [
      { column: '' },
      'Sheet1!F214 TXN-QTY amount is not quantity × price (12.40, expected 12.04). Compare them with the receipt.',
    ],
    [
      { sheet: null, cell: null },
      'day.xlsx TXN-QTY AMT: amount is not quantity × price (12.40, expected 12.04). Compare them with the receipt.',
    ],
  ])('%j', (changes, text) => {
    expect(formatIssue({ ...issue, ...changes })).toBe(text);
  });
});
