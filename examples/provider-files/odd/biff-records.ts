import { RECORD } from './record-types.ts';

const MAX_BODY = 8224;

/** Records one after the other, in a buffer that grows. */
export class RecordWriter {
  length = 0;
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.length);
  }

  /** Makes room for a record; its body is filled in through the answer's view at `at`. */
  start(type: number, length: number): { readonly view: DataView; readonly at: number } {
    this.#grow(length + 4);
    const at = this.length;
    this.#view.setUint16(at, type, true);
    this.#view.setUint16(at + 2, length, true);
    this.length += length + 4;
    return { view: this.#view, at: at + 4 };
  }

  record(type: number, body: Iterable<number> & { readonly length: number } = []): void {
    const { at, view } = this.start(type, body.length);
    let next = at;
    for (const byte of body) {
      view.setUint8(next, byte);
      next += 1;
    }
  }

  append(bytes: Uint8Array): void {
    this.#grow(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  patch(at: number, value: number): void {
    this.#view.setUint32(at, value, true);
  }

  #grow(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const larger = new Uint8Array((this.length + more) * 2);
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

export const u16s = (...values: readonly number[]): number[] =>
  values.flatMap((value) => [value & 255, (value >> 8) & 255]);
export const u32s = (...values: readonly number[]): number[] =>
  values.flatMap((value) => u16s(value & 0xffff, value >>> 16));

export function double(value: number): number[] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value, true);
  return [...new Uint8Array(view.buffer)];
}

const isNarrow = (text: string): boolean => !/[^\0-\xff]/.test(text);

/** A text's characters, one byte each where that is enough. */
export function characters(text: string, wide = !isNarrow(text)): number[] {
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)).flatMap(
    (code) => (wide ? u16s(code) : [code]),
  );
}

/** A text in the format of LABEL and STRING records. */
export function plainText(text: string, wide = !isNarrow(text)): number[] {
  return [...u16s(text.length), Number(wide), ...characters(text, wide)];
}

/** A shared text; formatting runs and a phonetic part are there to be passed over. */
export interface SharedText {
  readonly text: string;
  readonly wide?: boolean;
  readonly runs?: number;
  readonly phonetic?: number;
}

/**
 * The table of shared texts, in as many records as it takes. A body is full at `maxBody` bytes, wherever
 * that is in a text; what goes on with characters repeats how they are written.
 */
export function writeTexts(
  writer: RecordWriter,
  texts: Iterable<string | SharedText>,
  uses: number,
  maxBody = MAX_BODY,
): void {
  let body: number[] = [];
  let type: number = RECORD.sst;
  let count = 0;
  const flush = () => {
    writer.record(type, body);
    body = [];
    type = RECORD.continued;
  };
  body.push(...u32s(uses, 0));
  const countAt = writer.length + 8;
  for (const item of texts) {
    count += 1;
    const {
      phonetic = 0,
      runs = 0,
      text,
      wide = !isNarrow(text),
    } = typeof item === 'string' ? { text: item } : item;
    const flags = Number(wide) | (phonetic > 0 ? 4 : 0) | (runs > 0 ? 8 : 0);
    const head = [...u16s(text.length), flags];
    if (runs > 0) head.push(...u16s(runs));
    if (phonetic > 0) head.push(...u32s(phonetic));
    if (body.length + head.length > maxBody) flush();
    body.push(...head);
    for (let index = 0; index < text.length; index += 1) {
      if (body.length + (wide ? 2 : 1) > maxBody) {
        flush();
        body.push(Number(wide));
      }
      const code = text.charCodeAt(index);
      if (wide) body.push(code & 255, code >> 8);
      else body.push(code);
    }
    for (let index = 0; index < runs * 4 + phonetic; index += 1) {
      if (body.length >= maxBody) flush();
      body.push(index & 255);
    }
  }
  flush();
  writer.patch(countAt, count);
}
