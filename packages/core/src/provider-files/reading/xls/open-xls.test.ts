import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CFB } from 'xlsx';
import {
  characters,
  plainText,
  type RecordWriter,
  u16s,
  u32s,
} from '../../../../../../examples/provider-files/odd/biff-records.ts';
import { compoundOf } from '../../../../../../examples/provider-files/odd/compound-file.ts';
import { anyGrid } from '../../../../../../examples/provider-files/odd/grid.ts';
import { oldXls } from '../../../../../../examples/provider-files/odd/odd-xls.ts';
import { PART, RECORD } from '../../../../../../examples/provider-files/odd/record-types.ts';
import {
  type RawBook,
  type RawRow,
  xlsFile,
  xlsStream,
} from '../../../../../../examples/provider-files/odd/xls-workbook.ts';
import { seededRandom } from '../../../../../../examples/provider-files/random.ts';
import { read } from '../files.test-kit.ts';
import { openWithSheetJs } from '../sheetjs/open-with-sheetjs.ts';
import { fileOf, readBySheetJs, rowsBySheetJs } from '../workbooks.test-kit.ts';

// Files share a worker's modules: the readers are loaded anew, so that they call the spy.
vi.hoisted(() => vi.resetModules());
vi.mock('../sheetjs/open-with-sheetjs.ts', { spy: true });
beforeEach(() => {
  vi.mocked(openWithSheetJs).mockClear();
});

const bySheetJs = () => vi.mocked(openWithSheetJs).mock.calls.length;

async function cellsOf(...rows: readonly (RawRow | undefined)[]) {
  const { rows: found } = await read(fileOf(xlsFile({ sheets: [{ name: 'Data', rows }] })));
  return found.map(({ cells }) => cells);
}

const cut = (book: Omit<RawBook, 'sheets'>, rows: readonly RawRow[]) =>
  read(fileOf(xlsFile({ ...book, sheets: [{ name: 'Data', rows }] })));

describe('TXN-04 an .xls is read by records', () => {
  it('cells of every kind', async () => {
    const cells = await cellsOf(
      ['Card', { label: 'Stück' }, '東京', ''],
      [1, 2, -3, 12.34, { double: 0.1 }, 2 ** 29, 1e300, -0.01],
      [true, false, { error: 42 }, { error: 7 }, { error: 99 }],
      [{ formula: 1.5 }, { formula: 'text' }, { formula: null }, { formula: true }],
      [undefined, undefined, undefined, { formula: { error: 23 } }],
      [undefined],
    );
    expect(cells).toEqual([
      ['Card', 'Stück', '東京'],
      [1, 2, -3, 12.34, 0.1, 2 ** 29, 1e300, -0.01],
      [true, false, { fault: '#N/A' }, { fault: '#DIV/0!' }, { fault: '#ERROR!' }],
      [1.5, 'text', undefined, true],
      [undefined, undefined, undefined, { fault: '#REF!' }],
    ]);
    expect(bySheetJs()).toBe(0);
  });

  it('an invalid number, and a formula whose text is missing, are faults of their cell', async () => {
    const withoutText = (writer: RecordWriter, row: number) => {
      const value = [0, 0, 0, 0, 0, 0, 255, 255];
      const head = [...u16s(row, 2, 15), ...value];
      writer.record(RECORD.formula, [...head, ...u16s(0), ...u32s(0), ...u16s(0)]);
    };
    expect(await cellsOf([{ double: Number.NaN }, { double: Infinity }], withoutText)).toEqual([
      [{ fault: 'not a number' }, { fault: 'not a number' }],
      [undefined, undefined, { fault: 'formula without a value' }],
    ]);
  });

  it('shared texts wherever their table is divided', async () => {
    const texts = [
      { text: 'rich and phonetic', runs: 3, phonetic: 9 },
      { text: 'Ωmega', wide: true },
      { text: '' },
      { text: 'wide though it need not be', wide: true, runs: 1 },
      { text: 'é'.repeat(40), phonetic: 20 },
    ];
    const rows = [texts.map(({ text }) => text), ['last']];
    for (let maxBody = 12; maxBody < 140; maxBody += 1) {
      const { rows: found } = await cut({ texts, maxBody }, rows);
      expect(
        found.map(({ cells }) => cells),
        String(maxBody),
      ).toEqual(rows.map((row) => row.map((text) => (text === '' ? undefined : text))));
    }
    expect(bySheetJs()).toBe(0);
  });

  it("a formula's text that continues in further records, with another character size", async () => {
    const long = (writer: RecordWriter, row: number) => {
      const value = [0, 0, 0, 0, 0, 0, 255, 255];
      const head = [...u16s(row, 0, 15), ...value];
      writer.record(RECORD.formula, [...head, ...u16s(8), ...u32s(0), ...u16s(0)]);
      writer.record(0x04bc, [...u16s(row, row), 0, 0, 0, 1, ...u16s(0)]);
      writer.record(RECORD.text, [...u16s(7), 0, ...characters('abc', false)]);
      writer.record(RECORD.continued, [1, ...characters('ΩΩ', true)]);
      writer.record(RECORD.continued, [0, ...characters('yz', false)]);
    };
    expect(await cellsOf(long)).toEqual([['abcΩΩyz']]);
  });

  it('sheets in order, hidden ones too, without charts, macros, dialogs and what is inside a chart', async () => {
    const chart = (writer: RecordWriter) => {
      writer.record(RECORD.bof, u16s(0x0600, PART.chart, 0, 0, 0, 0, 0, 0));
      writer.record(RECORD.label, [...u16s(9, 0, 15), ...plainText('of the chart')]);
      writer.record(RECORD.eof);
    };
    const sheets = [
      { name: 'Data', rows: [['a'], chart, ['b']] },
      { name: 'Chart', rows: [[1]], part: PART.chart },
      { name: 'Été', hidden: 1, rows: [] },
      { name: 'Macros', rows: [[1]], part: PART.macros },
      { name: 'Dialog', rows: [[1]], dialog: true },
      { name: 'Secret', hidden: 2, rows: [[2]] },
    ];
    const { rows, workbook } = await read(fileOf(xlsFile({ sheets, date1904: true })));
    expect(workbook).toMatchObject({ kind: 'xls', date1904: true });
    expect(workbook.sheets).toEqual([
      { name: 'Data', hidden: false },
      { name: 'Été', hidden: true },
      { name: 'Secret', hidden: true },
    ]);
    expect(rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [1, 'a'],
      [3, 'b'],
      [1, 2],
    ]);
  });

  it('through a container of any order and size, past other workbooks embedded in it', async () => {
    const rows = Array.from({ length: 9000 }, (_, row) => [
      row,
      `text ${row}`,
      { double: row / 7 },
    ]);
    const stream = xlsStream({ sheets: [{ name: 'Data', rows }] });
    const backwards = (count: number) => Array.from({ length: count }, (_, at) => count - 1 - at);
    for (const options of [{}, { order: backwards }, { sectorSize: 4096, order: backwards }]) {
      const { rows: found } = await read(fileOf(compoundOf(stream, options)));
      expect(found).toHaveLength(9000);
      expect(found.at(-1)?.cells).toEqual([8999, 'text 8999', 8999 / 7]);
    }
    const large = xlsStream({
      sheets: [{ name: 'Data', rows: [['a'.repeat(9)], ['b']] }],
      texts: Array.from({ length: 900 }, (_, index) => ({ text: `${index}`.repeat(3000) })),
    });
    expect(large.length).toBeGreaterThan(109 * 128 * 512);
    expect((await read(fileOf(compoundOf(large)))).rows.map(({ cells }) => cells[0])).toEqual([
      'a'.repeat(9),
      'b',
    ]);
    const file = CFB.utils.cfb_new();
    CFB.utils.cfb_add(
      file,
      '/MBD0001/Workbook',
      xlsStream({ sheets: [{ name: 'No', rows: [[1]] }] }),
    );
    CFB.utils.cfb_add(file, '/Workbook', xlsStream({ sheets: [{ name: 'Yes', rows: [[2]] }] }));
    const bytes = new Uint8Array(CFB.write(file, { type: 'buffer' }) as Uint8Array);
    expect((await read(fileOf(bytes))).rows).toEqual([{ row: 1, cells: [2] }]);
    expect(bySheetJs()).toBe(0);
  });

  it('formatted blank cells in every row make no row', async () => {
    const blank = Array.from({ length: 30 }, () => undefined);
    const rows = Array.from({ length: 65_535 }, () => blank);
    const bytes = xlsFile({ sheets: [{ name: 'Data', rows: [...rows, ['last']] }] });
    const { rows: found } = await read(fileOf(bytes), { limits: { maxRows: 1 } });
    expect(found).toEqual([{ row: 65_536, cells: ['last'] }]);
  });
});

