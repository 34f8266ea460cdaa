import type { CellValue } from '../../types.ts';
import { NO_RESULT, NOT_A_NUMBER } from '../faults.ts';
import { SheetDamage } from '../sheet-damage.ts';
import { Unrecognised } from '../unrecognised.ts';
import {
  A,
  DOT,
  EQUALS,
  GREATER,
  INCOMPLETE,
  LESS,
  LETTER_C,
  LETTER_F,
  LETTER_I,
  LETTER_R,
  LETTER_T,
  LETTER_V,
  LOOKAHEAD,
  MINUS,
  NINE,
  NUL,
  QUOTE,
  SLASH,
  SPACE,
  seek,
  skipAttribute,
  startsWith,
  Z,
  ZERO,
} from './bytes.ts';
import { type CellType, cellType } from './cell-type.ts';
import { TextReader } from './scan-text.ts';
import { itemText, MAX_ITEM, TOO_LONG } from './xml-text.ts';

const POWERS_OF_TEN = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/**
 * Reads one `<c>` element from bytes. Methods return where reading continues, or `INCOMPLETE` if the
 * element extends beyond the buffer; they throw `Unrecognised` at anything that Excel doesn't write.
 */
export class CellScanner {
  /** Zero-based column of the last cell. */
  column = -1;
  value: CellValue;
  /** Index of the missing shared string if the result was `INCOMPLETE`, otherwise -1. */
  wanted = -1;
  bytes = new Uint8Array(0);
  readonly #strings: readonly string[];
  readonly #text = new TextReader();
  #end = 0;
  /** Whether the cell has a text, possibly an empty one. */
  #hasText = false;

  constructor(strings: readonly string[]) {
    this.#strings = strings;
  }

  feed(bytes: Uint8Array<ArrayBuffer>, end: number): void {
    this.bytes = bytes;
    this.#end = end;
    this.#text.feed(bytes, end);
  }

  /** Called at something unexpected: either the end of the buffer, or XML of another form. */
  stop(at: number): typeof INCOMPLETE {
    if (at + LOOKAHEAD >= this.#end) return INCOMPLETE;
    const near = new TextDecoder('latin1').decode(
      this.bytes.subarray(at, Math.min(at + 30, this.#end)),
    );
    throw new Unrecognised(`sheet XML at "${near}"`);
  }

  /** Reads the cell whose tag name `<c` ends at `at`. */
  read(at: number): number {
    const { bytes } = this;
    this.column += 1;
    this.value = undefined;
    this.#hasText = false;
    let type: CellType | undefined = 'number';
    let next = at;
    for (;;) {
      const byte = bytes[next] as number;
      if (byte <= SPACE && byte !== NUL) next += 1;
      else if (byte === GREATER) return this.#content(next + 1, type);
      else if (byte === SLASH) return bytes[next + 1] === GREATER ? next + 2 : this.stop(next);
      else if (bytes[next + 1] === EQUALS && bytes[next + 2] === QUOTE) {
        if (byte === LETTER_R) next = this.#reference(next + 3);
        else {
          if (byte === LETTER_T) type = cellType(bytes, next + 3);
          if (type === undefined) return this.stop(next);
          next = seek(bytes, next + 3, QUOTE) + 1;
        }
        if (next < 0) return next;
      } else {
        const after = skipAttribute(bytes, next);
        if (after === next || bytes[after] === NUL) return this.stop(after);
        next = after;
      }
      if (next > this.#end) return this.stop(next);
    }
  }

  #reference(at: number): number {
    const { bytes } = this;
    let next = at;
    let column = 0;
    let byte = bytes[next] as number;
    while (byte >= A && byte <= Z) {
      column = column * 26 + byte - A + 1;
      next += 1;
      byte = bytes[next] as number;
    }
    if (column === 0) return this.stop(next);
    this.column = column - 1;
    while (byte >= ZERO && byte <= NINE) {
      next += 1;
      byte = bytes[next] as number;
    }
    return byte === QUOTE ? next + 1 : this.stop(next);
  }

  #content(at: number, type: CellType): number {
    const { bytes } = this;
    let next = at;
    let formula = false;
    while (next >= 0) {
      if (bytes[next] !== LESS) {
        if ((bytes[next] as number) > SPACE || bytes[next] === NUL) return this.stop(next);
        next += 1;
        continue;
      }
      const name = bytes[next + 1];
      if (name === LETTER_V) next = this.#value(next + 2, type);
      else if (name === SLASH) {
        if (bytes[next + 2] !== LETTER_C || bytes[next + 3] !== GREATER) return this.stop(next);
        if (formula && this.value === undefined && !this.#hasText) this.value = NO_RESULT;
        return next + 4;
      } else if (name === LETTER_F) {
        formula = true;
        next = this.#formula(next + 2);
      } else if (name === LETTER_I) next = this.#inline(next);
      else return this.stop(next);
    }
    return next;
  }

  #formula(at: number): number {
    const { bytes } = this;
    let next = at;
    while (bytes[next] !== GREATER) {
      if (bytes[next] === NUL) return this.stop(next);
      next = bytes[next] === QUOTE ? seek(bytes, next + 1, QUOTE) : next;
      if (bytes[next] === NUL) return this.stop(next);
      next += 1;
    }
    if (bytes[next - 1] === SLASH) return next + 1;
    next = seek(bytes, next + 1, LESS);
    return startsWith(bytes, next, '</f>') ? next + 4 : this.stop(next);
  }

  #value(at: number, type: CellType): number {
    const { bytes } = this;
    let next = at;
    if (bytes[next] !== GREATER) next = seek(bytes, next, GREATER);
    if (bytes[next] === NUL) return this.stop(next);
    if (bytes[next - 1] === SLASH) {
      this.#hasText = type === 'text';
      return next + 1;
    }
    next = this.#typed(next + 1, type);
    if (next < 0) return next;
    if (
      bytes[next] === LESS &&
      bytes[next + 1] === SLASH &&
      bytes[next + 2] === LETTER_V &&
      bytes[next + 3] === GREATER
    ) {
      return next + 4;
    }
    return this.stop(next);
  }

  #typed(at: number, type: CellType): number {
    if (type === 'number') return this.#number(at);
    if (type === 'shared') return this.#shared(at);
    const text = this.#text.read(at);
    if (type === 'text') this.#setText(text);
    else if (text !== '') {
      this.value = type === 'error' ? { fault: text } : text === '1' || text === 'true';
    }
    return this.#text.end;
  }

