/** Larger numbers aren't sectors but marks: the end of a chain, a free sector. */
const SPECIAL_FROM = 0xfffffffa;
const IN_HEADER = 109;
/** Most adjacent sectors of the table fetched at once. */
const MAX_RUN = 128;

/** A compound file's own structure is inconsistent; the message completes "… is damaged: ". */
export class CompoundDamage extends Error {}

/** Which sector follows which; reads only the parts of the table that are needed. */
export class SectorTable {
  readonly sectorSize: number;
  readonly #blob: Blob;
  readonly #header: DataView;
  readonly #perSector: number;
  readonly #sectors: number;
  /** Positions of the table's own sectors. */
  #places: Uint32Array | undefined;
  readonly #parts: (DataView | undefined)[] = [];

  constructor(blob: Blob, header: DataView) {
    const shift = header.getUint16(30, true);
    if (shift !== 9 && shift !== 12) throw new CompoundDamage('its sectors have an odd size');
    this.sectorSize = 2 ** shift;
    this.#perSector = this.sectorSize / 4;
    this.#sectors = Math.ceil(blob.size / this.sectorSize) - 1;
    this.#blob = blob;
    this.#header = header;
  }

  /** Returns a sector's offset in the file. */
  offset(sector: number): number {
    return (sector + 1) * this.sectorSize;
  }

  /** Yields the sectors of a chain in order, in batches; ends where the chain leaves the file. */
  async *chain(start: number): AsyncGenerator<readonly number[], void> {
    const seen = new Uint8Array(this.#sectors);
    let sector = start;
    while (sector < this.#sectors) {
      const part = Math.floor(sector / this.#perSector);
      const table = this.#parts[part] ?? (await this.#load(part));
      const list: number[] = [];
      while (sector < this.#sectors && Math.floor(sector / this.#perSector) === part) {
        if (seen[sector] === 1) throw new CompoundDamage('its sectors run in a circle');
        seen[sector] = 1;
        list.push(sector);
        const at = (sector % this.#perSector) * 4;
        if (at + 4 > table.byteLength) throw new CompoundDamage('its table of sectors is cut off');
        sector = table.getUint32(at, true);
      }
      yield list;
    }
    if (sector < SPECIAL_FROM) throw new CompoundDamage('it breaks off');
  }

  /** Loads a sector of the table, together with those that follow it in both table and file. */
  async #load(part: number): Promise<DataView> {
    this.#places ??= await this.#findPlaces();
    const places = this.#places;
    const first = places[part];
    if (first === undefined || first >= this.#sectors) {
      throw new CompoundDamage('its table of sectors is cut off');
    }
    let run = 1;
    while (run < MAX_RUN && places[part + run] === first + run) run += 1;
    const from = this.offset(first);
    const bytes = await this.#blob.slice(from, from + run * this.sectorSize).arrayBuffer();
    for (let at = 0; at < bytes.byteLength; at += this.sectorSize) {
      const length = Math.min(this.sectorSize, bytes.byteLength - at);
      this.#parts[part + at / this.sectorSize] = new DataView(bytes, at, length);
    }
    return this.#parts[part] as DataView;
  }

  /** The first positions are in the header, the others in their own chain of sectors. */
  async #findPlaces(): Promise<Uint32Array> {
    const wanted = Math.ceil(this.#sectors / this.#perSector);
    const places = new Uint32Array(wanted).fill(SPECIAL_FROM);
    for (let index = 0; index < Math.min(wanted, IN_HEADER); index += 1) {
      places[index] = this.#header.getUint32(76 + index * 4, true);
    }
    let at = this.#header.getUint32(68, true);
    for (let index = IN_HEADER; index < wanted && at < this.#sectors; ) {
      const bytes = await this.#blob.slice(this.offset(at), this.offset(at + 1)).arrayBuffer();
      if (bytes.byteLength < this.sectorSize) throw new CompoundDamage('it breaks off');
      const list = new DataView(bytes);
      for (let entry = 0; entry < this.#perSector - 1 && index < wanted; entry += 1) {
        places[index] = list.getUint32(entry * 4, true);
        index += 1;
      }
      at = list.getUint32(this.sectorSize - 4, true);
    }
    return places;
  }
}
