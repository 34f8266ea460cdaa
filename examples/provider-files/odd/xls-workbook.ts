import {
  characters,
  double,
  plainText,
  RecordWriter,
  type SharedText,
  u16s,
  u32s,
  writeTexts,
} from './biff-records.ts';
import { compoundOf } from './compound-file.ts';
import { BIFF8, PART, RECORD } from './record-types.ts';

/** A cell in one of the formats of .xls. */
export type RawCell =
  | string
  | number
  | boolean
  | undefined
  | { readonly error: number }
  | { readonly label: string }
  | { readonly double: number }
  | { readonly formula: number | string | boolean | null | { readonly error: number } };

/** Puts records of the test's own among the cells. */
export type RawRow = readonly RawCell[] | ((writer: RecordWriter, row: number) => void);

interface RawSheet {
  readonly name: string;
  readonly hidden?: number;
  /** By zero-based row; holes are rows that are not there. */
  readonly rows: Iterable<RawRow | undefined>;
  /** What the part is; a sheet, unless said. */
  readonly part?: number;
  readonly dialog?: boolean;
}

export interface RawBook {
  readonly sheets: readonly RawSheet[];
  readonly date1904?: boolean;
  /** Shared texts before those that cells use. */
  readonly texts?: readonly SharedText[];
  /** Bytes of the table of texts in one record. */
  readonly maxBody?: number;
}

const STYLE = 15;
/** A formula that means nothing to us: 1 + 1. */
const TOKENS = [0x1e, 1, 0, 0x1e, 1, 0, 3];

/** Returns a number in four bytes as Excel writes it, or undefined if it doesn't fit. */
function rkOf(value: number): number | undefined {
  if (Object.is(value, -0)) return undefined;
  const fits = (whole: number) => Number.isInteger(whole) && whole >= -(2 ** 29) && whole < 2 ** 29;
  if (fits(value)) return ((value << 2) | 2) >>> 0;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  if (view.getUint32(4) === 0 && (view.getUint32(0) & 3) === 0) return view.getUint32(0);
  const hundredfold = Math.round(value * 100);
  if (fits(hundredfold) && hundredfold / 100 === value) return ((hundredfold << 2) | 3) >>> 0;
  return undefined;
}

/** Texts in the order of their first use, as Excel writes them, after those that exist already. */
class Texts {
  readonly all: (SharedText | string)[];
  uses = 0;
  readonly #numbers = new Map<string, number>();

  constructor(before: readonly SharedText[]) {
    this.all = [...before];
    before.forEach(({ text }, index) => {
      if (!this.#numbers.has(text)) this.#numbers.set(text, index);
    });
  }

  of(text: string): number {
    this.uses += 1;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.all.length);
    this.all.push(text);
    return this.all.length - 1;
  }
}

/** Starts a cell's record and writes where it is. */
function cell(writer: RecordWriter, type: number, row: number, column: number, length: number) {
  const { at, view } = writer.start(type, length + 6);
  view.setUint16(at, row, true);
  view.setUint16(at + 2, column, true);
  view.setUint16(at + 4, STYLE, true);
  return { view, at: at + 6 };
}

function put(
  writer: RecordWriter,
  type: number,
  row: number,
  column: number,
  body: readonly number[],
): void {
  const { at, view } = cell(writer, type, row, column, body.length);
  body.forEach((byte, index) => {
    view.setUint8(at + index, byte);
  });
}

type Formula = Extract<RawCell, { readonly formula: unknown }>['formula'];

function cachedValue(value: Formula): number[] {
  if (typeof value === 'number') return double(value);
  if (value === null) return [3, 0, 0, 0, 0, 0, 255, 255];
  if (typeof value === 'string') return [0, 0, 0, 0, 0, 0, 255, 255];
  if (typeof value === 'boolean') return [1, 0, Number(value), 0, 0, 0, 255, 255];
  return [2, 0, value.error, 0, 0, 0, 255, 255];
}

function writeFormula(writer: RecordWriter, row: number, column: number, value: Formula): void {
  const rest = [...u16s(0), ...u32s(0), ...u16s(TOKENS.length), ...TOKENS];
  put(writer, RECORD.formula, row, column, [...cachedValue(value), ...rest]);
  if (typeof value === 'string') writer.record(RECORD.text, plainText(value));
}

function writeNumber(writer: RecordWriter, row: number, column: number, value: number): void {
  const rk = rkOf(value);
  if (rk !== undefined) {
    const { at, view } = cell(writer, RECORD.rk, row, column, 4);
    view.setUint32(at, rk, true);
  } else {
    const { at, view } = cell(writer, RECORD.number, row, column, 8);
    view.setFloat64(at, value, true);
  }
}

