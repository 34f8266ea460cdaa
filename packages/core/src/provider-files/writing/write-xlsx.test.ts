import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { read } from 'xlsx';
import { openWorkbook } from '../reading/index.ts';
import type { CellValue } from '../types.ts';
import { type WrittenSheet, writeXlsx } from './write-xlsx.ts';

const sheetOf = (cells: readonly CellValue[], more: Partial<WrittenSheet> = {}): WrittenSheet => ({
  name: 'Sheet1',
  rows: [{ row: 3, cells }],
  ...more,
});

async function readBack(sheets: readonly WrittenSheet[]): Promise<readonly CellValue[]> {
  const workbook = await openWorkbook({ name: 'x.xlsx', blob: await writeXlsx(sheets) });
  const rows: (readonly CellValue[])[] = [];
  for await (const batch of workbook.rows(0)) {
    for (const { row, cells } of batch) {
      expect(row).toBe(3);
      rows.push(cells);
    }
  }
  return rows[0] ?? [];
}

const ODD = ['=1+1', '@x', ' x ', 'a\r\nb\tc', '\u0007\u0000', '_x0041_', '<&>"\'', 'é😀', '0541'];

describe('a written workbook', () => {
  it('keeps every value, for our reader and for another one', async () => {
    const cells = [...ODD, 0, -12.5, 1e21, 0.1, true, false, { fault: '#REF!' }, undefined, 'end'];
    expect(await readBack([sheetOf(cells)])).toEqual(cells);
    const bytes = new Uint8Array(await (await writeXlsx([sheetOf(cells)])).arrayBuffer());
    const { Sheet1 } = read(bytes, { cellFormula: true, cellHTML: false }).Sheets;
    const values = cells
      .slice(0, 13)
      .map((_, column) => Sheet1?.[`${String.fromCharCode(65 + column)}3`]?.v);
    // SheetJS reads CRLF as a single line end.
    const asRead = (value: CellValue) =>
      typeof value === 'string' ? value.replace('\r\n', '\n') : value;
    expect(values).toEqual(cells.slice(0, 13).map(asRead));
    expect(JSON.stringify(Sheet1)).not.toContain('"f":');
  });

  it('keeps any text and number', async () => {
    // fast-check's own unit for this, 'binary', costs seconds on its first use: longer than the test's limit under load.
    const character = fc
      .oneof(fc.integer({ min: 1, max: 0xff }), fc.integer({ min: 1, max: 0x10_f7ff }))
      .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));
    const cell = fc.oneof(
      fc.string({ unit: character, minLength: 1, maxLength: 20 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    );
    const columns = fc.array(cell, { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(columns, async (cells) => {
        const text = cells.map((value) =>
          typeof value === 'string' ? value.replaceAll('\u0000', 'x') : value,
        );
        expect(await readBack([sheetOf(text)])).toEqual(text);
      }),
      { numRuns: 40 },
    );
  }, 30_000);

  it('shows numbers in their formats, keeps sheets hidden, and states the date system', async () => {
    const rows = [{ row: 1, cells: [46_344, 1.5], formats: ['yyyy-mm-dd', undefined] }];
    const sheets = [
      { name: 'A & B', rows },
      { name: 'Notes', hidden: true, rows: [] },
    ];
    const blob = await writeXlsx(sheets, { date1904: true });
    const workbook = await openWorkbook({ name: 'x.xlsx', blob });
    expect(workbook).toMatchObject({
      date1904: true,
      sheets: [
        { name: 'A & B', hidden: false },
        { name: 'Notes', hidden: true },
      ],
    });
    const book = read(new Uint8Array(await blob.arrayBuffer()), { cellNF: true });
    expect(book.Sheets['A & B']).toMatchObject({
      A1: { v: 46_344, z: 'yyyy-mm-dd' },
      B1: { v: 1.5 },
    });
  });
});
