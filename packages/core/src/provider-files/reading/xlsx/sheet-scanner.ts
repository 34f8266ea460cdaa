import type { CellValue, SheetRow } from '../../types.ts';
import { BATCH, MAX_GRID } from '../reading.ts';
import { SheetDamage } from '../sheet-damage.ts';
import {
  EQUALS,
  GREATER,
  HYPHEN,
  INCOMPLETE,
  LESS,
  LETTER_C,
  LETTER_R,
  NINE,
  NUL,
  QUOTE,
  SLASH,
  SPACE,
  skipAttribute,
  skipBlanks,
  startsWith,
  ZERO,
} from './bytes.ts';
import { CellScanner } from './cell-scanner.ts';

/** Reads the rows of `<sheetData>` from the bytes available so far. */
export class SheetScanner {
  /** Non-empty rows that are complete. */
  rows: SheetRow[] = [];
  /** `</sheetData>` was reached. */
  finished = false;
  readonly #cell: CellScanner;
  #places = 0;
  #lastRow = 0;
  #row = 0;

  constructor(strings: readonly string[]) {
    this.#cell = new CellScanner(strings);
  }

  /** Index of the shared string needed to continue, or -1. */
  get wanted(): number {
    return this.#cell.wanted;
  }

  get batchFull(): boolean {
    return this.rows.length >= BATCH.rows || this.#places >= BATCH.places;
  }

  takeRows(): readonly SheetRow[] {
    const { rows } = this;
    this.rows = [];
    this.#places = 0;
    return rows;
  }

  /** The bytes after `end` are NUL. */
  feed(bytes: Uint8Array<ArrayBuffer>, end: number): void {
    this.#cell.feed(bytes, end);
  }

  /** Reads rows until the batch is full or a row is incomplete; returns where that row starts. */
  scan(at: number): number {
    this.#cell.wanted = -1;
    let next = at;
    while (!this.finished && !this.batchFull) {
      const after = this.#readRow(next);
      if (after < 0) break;
      next = after;
    }
    return next;
  }

  #readRow(at: number): number {
    const { bytes } = this.#cell;
    let next = skipBlanks(bytes, at);
    if (startsWith(bytes, next, '</sheetData')) {
      this.finished = true;
      return next;
    }
    if (!startsWith(bytes, next, '<row')) return this.#cell.stop(next);
    next = this.#rowStart(next + 4);
    if (next < 0) return next;
    const selfClosed = bytes[next] === SLASH;
    const cells: CellValue[] = [];
    if (selfClosed) next += 2;
    else {
      next = this.#cells(next + 1, cells);
      if (next < 0) return next;
    }
    this.#lastRow = this.#row;
    if (cells.length > 0) {
      this.rows.push({ row: this.#row, cells });
      this.#places += cells.length;
    }
    return next;
  }

  /** Reads the attributes of `<row`; returns the position of its '>' or '/>'. */
  #rowStart(at: number): number {
    const { bytes } = this.#cell;
    let next = at;
    let row = this.#lastRow + 1;
    for (;;) {
      const byte = bytes[next] as number;
      if (byte <= SPACE && byte !== NUL) next += 1;
      else if (byte === GREATER) break;
      else if (byte === SLASH && bytes[next + 1] === GREATER) break;
      else if (byte === LETTER_R && bytes[next + 1] === EQUALS && bytes[next + 2] === QUOTE) {
        row = 0;
        next += 3;
        // Excel calls such a file damaged; SheetJS would leave the sign out.
        if (bytes[next] === HYPHEN) throw new SheetDamage('a row has a negative number');
        while ((bytes[next] as number) >= ZERO && (bytes[next] as number) <= NINE) {
          row = row * 10 + (bytes[next] as number) - ZERO;
          next += 1;
        }
        if (bytes[next] !== QUOTE) return this.#cell.stop(next);
        next += 1;
      } else {
        const after = skipAttribute(bytes, next);
        if (after === next || bytes[after] === NUL) return this.#cell.stop(after);
        next = after;
      }
    }
    if (row <= this.#lastRow) throw new SheetDamage(`row ${row} comes after row ${this.#lastRow}`);
    if (row > MAX_GRID.rows) throw new SheetDamage(`row ${row} lies outside of any sheet`);
    this.#row = row;
    return next;
  }

  #cells(at: number, cells: CellValue[]): number {
    const cell = this.#cell;
    const { bytes } = cell;
    cell.column = -1;
    let next = at;
    for (;;) {
      if (bytes[next] !== LESS) next = skipBlanks(bytes, next);
      if (bytes[next] !== LESS) return cell.stop(next);
      if (bytes[next + 1] !== LETTER_C) {
        return startsWith(bytes, next, '</row>') ? next + 6 : cell.stop(next);
      }
      next = cell.read(next + 2);
      if (next < 0) return INCOMPLETE;
      const { column, value } = cell;
      if (value === undefined) continue;
      if (column >= MAX_GRID.columns) {
        throw new SheetDamage(`a cell of row ${this.#row} lies outside of any sheet`);
      }
      while (cells.length < column) cells.push(undefined);
      cells[column] = value;
    }
  }
}