  #setText(text: string): void {
    this.#hasText = true;
    if (text !== '') this.value = text;
  }

  /**
   * An integer up to 2^53 divided by a power of ten up to 22 is exact; everything else is left to `Number`.
   */
  #number(at: number): number {
    const { bytes } = this;
    const negative = bytes[at] === MINUS;
    const first = negative ? at + 1 : at;
    let next = first;
    let digits = 0;
    let byte = bytes[next] as number;
    while (byte >= ZERO && byte <= NINE) {
      digits = digits * 10 + byte - ZERO;
      next += 1;
      byte = bytes[next] as number;
    }
    let decimals = 0;
    if (byte === DOT && next > first) {
      const dot = next;
      next += 1;
      byte = bytes[next] as number;
      while (byte >= ZERO && byte <= NINE) {
        digits = digits * 10 + byte - ZERO;
        next += 1;
        byte = bytes[next] as number;
      }
      decimals = next - dot - 1;
    }
    if (byte !== LESS || next === first || digits > Number.MAX_SAFE_INTEGER || decimals > 22) {
      return this.#oddNumber(at);
    }
    const size = decimals === 0 ? digits : digits / (POWERS_OF_TEN[decimals] as number);
    this.value = negative ? -size : size;
    return next;
  }

  #oddNumber(at: number): number {
    const text = this.#text.read(at).trim();
    if (text !== '') {
      const value = Number(text);
      this.value = Number.isFinite(value) ? value : NOT_A_NUMBER;
    }
    return this.#text.end;
  }

  #shared(at: number): number {
    const { bytes } = this;
    let next = at;
    let index = 0;
    let byte = bytes[next] as number;
    while (byte >= ZERO && byte <= NINE) {
      index = index * 10 + byte - ZERO;
      next += 1;
      byte = bytes[next] as number;
    }
    if (byte !== LESS) return this.stop(next);
    if (next === at) return next;
    if (index >= this.#strings.length) {
      this.wanted = index;
      return INCOMPLETE;
    }
    this.#setText(this.#strings[index] as string);
    return next;
  }

  #inline(at: number): number {
    const { bytes } = this;
    if (startsWith(bytes, at, '<is><t>')) {
      const text = this.#text.read(at + 7);
      const { end } = this.#text;
      if (startsWith(bytes, end, '</t></is>')) {
        this.#setText(text);
        return end + 9;
      }
    }
    if (startsWith(bytes, at, '<is/>')) return at + 5;
    if (!startsWith(bytes, at, '<is>')) return this.stop(at);
    let end = seek(bytes, at + 4, LESS);
    while (bytes[end] !== NUL && !startsWith(bytes, end, '</is>')) {
      if (startsWith(bytes, end, '<!')) return this.stop(end);
      end = seek(bytes, end + 1, LESS);
    }
    if (end - at > MAX_ITEM) throw new SheetDamage(TOO_LONG);
    if (bytes[end] === NUL) return this.stop(end);
    this.#setText(itemText(this.#text.decode(at + 4, end)));
    return end + 5;
  }
}
