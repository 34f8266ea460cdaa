import { findHeader, type HeaderMatch } from './find-header.ts';
import { NOTES_SHEET } from './own-columns.ts';
import { headerRefusal } from './refusals.ts';
import { makeIssue } from './row-context.ts';
import type { RuleId } from './rules.ts';
import type { SheetLayout } from './sheet-layout.schema.ts';
import { SheetRows } from './sheet-rows.ts';
import type { CheckIssue, SheetRow, Workbook } from './types.ts';

/** A sheet whose header row has been found. */
export interface DataSheet<Of extends SheetLayout> {
  readonly where: { readonly file: string; readonly sheet: string; readonly date1904: boolean };
  readonly match: HeaderMatch<Of>;
  readonly rows: SheetRows;
}

export interface DataSheetOptions {
  readonly file: string;
  /** All layouts in use, for recognising another provider's file. */
  readonly layouts: readonly SheetLayout[];
  readonly signal: AbortSignal | undefined;
  /** Called for each sheet that is not read. */
  readonly note: (issue: CheckIssue) => void;
}

/**
 * Yields the workbook's sheets that contain the layout's data, in order. The rows of each must be read or
 * closed before the next. Throws a `ProviderFileError` if columns are missing or no sheet has a header.
 */
export async function* dataSheets<Of extends SheetLayout>(
  workbook: Workbook,
  layout: Of,
  { file, layouts, signal, note }: DataSheetOptions,
): AsyncGenerator<DataSheet<Of>, void, undefined> {
  let found = false;
  let headless: { sheet: string; rows: readonly SheetRow[] } | undefined;
  for (const [index, { name, hidden }] of workbook.sheets.entries()) {
    if (layout.sheets === 'first' && found) return;
    if (hidden) {
      if (name !== NOTES_SHEET) note(sheetIssue('FILE-HIDDEN-SHEET', file, name));
      continue;
    }
    const rows = new SheetRows(workbook.rows(index, signal), layout.headerDepth);
    const head = await rows.head();
    const match = findHeader(head, layout);
    if (match && match.missing.length === 0) {
      found = true;
      yield { where: { file, sheet: name, date1904: workbook.date1904 }, match, rows };
      continue;
    }
    await rows.close();
    // A sheet of notes next to the data is fine; a sheet of data with missing columns isn't.
    if (match) throw headerRefusal(layout, layouts, file, { sheet: name, rows: head });
    if (head.length === 0) continue;
    note(sheetIssue('FILE-SHEET', file, name));
    headless ??= { sheet: name, rows: head };
  }
  if (!found) throw headerRefusal(layout, layouts, file, headless);
}

/** Creates an issue about a whole sheet. */
export function sheetIssue(rule: RuleId, file: string, sheet: string): CheckIssue {
  const nowhere = { row: null, column: null, cell: null, value: null, expected: null };
  return makeIssue(rule, { file, sheet, ...nowhere });
}
