import { SheetDamage } from '../sheet-damage.ts';
import { AMPERSAND, CR, LESS, NUL, UNDERSCORE } from './bytes.ts';
import { MAX_TEXT_XML, TOO_LONG, unescapeCell } from './xml-text.ts';

/** Shorter substrings are copies; longer ones would keep the whole buffer alive. */
const COPIED_LENGTH = 13;

/** Reads text up to the next tag from UTF-8 bytes. */
export class TextReader {
  /** Where the last text ended: at '<', or at the NUL that ends the buffer. */
  end = 0;
  #bytes = new Uint8Array(0);
  #length = 0;
  #ascii: string | undefined;
  readonly #latin = new TextDecoder('latin1');
  readonly #utf8 = new TextDecoder();

  feed(bytes: Uint8Array<ArrayBuffer>, length: number): void {
    this.#bytes = bytes;
    this.#length = length;
    this.#ascii = undefined;
  }

  read(at: number): string {
    const bytes = this.#bytes;
    let end = at;
    let plain = true;
    let ascii = true;
    for (;;) {
      const byte = bytes[end] as number;
      if (byte === LESS || byte === NUL) break;
      if (byte === AMPERSAND || byte === UNDERSCORE || byte === CR) plain = false;
      else if (byte > 127) ascii = false;
      end += 1;
    }
    this.end = end;
    if (end - at > MAX_TEXT_XML) throw new SheetDamage(TOO_LONG);
    // The rest of the text is not there yet, and will be read with it.
    if (bytes[end] === NUL) return '';
    const text = ascii && end - at < COPIED_LENGTH ? this.#short(at, end) : this.decode(at, end);
    return plain ? text : unescapeCell(text);
  }

  decode(at: number, end: number): string {
    return this.#utf8.decode(this.#bytes.subarray(at, end));
  }

  /** Decodes the buffer once for all short texts, because a call for each one costs more. */
  #short(at: number, end: number): string {
    this.#ascii ??= this.#latin.decode(this.#bytes.subarray(0, this.#length));
    return this.#ascii.slice(at, end);
  }
}
