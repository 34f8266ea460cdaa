const HEADER = 512;
const END = 0xfffffffe;
const FREE = 0xffffffff;
const TABLE = 0xfffffffd;
const TABLE_OF_TABLE = 0xfffffffc;
const IN_HEADER = 109;
const MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

interface Options {
  readonly name?: string;
  /** Gives the sectors another order: by the stream's sector, its place among them. */
  readonly order?: (sectors: number) => readonly number[];
  readonly sectorSize?: number;
}

/** The layout of the file: the stream's sectors first, then the directory and the tables. */
interface Layout {
  readonly sectorSize: number;
  readonly stream: number;
  readonly table: number;
  readonly list: number;
}

function layoutOf(size: number, sectorSize: number): Layout {
  const stream = Math.ceil(size / sectorSize);
  const perSector = sectorSize / 4;
  let table = 1;
  let list = 0;
  for (;;) {
    const needed = Math.ceil((stream + 1 + table + list) / perSector);
    const lists = Math.ceil(Math.max(0, needed - IN_HEADER) / (perSector - 1));
    if (needed === table && lists === list) return { sectorSize, stream, table, list };
    table = needed;
    list = lists;
  }
}

class CompoundWriter {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  readonly #layout: Layout;

  constructor(layout: Layout) {
    const { list, sectorSize, stream, table } = layout;
    this.#layout = layout;
    this.bytes = new Uint8Array((stream + table + list + 2) * sectorSize);
    this.#view = new DataView(this.bytes.buffer);
    this.bytes.fill(255, this.#offset(stream + 1), this.#offset(stream + 1 + table + list));
  }

  content(content: Uint8Array, order: readonly number[]): void {
    const { sectorSize, stream } = this.#layout;
    for (let index = 0; index < stream; index += 1) {
      const place = order[index] as number;
      const piece = content.subarray(index * sectorSize, (index + 1) * sectorSize);
      this.bytes.set(piece, this.#offset(place));
      this.#link(place, order[index + 1] ?? END);
    }
  }

  /** Which sector follows which, and where the sectors are that say so. */
  tables(): void {
    const { list, sectorSize, stream, table } = this.#layout;
    const perList = sectorSize / 4 - 1;
    this.#link(stream, END);
    for (let index = 0; index < table; index += 1) {
      this.#link(stream + 1 + index, TABLE);
      const behind = index - IN_HEADER;
      const entry =
        behind < 0
          ? 76 + index * 4
          : this.#offset(stream + 1 + table + Math.floor(behind / perList)) +
            (behind % perList) * 4;
      this.#view.setUint32(entry, stream + 1 + index, true);
    }
    for (let index = 0; index < list; index += 1) {
      const sector = stream + 1 + table + index;
      this.#link(sector, TABLE_OF_TABLE);
      const next = index + 1 < list ? sector + 1 : END;
      this.#view.setUint32(this.#offset(sector) + perList * 4, next, true);
    }
  }

  directory(name: string, start: number, size: number): void {
    const { sectorSize, stream } = this.#layout;
    const at = this.#offset(stream);
    for (let entry = at; entry < at + sectorSize; entry += 128) {
      for (const field of [68, 72, 76]) this.#view.setUint32(entry + field, FREE, true);
    }
    this.#entry(at, { name: 'Root Entry', type: 5, start: END, size: 0 });
    this.#view.setUint32(at + 76, 1, true);
    this.#entry(at + 128, { name, type: 2, start, size });
  }

  header(): void {
    const { list, sectorSize, stream, table } = this.#layout;
    const view = this.#view;
    this.bytes.set(MAGIC);
    const [version, shift] = sectorSize === 512 ? [3, 9] : [4, 12];
    [0x3e, version, 0xfffe, shift, 6].forEach((value, index) => {
      view.setUint16(24 + index * 2, value, true);
    });
    const listAt = list === 0 ? END : stream + 1 + table;
    const fields = [sectorSize === 512 ? 0 : 1, table, stream, 0, 4096, END, 0, listAt, list];
    fields.forEach((value, index) => {
      view.setUint32(40 + index * 4, value, true);
    });
    this.bytes.fill(255, 76 + Math.min(table, IN_HEADER) * 4, HEADER);
  }

  #entry(at: number, entry: { name: string; type: number; start: number; size: number }): void {
    [...entry.name].forEach((letter, index) => {
      this.#view.setUint16(at + index * 2, letter.charCodeAt(0), true);
    });
    this.#view.setUint16(at + 64, entry.name.length * 2 + 2, true);
    this.#view.setUint8(at + 66, entry.type);
    this.#view.setUint8(at + 67, 1);
    this.#view.setUint32(at + 116, entry.start, true);
    this.#view.setUint32(at + 120, entry.size, true);
  }

  #offset(sector: number): number {
    return (sector + 1) * this.#layout.sectorSize;
  }

  #link(sector: number, next: number): void {
    this.#view.setUint32(this.#offset(this.#layout.stream + 1) + sector * 4, next, true);
  }
}

/** A compound file round one stream of any size, quickly; short streams are filled up with zeros. */
export function compoundOf(content: Uint8Array, options: Options = {}): Uint8Array<ArrayBuffer> {
  const size = Math.max(content.length, 4096);
  const layout = layoutOf(size, options.sectorSize ?? 512);
  const { stream } = layout;
  const order = options.order?.(stream) ?? Array.from({ length: stream }, (_, index) => index);
  const writer = new CompoundWriter(layout);
  writer.content(content, order);
  writer.tables();
  writer.directory(options.name ?? 'Workbook', order[0] as number, size);
  writer.header();
  return writer.bytes;
}
