import { SheetDamage } from '../sheet-damage.ts';
import { type DecodeBytes, latin1 } from './code-pages.ts';
import { HEAD, RECORD, recordEnd, u16 } from './records.ts';

const CHARACTERS_AT_ONCE = 4096;

function wideCharacters(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; ) {
    const codes: number[] = [];
    for (; at < to && codes.length < CHARACTERS_AT_ONCE; at += 2) codes.push(u16(bytes, at));
    text += String.fromCharCode(...codes);
  }
  return text;
}

/** Reads the bodies of a record and its continuation records as one sequence. */
export class Spans {
  /** Position of the next byte in the whole stream. */
  at: number;
  /** Zero-based index of the current body. */
  index: number;
  readonly #bytes: Uint8Array;
  readonly #narrow: DecodeBytes;
  readonly #bodies: readonly (readonly [from: number, to: number])[];
  #end: number;

  private constructor(bytes: Uint8Array, bodies: Spans['bodies'], narrow: DecodeBytes) {
    this.#bytes = bytes;
    this.#bodies = bodies;
    this.#narrow = narrow;
    this.index = 0;
    this.at = bodies[0]?.[0] ?? 0;
    this.#end = bodies[0]?.[1] ?? 0;
  }

  /** Returns the bodies of a record, from `skip` bytes on, and of all its continuation records. */
  static of(bytes: Uint8Array, record: number, skip: number, narrow: DecodeBytes = latin1): Spans {
    return new Spans(bytes, bodiesOf(bytes, record, skip), narrow);
  }

  get bodies(): readonly (readonly [from: number, to: number])[] {
    return this.#bodies;
  }

  get finished(): boolean {
    return this.at >= this.#end && this.index >= this.#bodies.length - 1;
  }

  u8(): number {
    while (this.at >= this.#end) this.#nextBody();
    this.at += 1;
    return this.#bytes[this.at - 1] as number;
  }

  u16(): number {
    return this.u8() | (this.u8() << 8);
  }

  u32(): number {
    return (this.u16() | (this.u16() << 16)) >>> 0;
  }

  /** Skips bytes, at most to the end. */
  skip(length: number): void {
    let rest = length;
    while (rest > this.#end - this.at && this.index < this.#bodies.length - 1) {
      rest -= this.#end - this.at;
      this.#nextBody();
    }
    this.at = Math.min(this.at + rest, this.#end);
  }

  /** Reads characters of one or two bytes; each continuation states the size again. */
  text(count: number, flags: number): string {
    let text = '';
    let wide = (flags & 1) === 1;
    for (let rest = count; rest > 0; ) {
      if (this.at >= this.#end) {
        this.#nextBody();
        wide = (this.u8() & 1) === 1;
      }
      const room = this.#end - this.at;
      const taken = Math.min(rest, wide ? room >> 1 : room);
      if (taken === 0 && room > 0) throw new SheetDamage('a character cut in two');
      const end = this.at + (wide ? taken * 2 : taken);
      text += wide
        ? wideCharacters(this.#bytes, this.at, end)
        : this.#narrow(this.#bytes.subarray(this.at, end));
      this.at = end;
      rest -= taken;
    }
    return text;
  }

  /** Reads characters of versions before 8: bytes of the code page, one or two per character. */
  byteText(count: number): string {
    const found = new Uint8Array(count);
    for (let at = 0; at < count; at += 1) found[at] = this.u8();
    return this.#narrow(found);
  }

  #nextBody(): void {
    const body = this.#bodies[this.index + 1];
    if (body === undefined) throw new SheetDamage('a text without its end');
    this.index += 1;
    [this.at, this.#end] = body;
  }
}

function bodiesOf(bytes: Uint8Array, record: number, skip: number): [number, number][] {
  const bodies: [number, number][] = [];
  let at = record;
  do {
    const end = recordEnd(bytes, at);
    if (end < 0) throw new SheetDamage('a record without its end');
    bodies.push([at + HEAD + (bodies.length === 0 ? skip : 0), end]);
    at = end;
  } while (at + HEAD <= bytes.length && u16(bytes, at) === RECORD.continued);
  return bodies;
}