function writeCell(
  writer: RecordWriter,
  row: number,
  column: number,
  value: RawCell,
  texts: Texts,
): void {
  if (value === undefined) put(writer, RECORD.blank, row, column, []);
  else if (typeof value === 'number') writeNumber(writer, row, column, value);
  else if (typeof value === 'string') {
    const { at, view } = cell(writer, RECORD.labelSst, row, column, 4);
    view.setUint32(at, texts.of(value), true);
  } else if (typeof value === 'boolean') {
    put(writer, RECORD.boolErr, row, column, [Number(value), 0]);
  } else if ('error' in value) put(writer, RECORD.boolErr, row, column, [value.error, 1]);
  else if ('label' in value) put(writer, RECORD.label, row, column, plainText(value.label));
  else if ('double' in value) put(writer, RECORD.number, row, column, double(value.double));
  else writeFormula(writer, row, column, value.formula);
}

/** Numbers and blanks that stand side by side share a record. Answers the column behind it. */
function writeRun(writer: RecordWriter, row: number, column: number, cells: readonly RawCell[]) {
  let end = column;
  const numbers: number[] = [];
  for (; end < cells.length; end += 1) {
    const value = cells[end];
    const rk = typeof value === 'number' ? rkOf(value) : undefined;
    if (rk === undefined) break;
    numbers.push(rk);
  }
  if (numbers.length > 1) {
    const { at, view } = writer.start(RECORD.mulRk, 6 + numbers.length * 6);
    view.setUint16(at, row, true);
    view.setUint16(at + 2, column, true);
    numbers.forEach((rk, index) => {
      view.setUint16(at + 4 + index * 6, STYLE, true);
      view.setUint32(at + 6 + index * 6, rk, true);
    });
    view.setUint16(at + 4 + numbers.length * 6, end - 1, true);
    return end;
  }
  for (end = column; end < cells.length && cells[end] === undefined; ) end += 1;
  if (end - column < 2) return column;
  const styles = Array.from({ length: end - column }, () => STYLE);
  writer.record(RECORD.mulBlank, u16s(row, column, ...styles, end - 1));
  return end;
}

function writeSheet({ dialog, part = PART.sheet, rows }: RawSheet, texts: Texts): Uint8Array {
  const writer = new RecordWriter();
  writer.record(RECORD.bof, u16s(BIFF8, part, 0, 0, 0, 0, 0, 0));
  writer.record(RECORD.sheetOptions, u16s(dialog ? 0x04d1 : 0x04c1));
  writer.record(RECORD.dimensions, [...u32s(0, 65_536), ...u16s(0, 256, 0)]);
  let row = 0;
  for (const cells of rows) {
    if (typeof cells === 'function') cells(writer, row);
    else if (cells !== undefined) {
      writer.record(RECORD.row, [...u16s(row, 0, cells.length, 255, 0, 0), ...u32s(0x100)]);
      for (let column = 0; column < cells.length; ) {
        const end = writeRun(writer, row, column, cells);
        if (end === column) {
          writeCell(writer, row, column, cells[column], texts);
          column += 1;
        } else column = end;
      }
    }
    row += 1;
  }
  writer.record(RECORD.eof);
  return writer.bytes;
}

/** Writes an .xls in Excel's format since 1997, of any size, within seconds; SheetJS would take hours. */
export const xlsFile = (book: RawBook): Uint8Array<ArrayBuffer> => compoundOf(xlsStream(book));

/** The stream of a workbook, without the container round it. */
export function xlsStream({ date1904, maxBody, sheets, texts = [] }: RawBook): Uint8Array {
  const shared = new Texts(texts);
  const parts = sheets.map((sheet) => writeSheet(sheet, shared));
  const writer = new RecordWriter();
  writer.record(RECORD.bof, u16s(BIFF8, PART.globals, 0, 0, 0, 0, 0, 0));
  writer.record(RECORD.date1904, u16s(Number(date1904 ?? false)));
  const places = sheets.map(({ hidden = 0, name }) => {
    const head = [...u32s(0), hidden, 0, name.length, 1];
    writer.record(RECORD.boundSheet, [...head, ...characters(name, true)]);
    return writer.length - name.length * 2 - 8;
  });
  writeTexts(writer, shared.all, shared.uses, maxBody);
  writer.record(RECORD.eof);
  parts.forEach((part, index) => {
    writer.patch(places[index] as number, writer.length);
    writer.append(part);
  });
  return writer.bytes;
}
