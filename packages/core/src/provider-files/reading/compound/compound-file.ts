import { type Entry, rootStreams } from './directory.ts';
import { CompoundDamage, SectorTable } from './sector-table.ts';

const MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const HEADER_SIZE = 512;
const MINI_SECTOR = 64;
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024;
/** Bytes per read, and reads in parallel: reading sequentially takes twice as long. */
const READ = { bytes: 4 * 1024 * 1024, atOnce: 4 } as const;

export async function isCompoundFile(blob: Blob): Promise<boolean> {
  const start = new Uint8Array(await blob.slice(0, MAGIC.length).arrayBuffer());
  return MAGIC.every((byte, index) => start[index] === byte);
}

/** Uses the reader, because not every platform can iterate over a blob's stream. */
async function* chunks(blob: Blob): AsyncGenerator<Uint8Array, void> {
  const reader = blob.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/**
 * A compound file, the container of .xls. All methods throw `CompoundDamage` if the file is cut off or
 * inconsistent.
 */
export class CompoundFile {
  readonly #blob: Blob;
  readonly #header: DataView;
  readonly #table: SectorTable;
  #root: Entry | undefined;

  private constructor(blob: Blob, header: DataView) {
    this.#blob = blob;
    this.#header = header;
    this.#table = new SectorTable(blob, header);
  }

  static async open(blob: Blob): Promise<CompoundFile> {
    const header = await blob.slice(0, HEADER_SIZE).arrayBuffer();
    if (header.byteLength < HEADER_SIZE) throw new CompoundDamage('it breaks off at its start');
    return new CompoundFile(blob, new DataView(header));
  }

  /** Returns the top-level streams by lower-case name, without those of embedded objects. */
  async streams(): Promise<ReadonlyMap<string, Entry>> {
    const directory = await this.#chain(
      this.#header.getUint32(48, true),
      Math.min(this.#blob.size, MAX_DIRECTORY_BYTES),
    );
    const { root, streams } = rootStreams(directory);
    this.#root = root;
    return streams;
  }

  /** Returns a stream's bytes, or the first `limit` of them; fewer if its sectors end early. */
  async read(entry: Entry, limit = entry.size): Promise<Uint8Array<ArrayBuffer>> {
    const size = Math.min(entry.size, limit);
    if (entry.size >= this.#header.getUint32(56, true)) return this.#chain(entry.start, size);
    return this.#readMini(entry.start, size);
  }

  async #readMini(start: number, size: number): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#root === undefined) throw new CompoundDamage('its directory has no root');
    const table = await this.#chain(this.#header.getUint32(60, true), this.#blob.size);
    const next = new DataView(table.buffer);
    const mini = await this.#chain(this.#root.start, this.#root.size);
    const bytes = new Uint8Array(size);
    let sector = start;
    let length = 0;
    while (length < size && sector * 4 + 4 <= table.length) {
      const at = sector * MINI_SECTOR;
      const piece = mini.subarray(at, at + Math.min(MINI_SECTOR, size - length));
      bytes.set(piece, length);
      length += piece.length;
      if (piece.length === 0) break;
      sector = next.getUint32(sector * 4, true);
    }
    return bytes.subarray(0, length);
  }

  async #chain(start: number, size: number): Promise<Uint8Array<ArrayBuffer>> {
    const pieces = await this.#pieces(start, size);
    const length = pieces.reduce((sum, { from, to }) => sum + to - from, 0);
    const bytes = new Uint8Array(length);
    const waiting = pieces.values();
    const readNext = async (): Promise<void> => {
      for (const { from, to, at } of waiting) {
        let next = at;
        for await (const chunk of chunks(this.#blob.slice(from, to))) {
          bytes.set(chunk, next);
          next += chunk.length;
        }
      }
    };
    await Promise.all(Array.from({ length: READ.atOnce }, readNext));
    return bytes;
  }

  /** Returns the byte ranges of a chain, with adjacent sectors merged. */
  async #pieces(start: number, size: number) {
    const pieces: { from: number; to: number; readonly at: number }[] = [];
    let last: { from: number; to: number; readonly at: number } | undefined;
    let length = 0;
    for await (const sectors of this.#table.chain(start)) {
      for (const sector of sectors) {
        if (length >= size) return pieces;
        const from = this.#table.offset(sector);
        const to = Math.min(from + this.#table.sectorSize, from + size - length, this.#blob.size);
        if (to <= from) return pieces;
        if (last !== undefined && last.to === from && from - last.from < READ.bytes) last.to = to;
        else {
          last = { from, to, at: length };
          pieces.push(last);
        }
        length += to - from;
      }
    }
    return pieces;
  }
}
