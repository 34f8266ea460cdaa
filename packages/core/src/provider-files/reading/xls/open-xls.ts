/**
 * Reads .xls workbooks (BIFF5 and BIFF8) row by row from their records. The container is in `compound`;
 * older versions are left to SheetJS.
 */

import type { ProviderFile, SheetRow, Workbook } from '../../types.ts';
import { CompoundFile, isCompoundFile } from '../compound/compound-file.ts';
import { CompoundDamage } from '../compound/sector-table.ts';
import { orAborted, type Reading, withSignal } from '../reading.ts';
import { damaged, encrypted, tooLarge, tooManyRows } from '../refusals.ts';
import { SheetDamage } from '../sheet-damage.ts';
import { openWithSheetJs } from '../sheetjs/open-with-sheetjs.ts';
import { Otherwise } from '../sheetjs/otherwise.ts';
import { Unrecognised } from '../unrecognised.ts';
import { checkSheet } from './check-sheet.ts';
import { type Globals, readGlobals } from './globals.ts';
import { u16 } from './records.ts';
import { SheetScanner } from './sheet-scanner.ts';

/** Every version starts with its own BOF record. */
const STARTS = [0x0009, 0x0209, 0x0409, 0x0809];

/** SheetJS keeps everything in memory, several times over. */
const FALLBACK_MAX_BYTES = 32 * 1024 * 1024;

function toRefusal(reading: Reading, error: unknown): unknown {
  const isDamage = error instanceof CompoundDamage || error instanceof SheetDamage;
  return isDamage ? damaged(reading, error.message, { cause: error }) : error;
}

async function openOtherwise(reading: Reading, stream: Uint8Array): Promise<Workbook> {
  if (stream.length > FALLBACK_MAX_BYTES) {
    throw tooLarge(
      reading,
      'it is not written as Excel writes .xls since version 5, and that can only be read up to 32 MB. Opening it in Excel and saving it as .xlsx helps as well',
    );
  }
  // SheetJS would take any other start for text or an unrelated format.
  if (!STARTS.includes(u16(stream, 0))) throw damaged(reading, 'its workbook has no start');
  try {
    return await openWithSheetJs(reading, 'xls', stream);
  } catch (error) {
    throw toRefusal(reading, error);
  }
}

/** Returns the workbook's own bytes. Versions before 1997 use another stream name, or no container. */
async function workbookStream({ blob }: ProviderFile): Promise<Uint8Array<ArrayBuffer>> {
  if (!(await isCompoundFile(blob))) return new Uint8Array(await blob.arrayBuffer());
  const file = await CompoundFile.open(blob);
  const streams = await file.streams();
  const workbook = streams.get('workbook') ?? streams.get('book');
  if (workbook === undefined) throw new CompoundDamage('it holds no workbook');
  return file.read(workbook);
}

class XlsWorkbook implements Workbook {
  readonly kind = 'xls';
  readonly date1904: boolean;
  readonly sheets: Workbook['sheets'];
  readonly #reading: Reading;
  readonly #bytes: Uint8Array;
  readonly #globals: Globals;
  readonly #otherwise: Otherwise;

  constructor(reading: Reading, bytes: Uint8Array, globals: Globals) {
    this.#reading = reading;
    this.#bytes = bytes;
    this.#globals = globals;
    this.#otherwise = new Otherwise(reading, () => openOtherwise(reading, bytes));
    this.date1904 = globals.date1904;
    this.sheets = globals.sheets.map(({ name, hidden }) => ({ name, hidden }));
  }

  async *rows(sheet: number, signal?: AbortSignal): AsyncGenerator<readonly SheetRow[], void> {
    const reading = withSignal(this.#reading, signal);
    const part = this.#globals.sheets[sheet];
    if (part === undefined) throw new RangeError(`There is no sheet ${sheet}.`);
    let count = 0;
    let lastRow = 0;
    try {
      checkSheet(this.#bytes, part.at);
      const scanner = new SheetScanner(this.#bytes, part.at, this.#globals);
      while (!scanner.finished) {
        reading.signal?.throwIfAborted();
        const batch = scanner.next();
        count += batch.length;
        if (count > reading.limits.maxRows) throw tooManyRows(reading, part.name);
        if (batch.length === 0) continue;
        lastRow = batch.at(-1)?.row ?? lastRow;
        yield batch;
      }
    } catch (error) {
      if (error instanceof SheetDamage) {
        throw damaged(reading, `in sheet "${part.name}", ${error.message}`, {
          sheet: part.name,
          cause: error,
        });
      }
      if (!(error instanceof Unrecognised)) throw error;
      yield* this.#otherwise.rows(part.name, lastRow, signal);
    }
  }
}

async function openStream(reading: Reading, bytes: Uint8Array): Promise<Workbook> {
  try {
    const globals = readGlobals(bytes);
    if (globals.encrypted) throw encrypted(reading);
    if (globals.sheets.length === 0) throw damaged(reading, 'it has no sheet');
    return new XlsWorkbook(reading, bytes, globals);
  } catch (error) {
    if (!(error instanceof Unrecognised)) throw error;
    return openOtherwise(reading, bytes);
  }
}

/**
 * Opens an .xls: with our own scanner if it is in the format of Excel 5 or later, otherwise with SheetJS.
 */
export async function openXls(reading: Reading): Promise<Workbook> {
  try {
    const bytes = await orAborted(workbookStream(reading.file), reading.signal);
    reading.signal?.throwIfAborted();
    return await openStream(reading, bytes);
  } catch (error) {
    throw toRefusal(reading, error);
  }
}
