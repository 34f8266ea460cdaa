import type { ProviderFileError } from '../../provider-file-error.ts';
import type { Reading } from '../reading.ts';
import { damaged, encrypted, unzipBomb } from '../refusals.ts';
import {
  packedBytes,
  readCentralDirectory,
  ZipDamage,
  type ZipEntry,
} from './central-directory.ts';
import { gzipWrap } from './gzip-wrap.ts';

const RATIO_FROM_BYTES = 10 * 1024 * 1024;
const DEFLATED = 8;

/** A ZIP archive whose parts are unpacked as streams and counted against the limits on the way. */
export class Archive {
  readonly entries: readonly ZipEntry[];
  readonly #reading: Reading;
  /** By lower-case name; the first of equal ones. */
  readonly #byName: ReadonlyMap<string, ZipEntry>;
  /** Uncompressed bytes per part, so that reading a part twice counts once. */
  readonly #unpacked = new Map<ZipEntry, number>();
  #total = 0;

  private constructor(reading: Reading, entries: readonly ZipEntry[]) {
    this.#reading = reading;
    this.entries = entries;
    this.#byName = new Map(
      entries.toReversed().map((entry) => [entry.name.toLowerCase(), entry] as const),
    );
  }

  static async open(reading: Reading): Promise<Archive> {
    try {
      return new Archive(reading, await readCentralDirectory(reading.file.blob));
    } catch (error) {
      throw toRefusal(reading, error);
    }
  }

  /** Finds a part by name, case-insensitively like Excel. */
  find(name: string): ZipEntry | undefined {
    return this.#byName.get(name.toLowerCase());
  }

  /** Returns the refusal of an archive whose parts say something impossible. */
  refuse(what: string): ProviderFileError {
    return damaged(this.#reading, what);
  }

  /** Unpacks one part. Throws a `ProviderFileError`; stops as soon as the signal aborts. */
  async *unpack(entry: ZipEntry, reading = this.#reading): AsyncGenerator<Uint8Array, void> {
    const reader = await this.#open(entry, reading);
    let unpacked = 0;
    try {
      for (;;) {
        const { done, value } = await reader.read().catch((cause: unknown) => {
          reading.signal?.throwIfAborted();
          throw damaged(reading, `${entry.name} is cut off or altered`, { cause });
        });
        if (done) return;
        unpacked += value.length;
        this.#count(entry, unpacked);
        yield value;
      }
    } finally {
      // A failed stream rejects again here with an error that was already reported.
      await reader.cancel().catch(() => undefined);
    }
  }

  /** Returns a small part as text, UTF-8 or UTF-16. */
  async text(entry: ZipEntry, maxBytes: number): Promise<string> {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for await (const chunk of this.unpack(entry)) {
      size += chunk.length;
      if (size > maxBytes) throw unzipBomb(this.#reading, `${entry.name} is far larger than usual`);
      chunks.push(chunk as Uint8Array<ArrayBuffer>);
    }
    const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
    return new TextDecoder(utf16Label(bytes) ?? 'utf-8').decode(bytes);
  }

  /** Unpacks every part only to measure it, before a reader without limits gets the archive. */
  async verify(maxUnpacked: number, refuse: () => ProviderFileError): Promise<void> {
    let unpacked = 0;
    for (const entry of this.entries) {
      for await (const chunk of this.unpack(entry)) {
        unpacked += chunk.length;
        if (unpacked > maxUnpacked) throw refuse();
      }
    }
  }

  async #open(entry: ZipEntry, reading: Reading): Promise<ReadableStreamDefaultReader<Uint8Array>> {
    const { signal } = reading;
    signal?.throwIfAborted();
    if (entry.encrypted) throw encrypted(reading);
    const stored = entry.method === 0;
    if (!stored && entry.method !== DEFLATED) {
      throw damaged(reading, `${entry.name} is packed in an unusual way`);
    }
    try {
      const packed = await packedBytes(reading.file.blob, entry);
      const wrap = gzipWrap({ stored, crc: entry.crc, unpacked: entry.unpacked });
      const wrapped = packed.stream().pipeThrough(wrap, signal === undefined ? {} : { signal });
      return reading.inflate(wrapped).getReader();
    } catch (error) {
      throw toRefusal(reading, error);
    }
  }

  #count(entry: ZipEntry, unpacked: number): void {
    const { limits } = this.#reading;
    const before = this.#unpacked.get(entry) ?? 0;
    if (unpacked > before) {
      this.#unpacked.set(entry, unpacked);
      this.#total += unpacked - before;
    }
    if (this.#total > limits.maxUnpackedBytes) {
      throw unzipBomb(this.#reading, `it unpacks to more than ${limits.maxUnpackedBytes} bytes`);
    }
    if (unpacked > RATIO_FROM_BYTES && unpacked > limits.maxRatio * entry.packed) {
      throw unzipBomb(
        this.#reading,
        `${entry.name} unpacks to more than ${limits.maxRatio} times its packed size`,
      );
    }
  }
}

function toRefusal(reading: Reading, error: unknown): unknown {
  return error instanceof ZipDamage ? damaged(reading, error.message, { cause: error }) : error;
}

/** Detects UTF-16 XML by its byte order mark or its first '<'; returns undefined for other encodings. */
export function utf16Label(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return undefined;
}
