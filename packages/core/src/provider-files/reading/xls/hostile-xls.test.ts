import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { read as readBySheetJs } from 'xlsx';
import {
  plainText,
  type RecordWriter,
  u16s,
  u32s,
} from '../../../../../../examples/provider-files/odd/biff-records.ts';
import { compoundOf } from '../../../../../../examples/provider-files/odd/compound-file.ts';
import { RECORD } from '../../../../../../examples/provider-files/odd/record-types.ts';
import {
  type RawRow,
  xlsFile,
  xlsStream,
} from '../../../../../../examples/provider-files/odd/xls-workbook.ts';
import { ProviderFileError } from '../../provider-file-error.ts';
import type { CellValue, SheetRow } from '../../types.ts';
import { NO_RESULT } from '../faults.ts';
import { fault, read } from '../files.test-kit.ts';
import { onlyCells } from '../sheetjs/only-cells.ts';
import { allRows, fileOf, rowsBySheetJs } from '../workbooks.test-kit.ts';

const ROWS: readonly RawRow[] = [
  ['Card', 'Station', { label: 'Québec' }, 'Ω'.repeat(20)],
  [1, 2, 3.25, 12.34, { double: 0.1 }, true, { error: 42 }],
  [{ formula: 1.5 }, { formula: 'text' }, { formula: null }, { formula: { error: 7 } }],
  [undefined, undefined, 5, 'Card'],
];
const TEXTS = [{ text: 'rich', runs: 2, phonetic: 5 }];
const STREAM = xlsStream({
  sheets: [
    { name: 'Data', rows: ROWS },
    { name: 'More', hidden: 1, rows: [['x', 9]] },
  ],
  texts: TEXTS,
  maxBody: 40,
});

const refusal = (...rows: readonly RawRow[]) =>
  fault(fileOf(xlsFile({ sheets: [{ name: 'Data', rows }] })));
const label = (row: number, column: number) => (writer: RecordWriter) =>
  writer.record(RECORD.label, [...u16s(row, column, 15), ...plainText('far')]);

/** Returns the position of the first record of a type in a stream. */
function find(stream: Uint8Array, type: number): number {
  const view = new DataView(stream.buffer, stream.byteOffset);
  let at = 0;
  while (view.getUint16(at, true) !== type) at += 4 + view.getUint16(at + 2, true);
  return at;
}

function patched(at: (stream: Uint8Array) => number, value: number): Uint8Array {
  const stream = new Uint8Array(STREAM);
  new DataView(stream.buffer).setUint32(at(stream), value, true);
  return stream;
}

