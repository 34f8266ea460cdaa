import { ESSO_HEADER } from '../esso.ts';
import { seededRandom } from '../random.ts';
import { suncoreSheet } from '../suncore.ts';
import { addDays, type Cell, type Sheet } from '../workbook.ts';
import {
  accepted,
  BAD_FILES_DAY,
  type BadFile,
  essoDetails,
  essoSheetOf,
  fileOf,
  refused,
} from './build.ts';

const ROWS = 5;
const RECORD = 1;

/** Columns moved, missing and added; days on several sheets. */
export function columnFiles(): BadFile[] {
  const sheet = essoSheetOf(essoDetails(ROWS));
  const [older, newer] = twoDays();
  return [
    fileOf('cols_moved.xlsx', 'ESSO', [reordered(sheet, moved())], accepted(ROWS)),
    fileOf('header_spelling.xlsx', 'ESSO', [respelled(sheet)], accepted(ROWS)),
    fileOf(
      'col_missing.xlsx',
      'ESSO',
      [reordered(sheet, without('NET_PRICE', 'AMT'))],
      refused('missing_columns', "'NET_PRICE', 'AMT'"),
    ),
    fileOf('col_extra.xlsx', 'ESSO', [withExtra(sheet)], accepted(ROWS, 'AF2 FILE-EXTRA-COLUMN')),
    fileOf('superpass_2sheets.xlsx', 'Suncore', [older, newer], accepted(14)),
    fileOf(
      'superpass_notes.xlsx',
      'Suncore',
      [older, { name: 'Notes', rows: [['Prices as posted']] }],
      accepted(6, '- FILE-SHEET'),
    ),
    fileOf('superpass_banner.xlsx', 'Suncore', [withPageBreak(newer)], accepted(8)),
    fileOf(
      'superpass_column_lost.xlsx',
      'Suncore',
      [older, reorderedBelow(newer)],
      refused('missing_columns', "'Litres'"),
    ),
  ];
}

function twoDays(): readonly [Sheet, Sheet] {
  const random = seededRandom(31);
  return [
    suncoreSheet(random, addDays(BAD_FILES_DAY, -1), 6),
    suncoreSheet(random, BAD_FILES_DAY, 8),
  ];
}

/** The columns in reverse. */
function moved(): number[] {
  return ESSO_HEADER.map((_, column) => column).reverse();
}

function without(...headers: (typeof ESSO_HEADER)[number][]): number[] {
  return ESSO_HEADER.map((_, column) => column).filter(
    (column) => !headers.some((header) => header === ESSO_HEADER[column]),
  );
}

function reordered(sheet: Sheet, order: readonly number[]): Sheet {
  return { ...sheet, rows: editRows(sheet, (row) => order.map((column) => row[column])) };
}

function respelled(sheet: Sheet): Sheet {
  const rows = sheet.rows.map((row, index) =>
    index === RECORD
      ? row.map((cell) => ` ${String(cell).toLowerCase().replaceAll('_', ' ')}. `)
      : row,
  );
  return { ...sheet, rows };
}

function withExtra(sheet: Sheet): Sheet {
  return {
    ...sheet,
    rows: editRows(sheet, (row, index) => [...row, index === RECORD ? 'LOYALTY_PTS' : 12]),
  };
}

/** Details and the header row; header and trailer records have cells of their own. */
function editRows(sheet: Sheet, edit: (row: readonly Cell[], index: number) => Cell[]): Cell[][] {
  const last = sheet.rows.length - 1;
  return sheet.rows.map((row, index) =>
    index === 0 || index === last ? [...row] : edit(row, index),
  );
}

/** A second page starts between the rows: banner, headers and dashes are repeated. */
function withPageBreak(sheet: Sheet): Sheet {
  const banner = sheet.rows.slice(0, 6);
  return { ...sheet, rows: [...sheet.rows.slice(0, 9), [], ...banner, ...sheet.rows.slice(9)] };
}

function reorderedBelow(sheet: Sheet): Sheet {
  const litres = sheet.rows[4]?.indexOf('Litres') ?? -1;
  const rows = sheet.rows.map((row, index) =>
    index < 4 ? row : row.filter((_, column) => column !== litres),
  );
  return { ...sheet, rows };
}
