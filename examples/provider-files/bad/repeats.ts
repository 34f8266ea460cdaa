import { type Cell, workbookBytes } from '../workbook.ts';
import { accepted, type BadFile, essoDetails, essoFile, essoSheetOf, withCells } from './build.ts';

const ROWS = 6;

/** Repeated files and rows. Identity decides what a repeat is, so the check keeps every row. */
export function repeatedFiles(): BadFile[] {
  const day = essoDetails(ROWS, { seed: 21 });
  const [first = []] = day;
  return [
    essoFile('day1.xlsx', day, accepted(ROWS)),
    essoFile('day1_copy.xlsx', day, accepted(ROWS)),
    { ...essoFile('day1_resaved.xlsx', day, accepted(ROWS)), bytes: resaved(day) },
    essoFile('day1_corrected.xlsx', [corrected(first), ...day.slice(1)], accepted(ROWS)),
    essoFile(
      'twins.xlsx',
      [first, first, withCells(first, { TRAN_NO: '777001' })],
      accepted(3, '- TXN-TWIN'),
    ),
    essoFile(
      'blank_invoice.xlsx',
      day.map((row) => withCells(row, { TRAN_NO: '', AUTH_ID: '' })),
      accepted(ROWS),
    ),
    essoFile(
      'same_invoice_2_days.xlsx',
      [first, withCells(first, { TRAN_DATE: '20261117' })],
      accepted(2),
    ),
  ];
}

/** The same rows in a workbook with different bytes, as after saving it in a spreadsheet program. */
function resaved(day: readonly (readonly Cell[])[]): Uint8Array<ArrayBuffer> {
  return workbookBytes([{ ...essoSheetOf(day), name: 'Sheet1' }]);
}

/** The amount corrected for a discount that was left out; the purchase is the same. */
function corrected(row: readonly Cell[]): Cell[] {
  return withCells(row, { DISCOUNT: 5, AMT: Math.round((Number(row[25]) - 5) * 100) / 100 });
}
