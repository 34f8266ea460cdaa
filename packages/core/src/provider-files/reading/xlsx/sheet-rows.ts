import type { SheetRow } from '../../types.ts';
import { SheetDamage } from '../sheet-damage.ts';
import { Unrecognised } from '../unrecognised.ts';
import { LOOKAHEAD } from './bytes.ts';
import type { SharedStrings } from './shared-strings.ts';
import { SheetScanner } from './sheet-scanner.ts';
import { utf8Bytes } from './xml-bytes.ts';

const SCAN_BYTES = 64 * 1024;
const MAX_ROW_BYTES = 64 * 1024 * 1024;
/** Shared strings to read ahead for a row that waits a second time. */
const FIRST_AHEAD = 1024;
const MAX_PRELUDE = 4 * 1024 * 1024;
const MAIN_NAMESPACES = [
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
];

// Tags are matched without '<', which their attributes can't contain: each is then read from one start.

/** A sheet's end with any prefix, including an empty sheet's. */
const END = /<\/(?:[\w.-]+:)?worksheet\s*>|<(?:[\w.-]+:)?worksheet(?:\s[^<>]*)?\/>/;
const SHEET_DATA = /<sheetData(?:\s[^<>]*)?\/?>/;
const ROOT = /<worksheet(?:\s[^<>]*)?>/;

/** Bytes of a stream that are still to be scanned. */
class ScanBuffer {
  bytes = new Uint8Array(SCAN_BYTES * 4);
  length = 0;
  last = false;
  readonly #chunks: AsyncIterator<Uint8Array, void>;

  constructor(chunks: AsyncIterator<Uint8Array, void>) {
    this.#chunks = chunks;
  }

  /** Drops the processed bytes and reads on, far enough to avoid scanning a long row repeatedly. */
  async refill(done: number): Promise<void> {
    this.bytes.copyWithin(0, done, this.length);
    this.length -= done;
    const enough = Math.max(SCAN_BYTES, this.length * 2);
    while (this.length < enough && !this.last) {
      const next = await this.#chunks.next();
      if (next.done === true) this.last = true;
      else this.#append(next.value);
    }
    this.bytes.fill(0, this.length, this.length + LOOKAHEAD);
  }

  #append(chunk: Uint8Array): void {
    const needed = this.length + chunk.length + LOOKAHEAD;
    if (needed > this.bytes.length) {
      const larger = new Uint8Array(needed * 2);
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    this.bytes.set(chunk, this.length);
    this.length += chunk.length;
  }
}

/** Returns where the rows start, or undefined if the sheet has none. */
async function findRows(buffer: ScanBuffer): Promise<number | undefined> {
  for (;;) {
    await buffer.refill(0);
    const xml = new TextDecoder('latin1').decode(buffer.bytes.subarray(0, buffer.length));
    const data = SHEET_DATA.exec(xml);
    if (data === null && !buffer.last && buffer.length < MAX_PRELUDE) continue;
    if (buffer.last && !END.test(xml)) throw new SheetDamage('it breaks off');
    const root = ROOT.exec(xml)?.[0] ?? '';
    const namespace = /\sxmlns=["']([^"']*)/.exec(root)?.[1] ?? '';
    if (!MAIN_NAMESPACES.includes(namespace)) {
      throw new Unrecognised('a sheet with another root');
    }
    if (data !== null) return data[0].endsWith('/>') ? undefined : data.index + data[0].length;
    throw new Unrecognised('a sheet without rows');
  }
}

/**
 * Yields a sheet's rows in batches while its part is being unpacked. Throws `Unrecognised` for XML that
 * needs another reader, `SheetDamage` for a sheet that is cut off or inconsistent.
 */
export async function* scanSheet(
  part: AsyncIterable<Uint8Array>,
  strings: SharedStrings,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly SheetRow[], void> {
  const chunks = utf8Bytes(part);
  try {
    const buffer = new ScanBuffer(chunks);
    const start = await findRows(buffer);
    if (start !== undefined) yield* scanRows(buffer, start, strings, signal);
    // Read to the end, because the part's length and CRC are checked only there.
    while (!buffer.last) await buffer.refill(buffer.length);
  } finally {
    await chunks.return();
  }
}

async function* scanRows(
  buffer: ScanBuffer,
  start: number,
  strings: SharedStrings,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly SheetRow[], void> {
  const scanner = new SheetScanner(strings.values);
  scanner.feed(buffer.bytes, buffer.length);
  let at = start;
  let ahead = 0;
  while (!scanner.finished) {
    const from = at;
    at = scanner.scan(at);
    if (scanner.batchFull) yield scanner.takeRows();
    else if (scanner.wanted >= 0) {
      // A row is scanned anew for each wait: one that waits again reads ahead, twice as far each time.
      ahead = at === from ? Math.max(FIRST_AHEAD, ahead * 2) : 0;
      await strings.reach(scanner.wanted + ahead, signal);
      if (scanner.wanted >= strings.values.length) {
        throw new SheetDamage(`the text number ${scanner.wanted} is not in the workbook`);
      }
    } else if (!scanner.finished) {
      if (buffer.last) throw new SheetDamage('the sheet breaks off');
      if (buffer.length - at > MAX_ROW_BYTES) throw new SheetDamage('a row never ends');
      await buffer.refill(at);
      at = 0;
      scanner.feed(buffer.bytes, buffer.length);
    }
  }
  const rest = scanner.takeRows();
  if (rest.length > 0) yield rest;
}
