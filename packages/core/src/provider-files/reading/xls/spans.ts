import { SheetDamage } from '../sheet-damage.ts';
import { HEAD, RECORD, recordEnd, u16 } from './records.ts';

const CHARACTERS_AT_ONCE = 4096;

function characters(bytes: Uint8Array, from: number, to: number, wide: boolean): string {
  if (!wide && to - from <= CHARACTERS_AT_ONCE) {
    return String.fromCharCode.apply(undefined, bytes.subarray(from, to) as unknown as number[]);
  }
  let text = '';
  const step = wide ? 2 : 1;
  for (let at = from; at < to; ) {
    const codes: number[] = [];
    for (; at < to && codes.length < CHARACTERS_AT_ONCE; at += step) {
      codes.push(wide ? u16(bytes, at) : (bytes[at] as number));
    }
    text += String.fromCharCode(...codes);
  }
  return text;
}

/** The body of a record together with those that continue it, read from front to back. */
export class Spans {
  /** Where the next byte is, in the whole stream. */
  at: number;
  /** Which of the bodies that is in, zero-based. */
  index: number;
  readonly #bytes: Uint8Array;
  readonly #bodies: readonly (readonly [from: number, to: number])[];
  #end: number;

  constructor(bytes: Uint8Array, bodies: Spans['bodies'], index = 0, at = bodies[0]?.[0] ?? 0) {
    this.#bytes = bytes;
    this.#bodies = bodies;
    this.index = index;
    this.at = at;
    this.#end = bodies[index]?.[1] ?? 0;
  }

  /** The bodies of the record that starts here, from `skip` bytes on, and of all that continue it. */
  static of(bytes: Uint8Array, record: number, skip: number): Spans {
    return new Spans(bytes, bodiesOf(bytes, record, skip));
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

  /** Goes past so many bytes, at most to the end. */
  skip(length: number): void {
    let rest = length;
    while (rest > this.#end - this.at && this.index < this.#bodies.length - 1) {
      rest -= this.#end - this.at;
      this.#nextBody();
    }
    this.at = Math.min(this.at + rest, this.#end);
  }

  /** Characters of one or two bytes; each body that goes on with them says anew which. */
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
      text += characters(this.#bytes, this.at, end, wide);
      this.at = end;
      rest -= taken;
    }
    return text;
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
