const SECTOR = 512;
const END = 0xfffffffe;
const FREE = 0xffffffff;
const TABLE = 0xfffffffd;
const TABLE_OF_TABLE = 0xfffffffc;
const IN_HEADER = 109;

interface Options {
  readonly name?: string;
  /** Gives the sectors another order: by the stream's sector, its place among them. */
  readonly order?: (sectors: number) => readonly number[];
}

function directoryEntry(view: DataView, at: number, name: string, type: number): void {
  [...name].forEach((letter, index) => {
    view.setUint16(at + index * 2, letter.charCodeAt(0), true);
  });
  view.setUint16(at + 64, name.length * 2 + 2, true);
  view.setUint8(at + 66, type);
  view.setUint8(at + 67, 1);
  for (const field of [68, 72, 76]) view.setUint32(at + field, FREE, true);
}

/** How many sectors the table of sectors takes, and how many the list of where those are. */
function tableSize(others: number): { table: number; list: number } {
  let table = 1;
  let list = 0;
  for (;;) {
    const needed = Math.ceil((others + table + list) / 128);
    const lists = Math.ceil(Math.max(0, needed - IN_HEADER) / 127);
    if (needed === table && lists === list) return { table, list };
    table = needed;
    list = lists;
  }
}

/** A compound file round one stream of any size, quickly; short streams are filled up with zeros. */
export function compoundOf(content: Uint8Array, options: Options = {}): Uint8Array<ArrayBuffer> {
  const size = Math.max(content.length, 4096);
  const sectors = Math.ceil(size / SECTOR);
  const order = options.order?.(sectors) ?? Array.from({ length: sectors }, (_, index) => index);
  const { table, list } = tableSize(sectors + 1);
  const directoryAt = sectors;
  const tableAt = sectors + 1;
  const listAt = tableAt + table;
  const bytes = new Uint8Array((listAt + list + 1) * SECTOR);
  const view = new DataView(bytes.buffer);
  const offset = (sector: number) => (sector + 1) * SECTOR;
  const link = (sector: number, next: number) =>
    view.setUint32(offset(tableAt) + sector * 4, next, true);

  bytes.fill(255, offset(tableAt), offset(listAt + list));
  for (let index = 0; index < sectors; index += 1) {
    const place = order[index] as number;
    bytes.set(content.subarray(index * SECTOR, (index + 1) * SECTOR), offset(place));
    link(place, order[index + 1] ?? END);
  }
  link(directoryAt, END);
  for (let index = 0; index < table; index += 1) {
    link(tableAt + index, TABLE);
    const entry =
      index < IN_HEADER
        ? 76 + index * 4
        : offset(listAt + Math.floor((index - IN_HEADER) / 127)) + ((index - IN_HEADER) % 127) * 4;
    view.setUint32(entry, tableAt + index, true);
  }
  for (let index = 0; index < list; index += 1) {
    link(listAt + index, TABLE_OF_TABLE);
    const next = index + 1 < list ? listAt + index + 1 : END;
    view.setUint32(offset(listAt + index) + 508, next, true);
  }

  directoryEntry(view, offset(directoryAt), 'Root Entry', 5);
  view.setUint32(offset(directoryAt) + 76, 1, true);
  view.setUint32(offset(directoryAt) + 116, END, true);
  const stream = offset(directoryAt) + 128;
  directoryEntry(view, stream, options.name ?? 'Workbook', 2);
  view.setUint32(stream + 116, order[0] as number, true);
  view.setUint32(stream + 120, size, true);
  for (const unused of [2, 3]) {
    for (const field of [68, 72, 76]) {
      view.setUint32(offset(directoryAt) + unused * 128 + field, FREE, true);
    }
  }
  writeHeader(view, { directoryAt, table, listAt: list === 0 ? END : listAt, list });
  bytes.fill(255, 76 + Math.min(table, IN_HEADER) * 4, SECTOR);
  return bytes;
}

function writeHeader(
  view: DataView,
  at: { directoryAt: number; table: number; listAt: number; list: number },
): void {
  [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].forEach((byte, index) => {
    view.setUint8(index, byte);
  });
  const shorts = { 24: 0x3e, 26: 3, 28: 0xfffe, 30: 9, 32: 6 };
  for (const [field, value] of Object.entries(shorts)) view.setUint16(Number(field), value, true);
  const longs = {
    44: at.table,
    48: at.directoryAt,
    56: 4096,
    60: END,
    64: 0,
    68: at.listAt,
    72: at.list,
  };
  for (const [field, value] of Object.entries(longs)) view.setUint32(Number(field), value, true);
}
