import type { CellValue, SheetRow } from '../../types.ts';
import { errorFault, NO_RESULT, NOT_A_NUMBER } from '../faults.ts';
import { BATCH } from '../reading.ts';
import { Unrecognised } from '../unrecognised.ts';
import type { Globals, TextCoding } from './globals.ts';
import { HEAD, RECORD, recordEnd, u16 } from './records.ts';
import type { SharedTexts } from './shared-texts.ts';
import { Spans } from './spans.ts';

/** A formula result that isn't a number is marked in its last two bytes; its type is in the first. */
const NO_NUMBER = 0xffff;
const KIND = { text: 0, boolean: 1, error: 2, empty: 3 } as const;

const asNumber = (value: number): CellValue => (Number.isFinite(value) ? value : NOT_A_NUMBER);
const asText = (text: string): CellValue => (text === '' ? undefined : text);

/** Reads a text stored in the record itself: its length, encoding flags and characters. */
function labelText(bytes: Uint8Array, record: number, skip: number, coding: TextCoding): string {
  const spans = Spans.of(bytes, record, skip, coding.narrow);
  const count = spans.u16();
  if (count === 0) return '';
  if (!coding.unicode) return spans.byteText(count);
  const flags = spans.u8();
  if (flags > 1) throw new Unrecognised('a text of another form');
  return spans.text(count, flags);
}

/** Reads the rows of a checked sheet. Throws `Unrecognised` if another reader is needed. */
export class SheetScanner {
  /** Whether the end of the sheet is reached. */
  finished = false;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #texts: SharedTexts;
  readonly #coding: TextCoding;
  readonly #scratch = new DataView(new ArrayBuffer(8));
  #at: number;
  #depth = 0;
  #row = 0;
  #cells: CellValue[] = [];
  /** Number of cells in the current row; the array is preallocated to the previous row's length. */
  #length = 0;
  #blank: readonly CellValue[] = [];
  #rows: SheetRow[] = [];
  #places = 0;
  /** Column of a formula whose text follows in a separate record, or -1. */
  #awaiting = -1;

  constructor(
    bytes: Uint8Array,
    start: number,
    { coding, texts }: Pick<Globals, 'coding' | 'texts'>,
  ) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#texts = texts;
    this.#coding = coding;
    this.#at = start;
  }

  /** Returns the next non-empty rows in order; at least one, unless the sheet has ended. */
  next(): readonly SheetRow[] {
    const bytes = this.#bytes;
    this.#rows = [];
    this.#places = 0;
    while (!this.finished && this.#rows.length < BATCH.rows && this.#places < BATCH.places) {
      const at = this.#at;
      const type = u16(bytes, at);
      this.#at = recordEnd(bytes, at);
      if (type === RECORD.bof) this.#depth += 1;
      else if (type === RECORD.eof) this.#end();
      else if (this.#depth === 1) this.#record(type, at, this.#at);
    }
    return this.#rows;
  }

  #end(): void {
    this.#depth -= 1;
    if (this.#depth > 0) return;
    this.#endRow();
    this.finished = true;
  }

  #record(type: number, at: number, end: number): void {
    const body = at + HEAD;
    if (type === RECORD.mulRk) this.#mulRk(body, end);
    else if (this.#isFormula(type)) this.#formula(body);
    else if (type === RECORD.text) this.#formulaText(at);
    else if (this.#isCell(type)) this.#put(body, this.#value(type, at));
  }

  #isFormula(type: number): boolean {
    return type === RECORD.formula || type === RECORD.formula3 || type === RECORD.formula4;
  }

  #isCell(type: number): boolean {
    return (
      type === RECORD.labelSst ||
      type === RECORD.number ||
      type === RECORD.rk ||
      type === RECORD.boolErr ||
      type === RECORD.label ||
      type === RECORD.rString
    );
  }

  #value(type: number, at: number): CellValue {
    const place = at + HEAD + 6;
    switch (type) {
      case RECORD.labelSst:
        return asText(this.#texts.at(this.#view.getUint32(place, true)));
      case RECORD.number:
        return this.#double(place);
      case RECORD.rk:
        return this.#rk(place);
      case RECORD.boolErr:
        return this.#boolErr(place);
      default:
        return asText(labelText(this.#bytes, at, 6, this.#coding));
    }
  }

  /** Stores a value at the row and column given at the start of a record's body. */
  #put(body: number, value: CellValue): void {
    this.#goTo(body);
    if (value !== undefined) this.#set(u16(this.#bytes, body + 2), value);
  }

  #set(column: number, value: CellValue): void {
    const cells = this.#cells;
    while (cells.length <= column) cells.push(undefined);
    cells[column] = value;
    this.#length = column + 1;
  }

  #goTo(body: number): void {
    this.#settle();
    const row = u16(this.#bytes, body);
    if (row === this.#row) return;
    this.#endRow();
    this.#row = row;
  }

  #endRow(): void {
    this.#settle();
    if (this.#length === 0) return;
    const cells = this.#cells;
    if (cells.length > this.#length) cells.length = this.#length;
    this.#rows.push({ row: this.#row + 1, cells });
    this.#places += this.#length;
    if (this.#blank.length !== this.#length) this.#blank = cells.map(() => undefined);
    this.#cells = this.#blank.slice();
    this.#length = 0;
  }

  /** Settles a formula whose text is missing. */
  #settle(): void {
    if (this.#awaiting >= 0) this.#set(this.#awaiting, NO_RESULT);
    this.#awaiting = -1;
  }

  #mulRk(body: number, end: number): void {
    this.#goTo(body);
    let column = u16(this.#bytes, body + 2);
    for (let at = body + 4; at + 6 < end; at += 6) {
      this.#set(column, this.#rk(at + 2));
      column += 1;
    }
  }

  /** Reads a four-byte number: an integer or the upper half of a double, possibly multiplied by 100. */
  #rk(at: number): CellValue {
    const stored = this.#view.getInt32(at, true);
    let value = stored >> 2;
    if ((stored & 2) === 0) {
      this.#scratch.setInt32(4, stored & ~3, true);
      value = this.#scratch.getFloat64(0, true);
    }
    return asNumber((stored & 1) === 0 ? value : value / 100);
  }

  #double(at: number): CellValue {
    return asNumber(this.#view.getFloat64(at, true));
  }

  #boolErr(at: number): CellValue {
    const value = this.#bytes[at] as number;
    return this.#bytes[at + 1] === 1 ? errorFault(value) : value === 1;
  }

  #formula(body: number): void {
    const bytes = this.#bytes;
    const kind = bytes[body + 6];
    if (u16(bytes, body + 12) !== NO_NUMBER) this.#put(body, this.#double(body + 6));
    else if (kind === KIND.text) {
      this.#goTo(body);
      this.#awaiting = u16(bytes, body + 2);
    } else if (kind === KIND.boolean) this.#put(body, bytes[body + 8] === 1);
    else if (kind === KIND.error) this.#put(body, errorFault(bytes[body + 8] as number));
    else if (kind === KIND.empty) this.#put(body, undefined);
    else this.#put(body, NO_RESULT);
  }

  #formulaText(at: number): void {
    if (this.#awaiting < 0) throw new Unrecognised('a text without its formula');
    const text = asText(labelText(this.#bytes, at, 0, this.#coding));
    if (text !== undefined) this.#set(this.#awaiting, text);
    this.#awaiting = -1;
  }
}