describe('what the scanner does not support is left to SheetJS', () => {
  it.each(['biff8', 'biff5', 'biff4', 'biff3', 'biff2'] as const)('%s by SheetJS', async (type) => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const grid = anyGrid(seededRandom(seed));
      const bytes = oldXls(grid, type);
      const { rows, workbook } = await read(fileOf(bytes, 'old.xls'));
      const names = readBySheetJs(bytes).SheetNames;
      expect(workbook.sheets.map(({ name }) => name)).toEqual(names);
      expect(rows).toEqual(names.flatMap((_, index) => rowsBySheetJs(bytes, index)));
    }
    // SheetJS's BIFF5 files without cells, or with cells of older versions, are left to it.
    expect(bySheetJs()).toBe({ biff8: 0, biff5: 2, biff4: 12, biff3: 12, biff2: 12 }[type]);
  });

  const label = (row: number, column: number, text: string) => (writer: RecordWriter) =>
    writer.record(RECORD.label, [...u16s(row, column, 15), ...plainText(text)]);

  it.each([
    ['rows out of order', [label(5, 0, 'six'), label(1, 0, 'two')], [2, 6]],
    ['columns out of order', [label(0, 3, 'd'), label(0, 1, 'b')], [1]],
    ['a cell twice', [label(0, 0, 'first'), label(0, 0, 'second')], [1]],
  ] as const)('%s', async (_, rows, expected) => {
    const bytes = xlsFile({
      sheets: [
        { name: 'Data', rows },
        { name: 'More', rows: [['x']] },
      ],
    });
    const { rows: found } = await read(fileOf(bytes));
    expect(found).toEqual([...rowsBySheetJs(bytes), { row: 1, cells: ['x'] }]);
    expect(found.slice(0, -1).map(({ row }) => row)).toEqual(expected);
    expect(bySheetJs()).toBe(1);
  });

  it('from the row on where it becomes unusual, so that no row is lost or repeated', async () => {
    const rows: RawRow[] = Array.from({ length: 9000 }, (_, row) => [row]);
    // Says that its text has another form than narrow or wide.
    rows[8000] = (writer, row) =>
      writer.record(RECORD.label, [...u16s(row, 0, 15), ...u16s(1), 4, ...characters('A', false)]);
    const { rows: found } = await read(fileOf(xlsFile({ sheets: [{ name: 'Data', rows }] })));
    expect(found.map(({ row }) => row)).toEqual(rows.map((_, row) => row + 1));
    expect(bySheetJs()).toBe(1);
  });
});