describe('a hostile .xls', () => {
  it('is refused wherever its records are cut off', async () => {
    for (let length = 16; length < STREAM.length; length += 7) {
      const error = await fault(fileOf(compoundOf(STREAM.subarray(0, length))));
      expect(error.code, String(length)).toBe('damaged_file');
    }
  });

  it('is refused if a cell refers to a missing text, whatever number of texts it claims', async () => {
    const claimed = patched((stream) => find(stream, RECORD.sst) + 8, 0xffffffff);
    expect((await read(fileOf(compoundOf(claimed)))).rows).toHaveLength(5);
    const far = (writer: RecordWriter) =>
      writer.record(RECORD.labelSst, [...u16s(0, 0, 15), ...u32s(4_000_000_000)]);
    expect(await refusal(far)).toMatchObject({ code: 'damaged_file', sheet: 'Data' });
    expect((await refusal(far)).message).toMatch(/text number 4000000000 is not/);
  });

  it('is refused where a text claims to be longer than the file', async () => {
    for (const field of ['characters', 'runs', 'phonetic'] as const) {
      const rows = [['rich', 'and another']];
      const stream = xlsStream({ sheets: [{ name: 'Data', rows }], texts: TEXTS });
      const view = new DataView(stream.buffer);
      const at = find(stream, RECORD.sst) + 12;
      if (field === 'characters') view.setUint16(at, 0xffff, true);
      if (field === 'runs') view.setUint16(at + 3, 0xffff, true);
      if (field === 'phonetic') view.setUint32(at + 5, 0xffffffff, true);
      expect(await fault(fileOf(compoundOf(stream))), field).toMatchObject({
        code: 'damaged_file',
        sheet: 'Data',
      });
    }
  });

  it('is refused where a sheet is not where the list of sheets says', async () => {
    for (const place of [0xffffffff, 21, STREAM.length - 2]) {
      const stream = patched((bytes) => find(bytes, RECORD.boundSheet) + 4, place);
      const error = await fault(fileOf(compoundOf(stream)));
      expect(error.message).toMatch(/is damaged: (sheet "Data" is missing|it breaks off)/);
    }
  });

  it('is refused where a sheet begins with another record, or is cut off in its first one', async () => {
    const view = new DataView(STREAM.buffer, STREAM.byteOffset);
    const listed = find(STREAM, RECORD.boundSheet);
    const moved = patched(() => listed + 4, listed);
    expect((await fault(fileOf(compoundOf(moved)))).message).toMatch(/sheet "Data" is missing/);
    const more = view.getUint32(listed + 4 + view.getUint16(listed + 2, true) + 4, true);
    const cut = new Uint8Array(STREAM);
    new DataView(cut.buffer).setUint16(more + 2, 0x7fff, true);
    expect((await fault(fileOf(compoundOf(cut)))).message).toMatch(/sheet "More" is missing/);
  });

  it('is refused where a cell lies outside of any sheet', async () => {
    expect((await refusal(label(3, 256))).message).toMatch(/row 4 lies outside/);
    const wide = (writer: RecordWriter) =>
      writer.record(RECORD.mulBlank, u16s(0, 0, ...Array.from({ length: 300 }, () => 15), 299));
    expect((await refusal(wide)).message).toMatch(/row 1 lies outside/);
  });

  it('is refused if its sectors form a cycle, leave the file or have an odd size', async () => {
    const bytes = compoundOf(STREAM.subarray(0, 9000));
    const view = () => new DataView(new Uint8Array(bytes).buffer);
    const table = bytes.length - 512;
    for (const [at, value] of [
      [table + 8, 1],
      [table + 8, 0x00fffff0],
      [76, 0x00fffff0],
      [48, 0x00fffff0],
    ] as const) {
      const broken = view();
      broken.setUint32(at, value, true);
      expect(await fault(fileOf(broken.buffer))).toMatchObject({ code: 'damaged_file' });
    }
    const odd = view();
    odd.setUint16(30, 31, true);
    expect(await fault(fileOf(odd.buffer))).toMatchObject({ code: 'damaged_file' });
  });

  it('is refused with a password, wherever that is stated', async () => {
    const stream = new Uint8Array(STREAM);
    new DataView(stream.buffer).setUint16(find(stream, RECORD.date1904), 0x2f, true);
    expect(await fault(fileOf(compoundOf(stream)))).toMatchObject({ code: 'encrypted_file' });
  });

  it('is refused with more than a thousand sheets, and read with a thousand', async () => {
    const sheets = Array.from({ length: 1001 }, (_, at) => ({ name: `S${at}`, rows: [[at]] }));
    expect(await fault(fileOf(xlsFile({ sheets })))).toMatchObject({ code: 'damaged_file' });
    const found = await read(fileOf(xlsFile({ sheets: sheets.slice(1) })));
    expect(found.workbook.sheets).toHaveLength(1000);
  });

  it('that only SheetJS could read is refused from 32 MB on', async () => {
    const filler = (writer: RecordWriter) => {
      for (let made = 0; made < 4200; made += 1) writer.start(0x00ec, 8224);
    };
    const error = await refusal(label(1, 0), filler, label(0, 0));
    expect(error).toMatchObject({ code: 'too_large' });
    expect(error.message).toMatch(/saving it as \.xlsx/);
  });

  it('gives SheetJS neither links over every cell nor formulas that claim tables', async () => {
    const link = (writer: RecordWriter) => {
      for (let made = 0; made < 50; made += 1) {
        writer.record(0x01b8, u16s(0, 0xffff, 0, 0xffff, ...Array.from({ length: 40 }, () => 0)));
      }
    };
    const table = [0x20, ...Array.from({ length: 7 }, () => 0)];
    const formula = (writer: RecordWriter) => {
      const head = [...u16s(9, 0, 15), 0, 0, 0, 0, 0, 0, 0xf8, 0x3f, ...u16s(0), ...u32s(0)];
      writer.record(RECORD.formula, [...head, ...u16s(8), ...table, 255, 255, 255]);
    };
    const rows = [formula, label(1, 0), link];
    const started = performance.now();
    const found = await read(fileOf(xlsFile({ sheets: [{ name: 'Data', rows }] })));
    expect(found.rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [2, 'far'],
      [10, 1.5],
    ]);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe('a hostile .xls that only SheetJS could read', () => {
  it.each([
    ['a formula', RECORD.formula, 16],
    ['a text', RECORD.label, 7],
    ['the text of a formula', RECORD.text, 1],
  ])('is refused at once where %s is too short for its length', async (_, type, length) => {
    const short = (writer: RecordWriter) => writer.record(type, new Uint8Array(length));
    const started = performance.now();
    expect(await refusal(label(1, 0), short, label(0, 0))).toMatchObject({ code: 'damaged_file' });
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe('what SheetJS gets of a formula', () => {
  it.each([
    ['Excel 2', [0x0009, 4, 2, 16], 0x0006, 16, 1],
    ['Excel 3', [0x0209, 4, 3, 16], 0x0206, 16, 2],
    ['Excel 4', [0x0409, 4, 4, 16], 0x0406, 16, 2],
    ['Excel 97', [0x0809, 4, 0x0600, 16], 0x0006, 20, 2],
  ])('TXN-12 %s: its value, and a code of no length', (_, start, type, before, bytes) => {
    const formula = (length: number) => [
      ...u16s(type, before + bytes),
      ...Array.from({ length: before }, () => 7),
      ...Array.from({ length: bytes }, () => length),
    ];
    const end = u16s(0x000a, 0);
    const stream = new Uint8Array([...u16s(...start), ...formula(255), ...end]);
    expect([...onlyCells(stream).bytes]).toEqual([...u16s(...start), ...formula(0), ...end]);
  });
});

/** Returns what SheetJS reads, without the sheets it loses; undefined if it fails. */
function rowsOrNothing(stream: Uint8Array) {
  try {
    const { bytes } = onlyCells(stream);
    const { SheetNames, Sheets } = readBySheetJs(bytes, { type: 'array' });
    const entries = SheetNames.map((name, index) => [name, rowsBySheetJs(bytes, index)] as const);
    return new Map(entries.filter(([name]) => Sheets[name] !== undefined));
  } catch {
    return undefined;
  }
}

const isNoResult = (cell: CellValue) => typeof cell === 'object' && cell.fault === NO_RESULT.fault;

/** SheetJS leaves a formula with a missing text blank; our reader reports it. */
function withoutMissingTexts({ row, cells }: SheetRow): SheetRow[] {
  const kept = cells.map((cell) => (isNoResult(cell) ? undefined : cell));
  while (kept.length > 0 && kept.at(-1) === undefined) kept.pop();
  return kept.length === 0 ? [] : [{ row, cells: kept }];
}

/** Returns rows by sheet, or undefined if the file is refused; any other error is a bug. */
async function rowsOrRefusal(bytes: Uint8Array<ArrayBuffer>) {
  try {
    const { workbook } = await read(fileOf(bytes));
    const sheets = workbook.sheets.map(async ({ name }, index) => [
      name,
      (await allRows(workbook, index)).flatMap(withoutMissingTexts),
    ]);
    return new Map((await Promise.all(sheets)) as [string, unknown][]);
  } catch (error) {
    if (error instanceof ProviderFileError) return undefined;
    throw error;
  }
}

const changes = (length: number) =>
  fc.array(fc.tuple(fc.nat(length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });

describe('an .xls with bytes changed anywhere', () => {
  it('reads like in SheetJS or is refused, when they are in the workbook', async () => {
    await fc.assert(
      fc.asyncProperty(changes(STREAM.length), async (changed) => {
        const stream = new Uint8Array(STREAM);
        for (const [at, byte] of changed) stream[at] = byte;
        const ours = await rowsOrRefusal(compoundOf(stream));
        const theirs = rowsOrNothing(stream);
        if (ours === undefined || theirs === undefined) return;
        for (const [name, rows] of ours) {
          if (theirs.has(name))
            expect(rows, name).toEqual(theirs.get(name)?.flatMap(withoutMissingTexts));
        }
      }),
      { numRuns: Number(process.env.CORPUS ?? 400), seed: 8 },
    );
  }, 900_000);

  it('returns rows or is refused, when they are in the container', async () => {
    const whole = compoundOf(STREAM);
    await fc.assert(
      fc.asyncProperty(changes(512 * 3), async (changed) => {
        const bytes = new Uint8Array(whole);
        for (const [at, byte] of changed) {
          // The header, then the directory and the table, which come last.
          bytes[at < 512 ? at : bytes.length - 1536 + at] = byte;
        }
        await rowsOrRefusal(bytes);
      }),
      { numRuns: Number(process.env.CORPUS ?? 400), seed: 8 },
    );
  }, 900_000);
});
