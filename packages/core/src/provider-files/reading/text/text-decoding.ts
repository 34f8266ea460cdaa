const HIGH = 0x80;
const UTF8_MARK = [0xef, 0xbb, 0xbf] as const;

/**
 * Detects UTF-16 by its byte order mark, or by a NUL in every second byte of text that starts with ASCII.
 */
function utf16Encoding(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a && b === 0 && c && d === 0) return 'utf-16le';
  if (a === 0 && b && c === 0 && d) return 'utf-16be';
  return undefined;
}

function asUtf8(bytes: Uint8Array, last: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !last });
  } catch {
    return undefined;
  }
}

/** Decoding is a faster test for ASCII than checking every byte: the length stays the same. */
function asAscii(bytes: Uint8Array): string | undefined {
  const text = asUtf8(bytes, true);
  return text?.length === bytes.length ? text : undefined;
}

/**
 * Decodes text of unknown encoding. Nothing is decided until the first non-ASCII byte; then it is UTF-8 if
 * valid, otherwise windows-1252. Removes byte order marks, including one that was encoded twice.
 */
export class TextDecoding {
  #decoder: TextDecoder | undefined;
  #kept: Uint8Array = new Uint8Array(0);
  #start = true;

  decode(chunk: Uint8Array, last: boolean): string {
    const bytes = this.#kept.length === 0 ? chunk : joined(this.#kept, chunk);
    this.#kept = new Uint8Array(0);
    // The chunk may end within a byte order mark or the first character.
    if (this.#start && bytes.length < 6 && !last) {
      this.#kept = bytes;
      return '';
    }
    return this.#withoutMark(this.#text(bytes, last));
  }

  #text(bytes: Uint8Array, last: boolean): string {
    if (this.#decoder !== undefined) return this.#decoder.decode(bytes, { stream: !last });
    const utf16 = this.#start ? utf16Encoding(bytes) : undefined;
    if (utf16 !== undefined) {
      this.#decoder = new TextDecoder(utf16);
      return this.#decoder.decode(bytes, { stream: !last });
    }
    const marked = this.#start && UTF8_MARK.every((byte, index) => bytes[index] === byte);
    const text = marked ? bytes.subarray(UTF8_MARK.length) : bytes;
    const ascii = asAscii(text);
    if (ascii !== undefined) return ascii;
    const high = text.findIndex((byte) => byte >= HIGH);
    if (high > text.length - 4 && !last) {
      this.#kept = text.slice(high);
      return new TextDecoder().decode(text.subarray(0, high));
    }
    this.#decoder = new TextDecoder(
      asUtf8(text.subarray(high), last) === undefined ? 'windows-1252' : 'utf-8',
    );
    return this.#decoder.decode(text, { stream: !last });
  }

  #withoutMark(text: string): string {
    if (!this.#start || text === '') return text;
    this.#start = false;
    return text.replace(/^(?:\uFEFF|ï»¿)+/, '');
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
