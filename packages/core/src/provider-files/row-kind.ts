import { cellText, isBlank, normalizeHeader } from './cells/text.ts';
import { N } from './fields.ts';
import type { Plan, SheetPlace } from './plan.ts';
import type { CellValue, SheetRow } from './types.ts';

/** What a row below the header is; 'other' covers banners, dashes, repeated headers and subtotals. */
export type RowKind = 'data' | 'total' | 'subtotal' | 'trailer' | 'other';

/** Distinguishes transactions from rows between and below them. */
export function rowKind(plan: Plan, row: SheetRow): RowKind {
  const { records } = plan.layout;
  if (records) return recordKind(plan, row);
  const { cells } = row;
  const date = cells[plan.text.businessDate];
  // Any row with a day is a transaction; a faulty one must be refused visibly, not skipped.
  if (typeof date === 'number' || (typeof date === 'string' && /\d/.test(date))) return 'data';
  const label = labelOf(plan, row);
  if (label !== undefined) return label;
  if (isSubtotal(plan, row)) return 'subtotal';
  return isBesideTheData(plan, row) ? 'other' : 'data';
}

function recordKind(plan: Plan, row: SheetRow): RowKind {
  const { records } = plan.layout;
  const type = cellText(row.cells[plan.text.recordType]).toUpperCase();
  if (type === records?.detail) return 'data';
  // Header and trailer records start with their mark and have their own cells.
  const mark = cellText(row.cells[markColumn(row)]).toUpperCase();
  if (mark === records?.trailer.mark) return 'trailer';
  return mark === records?.header.mark || isBesideTheRecords(plan, row) ? 'other' : 'data';
}

/**
 * Returns the column of the first non-empty cell, which holds a record's mark. Sheets may start with empty
 * columns.
 */
export function markColumn({ cells }: SheetRow): number {
  return Math.max(
    cells.findIndex((cell) => !isBlank(cell)),
    0,
  );
}

/**
 * Returns whether a row is a footnote, a ruled line or a repeated header. Any row with a card, a day or a
 * product is a detail.
 */
function isBesideTheRecords(plan: Plan, row: SheetRow): boolean {
  const { cells } = row;
  const filled = cells.filter((cell) => !isBlank(cell));
  if (isRuledLine(filled) || isRepeatedHeader(plan, row)) return true;
  const { businessDate, cardNumber } = plan.text;
  const nameless = isBlank(cells[businessDate]) && isBlank(cells[cardNumber]);
  return nameless && sellsNothing(plan, row) && filled.length <= plan.layout.skip.bannerCells;
}

function labelOf(plan: Plan, row: SheetRow): RowKind | undefined {
  if (!sellsNothing(plan, row)) return undefined;
  const label = normalizeHeader(row.cells.find((cell) => !isBlank(cell)));
  if (label === '') return undefined;
  if (plan.totalRowLabel !== null && label.startsWith(plan.totalRowLabel)) return 'total';
  return plan.totalLabels.some((total) => label.startsWith(total)) ? 'other' : undefined;
}

/** Returns whether a row has only sums below the headers they total, without a label. */
function isSubtotal(plan: Plan, row: SheetRow): boolean {
  const { cells } = row;
  if (!plan.layout.subtotals || !sellsNothing(plan, row)) return false;
  if (!isBlank(cells[0]) || !isBlank(cells[plan.text.cardNumber])) return false;
  return /\d/.test(cellText(cells[plan.numberColumns[N.amount] ?? -1]));
}

function isBesideTheData(plan: Plan, row: SheetRow): boolean {
  const { cells } = row;
  const filled = cells.filter((cell) => !isBlank(cell));
  if (isRuledLine(filled) || isRepeatedHeader(plan, row)) return true;
  if (!isBlank(cells[plan.text.businessDate])) return false;
  if (filled.length <= plan.layout.skip.bannerCells) return true;
  return isBlank(cells[plan.text.cardNumber]) && sellsNothing(plan, row);
}

/** Sums have neither station nor product; even a damaged transaction has one of them. */
function sellsNothing(plan: Plan, { cells }: SheetRow): boolean {
  return isBlank(cells[plan.text.stationNumber]) && isBlank(cells[plan.text.productCode]);
}

function isRepeatedHeader(plan: Plan, row: SheetRow): boolean {
  return repeatsHeader(plan, row, plan.text.cardNumber);
}

/** Returns whether all cells are dashes or blanks. */
export function isRuledLine(filled: readonly CellValue[]): boolean {
  return filled.every((cell) => /^[-=_\s]+$/.test(cellText(cell)));
}

/** Returns whether the column's header is repeated, as on a new page. */
export function repeatsHeader(place: SheetPlace, { cells }: SheetRow, column: number): boolean {
  const name = normalizeHeader(cells[column]);
  return name !== '' && name === place.normalHeaders[column];
}
