import { SheetDamage } from '../sheet-damage.ts';
import { Unrecognised } from '../unrecognised.ts';
import { utf8Bytes } from './xml-bytes.ts';
import { itemText, MAX_ITEM, MAX_TEXT_XML, TOO_LONG, unescapeCell } from './xml-text.ts';

const PLAIN = '<si><t>';
const PLAIN_SPACED = '<si><t xml:space="preserve">';
const PLAIN_END = '</t></si>';

/** Limits on the strings of one workbook, independent of the file's limits, because they stay in memory. */
export const SHARED_STRING_LIMITS = { characters: 512 * 1024 * 1024, strings: 2 ** 24 } as const;

/**
 * Copies texts. A slice of thirteen characters or more refers to the text that it was cut from, and would keep the whole XML in
 * memory. A million rows with two million different texts peak at 350 MB instead of 382.
 */
const copies = (texts: readonly string[]): readonly string[] => JSON.parse(JSON.stringify(texts));

/**
 * The workbook's shared strings, read only as far as rows have needed them so far: the first rows don't
 * wait for the last string.
 */
export class SharedStrings {
  /** Strings read so far, by index; '' for an empty item. */
  readonly values: string[] = [];
  readonly #refuse: () => Error;
  readonly #chunks: AsyncIterator<Uint8Array, void>;
  readonly #decoder = new TextDecoder();
  /** An incomplete item, and what was read since. */
  #rest = '';
  #more: string[] = [];
  #moreLength = 0;
  #characters = 0;
  #started = false;
  #complete = false;

  constructor(part: AsyncIterable<Uint8Array>, refuse: () => Error) {
    this.#chunks = utf8Bytes(part)[Symbol.asyncIterator]();
    this.#refuse = refuse;
  }

  /** Reads until the string is available, or the table ends. */
  async reach(index: number, signal: AbortSignal | undefined): Promise<void> {
    while (this.values.length <= index && !this.#complete) {
      signal?.throwIfAborted();
      const { done, value } = await this.#chunks.next();
      if (done === true) {
        this.#take(this.#decoder.decode(), true);
        if (!this.#complete) throw new Unrecognised('shared strings without an end');
      } else {
        this.#take(this.#decoder.decode(value, { stream: true }), false);
      }
    }
  }

  /** Scans a long incomplete item only when its length has doubled, not with each chunk. */
  #take(more: string, last: boolean): void {
    this.#characters += more.length;
    const { characters, strings } = SHARED_STRING_LIMITS;
    if (this.#characters > characters || this.values.length > strings) throw this.#refuse();
    this.#more.push(more);
    this.#moreLength += more.length;
    if (this.#moreLength < this.#rest.length && !last) return;
    const xml = this.#rest + this.#more.join('');
    this.#more = [];
    this.#moreLength = 0;
    const start = this.#started ? 0 : this.#root(xml);
    const found: string[] = [];
    this.#rest = xml.slice(this.#items(xml, start, found));
    for (const text of copies(found)) this.values.push(text);
    if (this.#rest.length > MAX_ITEM) throw this.#refuse();
  }

  /** Returns where the items start; 0 while the root element is incomplete. */
  #root(xml: string): number {
    const root = /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?<sst(?:\s[^>]*)?>/.exec(xml);
    if (root === null) {
      if (xml.length > 4096) throw new Unrecognised('shared strings with another root');
      return 0;
    }
    this.#started = true;
    this.#complete = root[0].endsWith('/>');
    return root[0].length;
  }

  /** Reads all complete items into `found`; returns where the first incomplete one starts. */
  #items(xml: string, start: number, found: string[]): number {
    if (!this.#started || this.#complete) return start;
    const escapes = new Escapes(xml);
    let at = start;
    for (;;) {
      const textAt = xml.startsWith(PLAIN, at)
        ? at + PLAIN.length
        : xml.startsWith(PLAIN_SPACED, at)
          ? at + PLAIN_SPACED.length
          : -1;
      if (textAt > 0) {
        const end = xml.indexOf('<', textAt);
        if (end > 0 && xml.startsWith(PLAIN_END, end)) {
          if (end - textAt > MAX_TEXT_XML) throw new SheetDamage(TOO_LONG);
          const text = xml.slice(textAt, end);
          found.push(escapes.within(textAt, end) ? unescapeCell(text) : text);
          at = end + PLAIN_END.length;
          continue;
        }
      }
      const next = this.#rareItem(xml, at, found);
      if (next < 0) return at;
      at = next;
    }
  }

  /** Reads an item of any other form, or the end. Returns where it ends, or -1 while it is incomplete. */
  #rareItem(xml: string, at: number, found: string[]): number {
    let from = at;
    while (xml.charCodeAt(from) <= 32) from += 1;
    const tagEnd = xml.indexOf('>', from);
    if (tagEnd < 0) return -1;
    const tag = xml.slice(from, tagEnd + 1);
    if (/^<si(?:\s[^>]*)?\/>$/.test(tag)) {
      found.push('');
      return tagEnd + 1;
    }
    if (/^<si[\s>]/.test(tag)) {
      const end = xml.indexOf('</si>', tagEnd);
      if (end < 0) return -1;
      const inside = xml.slice(tagEnd + 1, end);
      if (inside.includes('<!')) throw new Unrecognised('shared strings with CDATA');
      found.push(itemText(inside));
      return end + 5;
    }
    if (!/^<(?:\/sst\s*|extLst[\s/][\s\S]*|extLst)>$/.test(tag)) {
      throw new Unrecognised(`${tag.slice(0, 40)} among shared strings`);
    }
    this.#complete = true;
    return -1;
  }
}

/** Returns whether ranges in ascending order contain something to unescape, in a single pass. */
class Escapes {
  readonly #xml: string;
  readonly #next: Record<'&' | '_x' | '\r', number> = { '&': -1, _x: -1, '\r': -1 };

  constructor(xml: string) {
    this.#xml = xml;
  }

  within(from: number, to: number): boolean {
    return this.#has('&', from, to) || this.#has('_x', from, to) || this.#has('\r', from, to);
  }

  #has(mark: '&' | '_x' | '\r', from: number, to: number): boolean {
    let at = this.#next[mark];
    if (at < from) {
      at = this.#xml.indexOf(mark, from);
      if (at < 0) at = Number.POSITIVE_INFINITY;
      this.#next[mark] = at;
    }
    return at < to;
  }
}
