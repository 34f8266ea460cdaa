// The limit for .xlsx: inflates, and scans bytes for just this one shape of file.
import { readFileSync } from 'node:fs';
import { createInflateRaw, type InflateRaw } from 'node:zlib';
import { reportResult } from './report-result.ts';

const ANGLE = 60;
const CLOSE = 62;

const file = readFileSync(String(process.argv[2]));

function parts(): Map<string, { packed: number; offset: number }> {
  let end = file.length - 22;
  while (file.readUInt32LE(end) !== 0x0605_4b50) end -= 1;
  const found = new Map<string, { packed: number; offset: number }>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const length = file.readUInt16LE(at + 28);
    found.set(file.toString('latin1', at + 46, at + 46 + length), {
      packed: file.readUInt32LE(at + 20),
      offset: file.readUInt32LE(at + 42),
    });
    at += 46 + length + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return found;
}

const entries = parts();

function open(name: string): InflateRaw {
  const { packed, offset } = entries.get(name) ?? { packed: 0, offset: 0 };
  const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
  const stream = createInflateRaw({ chunkSize: 256 * 1024 });
  stream.end(file.subarray(start, start + packed));
  return stream;
}

async function sharedStrings(): Promise<string[]> {
  const strings: string[] = [];
  let rest = '';
  for await (const piece of open('xl/sharedStrings.xml')) {
    const text = rest + piece.toString('utf8');
    let at = 0;
    for (;;) {
      const open = text.indexOf('<t>', at);
      const close = open < 0 ? -1 : text.indexOf('<', open + 3);
      if (close < 0) break;
      strings.push(text.slice(open + 3, close));
      at = close;
    }
    rest = text.slice(at);
  }
  return strings;
}

const strings = await sharedStrings();
let rows = 0;
let cells = 0;
let sum = 0;

function count(row: readonly (string | number | undefined)[]): void {
  rows += 1;
  for (const value of row) {
    if (value === undefined) continue;
    cells += 1;
    if (typeof value === 'number') sum += value;
  }
}

/** Scans the complete rows of a chunk; the letters compared are those of `<c … t="s"><v>`, `<row …>` and `</row>`. */
function scan(bytes: Buffer, end: number): void {
  let row: (string | number | undefined)[] = [];
  let at = Math.max(0, bytes.indexOf('<row'));
  while (at < end) {
    if (bytes[at] !== ANGLE) {
      at += 1;
    } else if (bytes[at + 1] === 99) {
      let shared = false;
      at += 2;
      while (bytes[at] !== CLOSE) {
        if (bytes[at] === 116 && bytes[at + 1] === 61 && bytes[at + 3] === 115) shared = true;
        at += 1;
      }
      if (bytes[at - 1] === 47) {
        row.push(undefined);
        at += 1;
        continue;
      }
      at += 4;
      const start = at;
      let value = 0;
      for (let digit = bytes[at] ?? 0; digit >= 48 && digit <= 57; digit = bytes[at] ?? 0) {
        value = value * 10 + digit - 48;
        at += 1;
      }
      if (bytes[at] !== ANGLE) {
        while (bytes[at] !== ANGLE) at += 1;
        value = Number(bytes.toString('latin1', start, at));
      }
      row.push(shared ? strings[value] : value);
      at += 8;
    } else if (bytes[at + 1] === 114) {
      row = [];
      while (bytes[at] !== CLOSE) at += 1;
      at += 1;
    } else {
      count(row);
      at += 6;
    }
  }
}

let rest: Buffer = Buffer.alloc(0);
for await (const piece of open('xl/worksheets/sheet1.xml')) {
  const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
  const cut = bytes.lastIndexOf('</row>');
  const end = cut < 0 ? 0 : cut + 6;
  scan(bytes, end);
  rest = bytes.subarray(end);
}
reportResult({ rows, cells, sum: Math.round(sum) });
