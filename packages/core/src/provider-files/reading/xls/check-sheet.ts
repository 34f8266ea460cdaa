import { SheetDamage } from '../sheet-damage.ts';
import { Unrecognised } from '../unrecognised.ts';
import { HEAD, OLDER, RECORD, recordEnd, u16 } from './records.ts';

const MAX_COLUMNS = 256;
const NO_CELL = 0;
const OLD_CELL = 255;

/** Smallest size of a cell's body, by record type. */
const CELL_BYTES = new Uint8Array(0x410);
for (const type of OLDER) CELL_BYTES[type] = OLD_CELL;
for (const [type, bytes] of [
  [RECORD.blank, 6],
  [RECORD.boolErr, 8],
  [RECORD.formula, 20],
  [RECORD.formula3, 16],
  [RECORD.formula4, 16],
  [RECORD.label, 9],
  [RECORD.labelSst, 10],
  [RECORD.mulBlank, 8],
  [RECORD.mulRk, 12],
  [RECORD.number, 14],
  [RECORD.rk, 10],
  [RECORD.rString, 9],
] as const) {
  CELL_BYTES[type] = bytes;
}

/**
 * Returns the last column of a cell's record. A record with several cells states it, and must have the
 * matching length.
 */
function lastColumn(bytes: Uint8Array, type: number, at: number, end: number): number {
  const first = u16(bytes, at + HEAD + 2);
  if (type !== RECORD.mulRk && type !== RECORD.mulBlank) return first;
  const last = u16(bytes, end - 2);
  const size = type === RECORD.mulRk ? 6 : 2;
  if ((last - first + 1) * size !== end - at - HEAD - 6) {
    throw new Unrecognised('cells of another number than said');
  }
  return last;
}

/**
 * Checks a sheet before its first row is returned: it is complete, and its cells are in order. Throws
 * `SheetDamage` if it is cut off, `Unrecognised` if another reader is needed.
 */
export function checkSheet(bytes: Uint8Array, start: number): void {
  let depth = 0;
  let row = 0;
  let column = -1;
  for (let at = start; ; ) {
    const end = recordEnd(bytes, at);
    if (end < 0) throw new SheetDamage('the sheet breaks off');
    const type = u16(bytes, at);
    if (type === RECORD.bof) depth += 1;
    else if (type === RECORD.eof) {
      depth -= 1;
      if (depth === 0) return;
    } else if (depth === 1 && type < CELL_BYTES.length && CELL_BYTES[type] !== NO_CELL) {
      if (end - at - HEAD < (CELL_BYTES[type] as number)) throw new Unrecognised('an odd cell');
      const nextRow = u16(bytes, at + HEAD);
      const nextColumn = u16(bytes, at + HEAD + 2);
      if (nextRow < row || (nextRow === row && nextColumn <= column)) {
        throw new Unrecognised('cells out of order');
      }
      row = nextRow;
      column = lastColumn(bytes, type, at, end);
      if (column >= MAX_COLUMNS) {
        throw new SheetDamage(`a cell of row ${row + 1} lies outside of any sheet`);
      }
    }
    at = end;
  }
}
