import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CellValue } from '@forecourt/core/provider-files';
import type { CellObject, ParsingOptions, WorkBook } from 'xlsx';

/** The CommonJS build knows all code pages, and shares no state with the one that core falls back on. */
const { read } = createRequire(import.meta.url)('xlsx') as typeof import('xlsx');

const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

/** A sheet as SheetJS reads it, in our shape. */
export interface SheetJsSheet {
  readonly name: string;
  readonly rows: number;
  cells(row: number): readonly CellValue[];
}

function cellValueOf(cell: CellObject | undefined, isMadeUp: () => boolean): CellValue {
  if (cell === undefined || cell.v === '') return undefined;
  if (cell.t === 'e') return { fault: ERRORS[cell.v as number] ?? '#ERROR!' };
  if (cell.f !== undefined && (cell.v === undefined || (cell.v === 0 && isMadeUp()))) {
    return { fault: 'formula without a value' };
  }
  if (cell.t === 'n' && !Number.isFinite(cell.v)) return { fault: 'not a number' };
  return cell.v as CellValue;
}

/** Text in the encoding that it has; SheetJS would take any for the one of the machine. */
function decode(bytes: Uint8Array): string {
  const label = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads a file's worksheets with SheetJS only. Text in .csv and HTML stays text. */
export function readBySheetJs(path: string, kind: string): SheetJsSheet[] {
  const bytes = readFileSync(path);
  const isText = kind === 'csv' || kind === 'html' || kind === 'spreadsheetml';
  const book = (options: ParsingOptions): WorkBook =>
    read(isText ? decode(bytes) : bytes, {
      dense: true,
      cellText: false,
      raw: kind === 'csv' || kind === 'html',
      sheetStubs: true,
      type: isText ? 'string' : 'buffer',
      ...options,
    });
  const found = book({});
  // A formula without a value gets the value 0; read without formulas, such a cell is blank.
  let plain: WorkBook | undefined;
  return found.SheetNames.flatMap((name) => {
    const sheet = found.Sheets[name];
    if (sheet === undefined || (sheet['!type'] ?? 'sheet') !== 'sheet') return [];
    const data: readonly (CellObject[] | undefined)[] = sheet['!data'] ?? [];
    const isMadeUp = (row: number, column: number) => {
      plain ??= book({ cellFormula: false });
      return plain.Sheets[name]?.['!data']?.[row]?.[column]?.v === undefined;
    };
    const cells = (row: number) =>
      Array.from(data[row - 1] ?? [], (cell, column) =>
        cellValueOf(cell, () => isMadeUp(row - 1, column)),
      );
    return [{ name, rows: data.length, cells }];
  });
}
