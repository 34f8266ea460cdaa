import { readScaled } from './cells/number.ts';
import { cellText, isBlank, normalizeHeader } from './cells/text.ts';
import { N, SCALE } from './fields.ts';
import type { DataSheet, Plan } from './plan.ts';
import type { CellValue, SheetRow } from './types.ts';

/**
 * What a row below the header is; 'other' covers banners, dashes, repeated headers and subtotals. 'sum' is a
 * labelled total of a layout that doesn't say what its totals cover. 'ignored' is no transaction but has an
 * amount, so somebody has to look at it.
 */
export type RowKind = 'data' | 'total' | 'subtotal' | 'sum' | 'trailer' | 'ignored' | 'other';

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
  return isBesideTheData(plan, row) ? besideKind(plan, row) : 'data';
}

const besideKind = (plan: Plan, row: SheetRow): RowKind =>
  hasAmount(plan, row) && !isRepeatedHeader(plan, row) ? 'ignored' : 'other';

/** Returns whether a column of quantities, prices or money has a figure other than 0. */
function hasAmount(plan: Plan, { cells }: SheetRow): boolean {
  return plan.numbers.some(({ column }) => {
    const cell = cells[column];
    if (isBlank(cell)) return false;
    const value = readScaled(cell, SCALE.money, { rule: null });
    if (!Number.isNaN(value)) return value !== 0;
    const text = cellText(cell);
    return /\d/.test(text) && !/\p{L}/u.test(text);
  });
}

function recordKind(plan: Plan, row: SheetRow): RowKind {
  const { records } = plan.layout;
  const type = cellText(row.cells[plan.text.recordType]).toUpperCase();
  if (type === records?.detail) return 'data';
  // Header and trailer records start with their mark and have their own cells.
  const mark = cellText(row.cells[markColumn(row)]).toUpperCase();
  if (mark === records?.trailer.mark) return 'trailer';
  if (mark === records?.header.mark) return 'other';
  return isBesideTheRecords(plan, row) ? besideKind(plan, row) : 'data';
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
  if (!plan.totalLabels.some((total) => label.startsWith(total))) return undefined;
  return plan.totalRowLabel === null && !plan.layout.subtotals ? 'sum' : 'other';
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
export function repeatsHeader(place: DataSheet, { cells }: SheetRow, column: number): boolean {
  return normalizeHeader(cells[column]) === place.normalHeaders[column];
}
