import { cellText } from './cells/text.ts';
import type { HeaderMatch } from './find-header.ts';
import type { Layout } from './layout.schema.ts';
import { cellReference, type Plan } from './plan.ts';
import { makeIssue } from './row-context.ts';
import type { FileFacts } from './to-line.ts';
import type { CheckIssue, SheetRow } from './types.ts';

/** Account and invoice as the header record or the banner above the header row names them. */
export function fileFacts(layout: Layout, above: readonly SheetRow[]): FileFacts {
  const { records, accountLabel } = layout;
  const header = above.find(
    ({ cells }) => cellText(cells[0]).toUpperCase() === records?.header.mark,
  );
  const text = (column: number | undefined) =>
    column === undefined ? '' : cellText(header?.cells[column]);
  return {
    account: text(records?.header.account) || labelledAccount(accountLabel, above),
    invoiceNumber: text(records?.header.invoice),
  };
}

function labelledAccount(label: string | undefined, above: readonly SheetRow[]): string {
  if (label === undefined) return '';
  const cell = above
    .flatMap(({ cells }) => cells)
    .map(cellText)
    .find((text) => text.startsWith(label));
  return cell?.slice(label.length).trim() ?? '';
}

/** Columns that the layout does not know, told once a sheet. */
export function extraColumns(plan: Plan, { extra }: HeaderMatch): CheckIssue[] {
  return extra.map((column) =>
    makeIssue('FILE-EXTRA-COLUMN', {
      file: plan.file,
      sheet: plan.sheet,
      row: plan.headerRow,
      column: plan.headers[column] ?? null,
      cell: cellReference(column, plan.headerRow),
      value: plan.headers[column] ?? null,
      expected: null,
    }),
  );
}
