// The limit for .xls: follows the chain of sectors, and scans records for just this one shape of file.
import { readFileSync } from 'node:fs';
import { reportResult } from './report-result.ts';

const file = readFileSync(String(process.argv[2]));
const SECTOR = 512;
const [FORMULA, EOF, MULRK, SST, LABELSST, NUMBER, RK] = [
  ...[0x06, 0x0a, 0xbd, 0xfc, 0xfd, 0x203, 0x27e],
];

const offset = (sector: number): number => (sector + 1) * SECTOR;

/** Returns the sectors of the sector table. */
function* tableSectors(): Generator<number> {
  for (let at = 76; at < SECTOR; at += 4) yield file.readUInt32LE(at);
  let list = file.readUInt32LE(68);
  while (list < 0xffff_fffa) {
    for (let at = 0; at < 127; at += 1) yield file.readUInt32LE(offset(list) + at * 4);
    list = file.readUInt32LE(offset(list) + 508);
  }
}

function stream(): Buffer {
  const table = [...tableSectors()];
  const entry = offset(file.readUInt32LE(48)) + 128;
  const size = file.readUInt32LE(entry + 120);
  const bytes = Buffer.allocUnsafe(Math.ceil(size / SECTOR) * SECTOR);
  let sector = file.readUInt32LE(entry + 116);
  for (let at = 0; at < size; at += SECTOR) {
    file.copy(bytes, at, offset(sector), offset(sector) + SECTOR);
    sector = file.readUInt32LE(offset(table[sector >> 7] ?? 0) + (sector & 127) * 4);
  }
  return bytes;
}

const bytes = stream();
const strings: string[] = [];

/** Reads a table's texts record by record; a text that continues in the next record repeats its flag byte there. */
function readStrings(at: number): void {
  let end = at + 4 + bytes.readUInt16LE(at + 2);
  let next = at + 12;
  for (let left = bytes.readUInt32LE(at + 8); left > 0; left -= 1) {
    const more = () => {
      next = end + 4;
      end += 4 + bytes.readUInt16LE(end + 2);
    };
    if (next === end) more();
    const length = bytes.readUInt16LE(next);
    let wide = bytes[next + 2] === 1;
    next += 3;
    let text = '';
    for (let rest = length; rest > 0; ) {
      if (next === end) {
        more();
        wide = bytes[next] === 1;
        next += 1;
      }
      const taken = Math.min(rest, wide ? (end - next) >> 1 : end - next);
      const to = next + (wide ? taken * 2 : taken);
      text += bytes.toString(wide ? 'utf16le' : 'latin1', next, to);
      next = to;
      rest -= taken;
    }
    strings.push(text);
  }
}

const view = new DataView(new ArrayBuffer(8));
function rk(at: number): number {
  const stored = bytes.readInt32LE(at);
  let value = stored >> 2;
  if ((stored & 2) === 0) {
    view.setInt32(0, stored & ~3);
    value = view.getFloat64(0);
  }
  return (stored & 1) === 0 ? value : value / 100;
}

let rows = 0;
let cells = 0;
let sum = 0;
let row: (string | number | undefined)[] = [];
let number = -1;

function count(): void {
  if (row.length === 0) return;
  rows += 1;
  for (const value of row) {
    if (value === undefined) continue;
    cells += 1;
    if (typeof value === 'number') sum += value;
  }
  row = [];
}

function put(at: number, column: number, value: string | number | undefined): void {
  if (bytes.readUInt16LE(at + 4) !== number) {
    count();
    number = bytes.readUInt16LE(at + 4);
  }
  row[column] = value;
}

for (let at = 0; at < bytes.length; ) {
  const type = bytes.readUInt16LE(at);
  const size = bytes.readUInt16LE(at + 2);
  const column = bytes.readUInt16LE(at + 6);
  if (type === SST) readStrings(at);
  else if (type === LABELSST) put(at, column, strings[bytes.readUInt32LE(at + 10)]);
  else if (type === NUMBER || type === FORMULA) put(at, column, bytes.readDoubleLE(at + 10));
  else if (type === RK) put(at, column, rk(at + 10));
  else if (type === MULRK) {
    for (let index = 0; index < (size - 6) / 6; index += 1) {
      put(at, column + index, rk(at + 10 + index * 6));
    }
  } else if (type === EOF && rows > 0) break;
  at += 4 + size;
}
count();
reportResult({ rows, cells, sum: Math.round(sum) });
