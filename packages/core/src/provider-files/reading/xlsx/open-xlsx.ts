/**
 * Reads .xlsx workbooks as a stream, from bytes of sheet XML to rows. The archive is in `zip`; XML that
 * Excel wouldn't write is left to SheetJS.
 */

import type { SheetRow, Workbook } from '../../types.ts';
import { type Reading, withSignal } from '../reading.ts';
import { damaged, tooLarge, tooManyRows } from '../refusals.ts';
import { SheetDamage } from '../sheet-damage.ts';
import { openWithSheetJs } from '../sheetjs/open-with-sheetjs.ts';
import { Otherwise } from '../sheetjs/otherwise.ts';
import { Unrecognised } from '../unrecognised.ts';
import { Archive } from '../zip/archive.ts';
import { SHARED_STRING_LIMITS, SharedStrings } from './shared-strings.ts';
import { scanSheet } from './sheet-rows.ts';
import { readWorkbookParts, type WorkbookParts } from './workbook-parts.ts';

/** The other reader keeps everything in memory, several times over. */
const FALLBACK_MAX_UNPACKED = 256 * 1024 * 1024;

async function openOtherwise(reading: Reading): Promise<Workbook> {
  const refuse = () =>
    tooLarge(
      reading,
      'its XML is not written as Excel writes it, and that can only be read up to 256 MB unpacked. Opening it in Excel and saving it anew helps as well',
    );
  const archive = await Archive.open(reading);
  await archive.verify(FALLBACK_MAX_UNPACKED, refuse);
  return openWithSheetJs(reading, 'xlsx');
}

async function* none(): AsyncGenerator<Uint8Array, void> {}

class XlsxWorkbook implements Workbook {
  readonly kind = 'xlsx';
  readonly date1904: boolean;
  readonly sheets: Workbook['sheets'];
  readonly #reading: Reading;
  readonly #archive: Archive;
  readonly #parts: WorkbookParts;
  readonly #otherwise: Otherwise;
  #strings: SharedStrings | undefined;

  constructor(reading: Reading, archive: Archive, parts: WorkbookParts) {
    this.#reading = reading;
    this.#archive = archive;
    this.#parts = parts;
    this.#otherwise = new Otherwise(reading, () => openOtherwise(reading));
    this.date1904 = parts.date1904;
    this.sheets = parts.sheets.map(({ name, hidden }) => ({ name, hidden }));
  }

  async *rows(sheet: number, signal?: AbortSignal): AsyncGenerator<readonly SheetRow[], void> {
    const reading = withSignal(this.#reading, signal);
    const part = this.#parts.sheets[sheet];
    if (part === undefined) throw new RangeError(`There is no sheet ${sheet}.`);
    const detail = { sheet: part.name };
    if (part.entry === undefined) throw damaged(reading, `sheet "${part.name}" is missing`, detail);
    let count = 0;
    let lastRow = 0;
    try {
      const chunks = this.#archive.unpack(part.entry, reading);
      for await (const batch of scanSheet(chunks, this.#sharedStrings(), reading.signal)) {
        reading.signal?.throwIfAborted();
        count += batch.length;
        if (count > reading.limits.maxRows) throw tooManyRows(reading, part.name);
        lastRow = batch.at(-1)?.row ?? lastRow;
        yield batch;
      }
    } catch (error) {
      if (error instanceof SheetDamage) {
        throw damaged(reading, `in sheet "${part.name}", ${error.message}`, {
          ...detail,
          cause: error,
        });
      }
      if (!(error instanceof Unrecognised)) throw error;
      yield* this.#otherwise.rows(part.name, lastRow, signal);
    }
  }

  /** One table for all sheets; it ignores their signals, because it outlives each of them. */
  #sharedStrings(): SharedStrings {
    const { strings } = this.#parts;
    this.#strings ??= new SharedStrings(
      strings === undefined ? none() : this.#archive.unpack(strings),
      () =>
        tooLarge(
          this.#reading,
          `its texts take more than ${SHARED_STRING_LIMITS.characters} characters`,
        ),
    );
    return this.#strings;
  }
}

/** Opens an .xlsx: streams it if it is written the way Excel does, otherwise reads it whole. */
export async function openXlsx(reading: Reading): Promise<Workbook> {
  const archive = await Archive.open(reading);
  try {
    return new XlsxWorkbook(reading, archive, await readWorkbookParts(archive));
  } catch (error) {
    if (!(error instanceof Unrecognised)) throw error;
    return openOtherwise(reading);
  }
}
