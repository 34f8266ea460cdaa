const FREE_FROM = 0xfffffffa;
const MAX_DIRECTORY_SECTORS = 4096;
const ENTRY_SIZE = 128;
const ROOT = 5;
const MINI_SECTOR = 64;
const BIFF = { bof: 0x0009, bof8: 0x0809, writeProtect: 0x0086, filePass: 0x002f } as const;

interface Stream {
  readonly name: string;
  readonly type: number;
  readonly start: number;
  readonly size: number;
}

/** As much of a compound file (the container of .xls) as it takes to tell what it holds. */
class CompoundFile {
  readonly #blob: Blob;
  readonly #header: DataView;
  readonly #sectorSize: number;

  constructor(blob: Blob, header: DataView) {
    this.#blob = blob;
    this.#header = header;
    this.#sectorSize = 2 ** header.getUint16(30, true);
  }

  async sector(index: number): Promise<DataView> {
    const at = (index + 1) * this.#sectorSize;
    const bytes = await this.#blob.slice(at, at + this.#sectorSize).arrayBuffer();
    if (bytes.byteLength < this.#sectorSize) throw new RangeError('The file ends in this sector.');
    return new DataView(bytes);
  }

  /** The sector of the allocation table with this number: the first 109 stand in the header. */
  async #tableSector(number: number): Promise<number> {
    if (number < 109) return this.#header.getUint32(76 + number * 4, true);
    const perSector = this.#sectorSize / 4 - 1;
    let at = this.#header.getUint32(68, true);
    let rest = number - 109;
    for (; rest >= perSector; rest -= perSector) {
      at = (await this.sector(at)).getUint32(this.#sectorSize - 4, true);
    }
    return (await this.sector(at)).getUint32(rest * 4, true);
  }

  async next(index: number): Promise<number> {
    const perSector = this.#sectorSize / 4;
    const table = await this.sector(await this.#tableSector(Math.floor(index / perSector)));
    return table.getUint32((index % perSector) * 4, true);
  }

  async streams(): Promise<Stream[]> {
    const found: Stream[] = [];
    let at = this.#header.getUint32(48, true);
    for (let count = 0; at < FREE_FROM && count < MAX_DIRECTORY_SECTORS; count += 1) {
      const sector = await this.sector(at);
      for (let entry = 0; entry < sector.byteLength; entry += ENTRY_SIZE) {
        const bytes = new Uint8Array(sector.buffer, entry, sector.getUint16(entry + 64, true));
        found.push({
          name: new TextDecoder('utf-16le').decode(bytes).replace(/\0+$/, ''),
          type: sector.getUint8(entry + 66),
          start: sector.getUint32(entry + 116, true),
          size: sector.getUint32(entry + 120, true),
        });
      }
      at = await this.next(at);
    }
    return found;
  }

  /** The first bytes of a stream: its first sector, or the first mini sector of a short one. */
  async head(stream: Stream, root: Stream | undefined): Promise<DataView> {
    if (stream.size >= this.#header.getUint32(56, true) || root === undefined) {
      return this.sector(stream.start);
    }
    const offset = stream.start * MINI_SECTOR;
    let at = root.start;
    for (let skip = Math.floor(offset / this.#sectorSize); skip > 0; skip -= 1) {
      at = await this.next(at);
    }
    const sector = await this.sector(at);
    return new DataView(sector.buffer, offset % this.#sectorSize, MINI_SECTOR);
  }
}

/** A workbook that is encrypted says so in one of its first records. */
function hasFilePass(biff: DataView): boolean {
  for (let at = 0; at + 4 <= biff.byteLength; at += 4 + biff.getUint16(at + 2, true)) {
    const record = biff.getUint16(at, true);
    if (record === BIFF.filePass) return true;
    if (record !== BIFF.bof && record !== BIFF.bof8 && record !== BIFF.writeProtect) return false;
  }
  return false;
}

/** What a compound file holds. One that cannot be followed counts as .xls: the reader will say more. */
export async function sniffCompoundFile(
  blob: Blob,
  head: Uint8Array<ArrayBuffer>,
): Promise<'xls' | 'encrypted' | 'unknown'> {
  try {
    const file = new CompoundFile(blob, new DataView(head.buffer, head.byteOffset, 512));
    const streams = await file.streams();
    const named = (name: string) => streams.find((stream) => stream.name.toLowerCase() === name);
    if (named('encryptedpackage') !== undefined) return 'encrypted';
    const book = named('workbook') ?? named('book');
    if (book === undefined) return 'unknown';
    const root = streams.find(({ type }) => type === ROOT);
    return hasFilePass(await file.head(book, root)) ? 'encrypted' : 'xls';
  } catch (error) {
    if (error instanceof RangeError) return 'xls';
    throw error;
  }
}
