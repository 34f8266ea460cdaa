import { dayFormat, readDay } from './cells/date.ts';
import { cellText } from './cells/text.ts';
import type { HeaderMatch } from './find-header.ts';
import type { Layout } from './layout.schema.ts';
import { cellReference, type DataSheet, type Plan } from './plan.ts';
import { makeIssue } from './row-context.ts';
import { markColumn } from './row-kind.ts';
import type { RuleId } from './rules.ts';
import type { FileFacts } from './to-line.ts';
import type { CheckIssue, SheetRow } from './types.ts';

/** Returns account and invoice number from the header record or the banner above the header row. */
export function fileFacts(layout: Layout, above: readonly SheetRow[]): FileFacts {
  const { records, accountLabel } = layout;
  const header = headerRecord(layout, above);
  const text = (column: number | undefined) =>
    column === undefined || !header ? '' : cellText(header.cells[markColumn(header) + column]);
  return {
    account: text(records?.header.account) || labelledAccount(accountLabel, above),
    invoiceNumber: text(records?.header.invoice),
  };
}

function headerRecord({ records }: Layout, above: readonly SheetRow[]): SheetRow | undefined {
  return above.find(
    (row) => cellText(row.cells[markColumn(row)]).toUpperCase() === records?.header.mark,
  );
}

/**
 * Checks the header record's currency against the provider's, and its day against `today` in days since
 * 1970-01-01.
 */
export function checkHeaderRecord(
  plan: Plan,
  above: readonly SheetRow[],
  today: number,
): CheckIssue[] {
  const { layout, file, sheet, date1904 } = plan;
  const record = headerRecord(layout, above);
  const first = record ? markColumn(record) : 0;
  const { currency, date } = layout.records?.header ?? {};
  const note = (rule: RuleId, at: number, expected: string): CheckIssue[] => {
    const value = cellText(record?.cells[first + at]);
    if (!record || value === '') return [];
    const { row } = record;
    const cell = cellReference(first + at, row);
    return [makeIssue(rule, { file, sheet, row, column: null, cell, value, expected })];
  };
  if (layout.records && !record) {
    const nowhere = { row: null, column: null, cell: null, value: null, expected: null };
    return [makeIssue('FILE-HEADER-RECORD', { file, sheet, ...nowhere })];
  }
  const cellAt = (at: number) => record?.cells[first + at];
  const currencyAt = (at: number) => plan.currencies.get(cellText(cellAt(at)).toUpperCase());
  const dayAt = (at: number, format: string) => readDay(cellAt(at), [dayFormat(format)], date1904);
  return [
    ...(currency === undefined || currencyAt(currency) === layout.currency
      ? []
      : note('FILE-CURRENCY', currency, layout.currency)),
    ...(date === undefined || dayAt(date.at, date.format).epochDay <= today
      ? []
      : note('FILE-DATE', date.at, date.format)),
  ];
}

function labelledAccount(label: string | undefined, above: readonly SheetRow[]): string {
  if (label === undefined) return '';
  const cell = above
    .flatMap(({ cells }) => cells)
    .map(cellText)
    .find((text) => text.startsWith(label));
  return cell?.slice(label.length).trim() ?? '';
}

/** Reports unknown and duplicate columns, once per sheet. */
export function unreadColumns(plan: DataSheet, { extra, twice }: HeaderMatch): CheckIssue[] {
  const issue = (rule: RuleId, column: number, value: string | null): CheckIssue =>
    makeIssue(rule, {
      file: plan.file,
      sheet: plan.sheet,
      row: plan.headerRow,
      column: plan.headers[column] ?? null,
      cell: cellReference(column, plan.headerRow),
      value,
      expected: null,
    });
  return [
    ...extra.map((column) => issue('FILE-EXTRA-COLUMN', column, plan.headers[column] ?? null)),
    ...twice.map(({ column, first }) => {
      const read = cellReference(first, plan.headerRow);
      return issue('FILE-COLUMN-TWICE', column, `${plan.headers[column]}, as ${read}`);
    }),
  ];
}
