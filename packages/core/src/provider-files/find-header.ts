import { normalizeHeader } from './cells/text.ts';
import { MARK_HEADER, REASON_HEADER } from './own-columns.ts';
import type { SheetColumn, SheetLayout } from './sheet-layout.schema.ts';
import type { SheetRow } from './types.ts';

/** A row that was examined as a layout's header row. */
export interface HeaderMatch<Of extends SheetLayout = SheetLayout> {
  readonly layout: Of;
  readonly row: SheetRow;
  /** Zero-based column by field. */
  readonly columnOf: ReadonlyMap<string, number>;
  /** Columns whose header is not in the layout. */
  readonly extra: readonly number[];
  /** Columns whose header an earlier column already has. */
  readonly twice: readonly { readonly column: number; readonly first: number }[];
  readonly missing: readonly SheetColumn[];
  /** All headers that identify this provider are present. */
  readonly signed: boolean;
}

/**
 * Returns the row among the first ones that fits the layout's headers best; undefined if fewer than half of
 * the required ones are found.
 */
export function findHeader<Of extends SheetLayout>(
  rows: readonly SheetRow[],
  layout: Of,
): HeaderMatch<Of> | undefined {
  const required = layout.columns.filter((column) => column.required).length;
  let best: HeaderMatch<Of> | undefined;
  for (const row of rows) {
    if (row.row > layout.headerDepth) break;
    if (row.cells.length < required / 2) continue;
    const match = matchHeader(row, layout);
    if (required - match.missing.length < required / 2) continue;
    if (!best || match.missing.length < best.missing.length) best = match;
  }
  return best;
}

/** Names of rows that are tried as header rows, since each is held against several layouts. */
const namesOfRows = new WeakMap<SheetRow, readonly string[]>();

function namesOf(row: SheetRow): readonly string[] {
  const known = namesOfRows.get(row);
  if (known) return known;
  const names = row.cells.map(normalizeHeader);
  namesOfRows.set(row, names);
  return names;
}

function matchHeader<Of extends SheetLayout>(row: SheetRow, layout: Of): HeaderMatch<Of> {
  const at = new Map<string, number>();
  const twice: { name: string; column: number; first: number }[] = [];
  namesOf(row).forEach((name, column) => {
    if (name === '') return;
    const first = at.get(name);
    if (first === undefined) at.set(name, column);
    else twice.push({ name, column, first });
  });
  const find = (header: string) => at.get(normalizeHeader(header));
  const columnOf = new Map<string, number>();
  const missing: SheetColumn[] = [];
  for (const column of layout.columns) {
    const found = [column.header, ...column.aliases].map(find).find((index) => index !== undefined);
    if (found !== undefined) columnOf.set(column.field, found);
    else if (column.required) missing.push(column);
  }
  return {
    layout,
    row,
    columnOf,
    // Only the row that is chosen is asked for these.
    get extra() {
      return extraColumns(at, columnOf, layout);
    },
    get twice() {
      return twice.filter(({ name }) => !isIgnored(name, layout));
    },
    missing,
    signed: layout.signature.every((header) => find(header) !== undefined),
  };
}

const OWN_HEADERS = [REASON_HEADER, MARK_HEADER].map(normalizeHeader);

/** Matches prefixes, because the header may also contain reasons after the name. */
export const isOwn = (name: string): boolean => OWN_HEADERS.some((own) => name.startsWith(own));

function extraColumns(
  at: ReadonlyMap<string, number>,
  columnOf: ReadonlyMap<string, number>,
  layout: SheetLayout,
): number[] {
  const read = new Set(columnOf.values());
  return [...at]
    .filter(([name, column]) => !read.has(column) && !isIgnored(name, layout))
    .map(([, column]) => column);
}

interface Ignored {
  readonly names: ReadonlySet<string>;
  readonly starts: readonly string[];
}

const ignoredOf = new WeakMap<SheetLayout, Ignored>();

function ignoredBy(layout: SheetLayout): Ignored {
  const known = ignoredOf.get(layout);
  if (known) return known;
  const isStart = (header: string) => header.endsWith('*');
  const made = {
    names: new Set(layout.ignored.filter((header) => !isStart(header)).map(normalizeHeader)),
    starts: layout.ignored.filter(isStart).map(normalizeHeader),
  };
  ignoredOf.set(layout, made);
  return made;
}

/** Returns whether the layout ignores a header, or it belongs to a column of our own. */
function isIgnored(name: string, layout: SheetLayout): boolean {
  const { names, starts } = ignoredBy(layout);
  return isOwn(name) || names.has(name) || starts.some((start) => name.startsWith(start));
}

/** Returns the layouts whose required columns and signature are all present. */
export const recognizeAll = <Of extends SheetLayout>(
  rows: readonly SheetRow[],
  layouts: readonly Of[],
): HeaderMatch<Of>[] =>
  layouts.flatMap((layout) => {
    const match = findHeader(rows, layout);
    return match?.signed && match.missing.length === 0 ? [match] : [];
  });

/** Returns the match with the most known columns; the first one if several are equal. */
export const bestMatch = <Of extends SheetLayout>(
  matches: readonly HeaderMatch<Of>[],
): HeaderMatch<Of> | undefined =>
  matches.reduce<HeaderMatch<Of> | undefined>(
    (best, match) => (!best || match.columnOf.size > best.columnOf.size ? match : best),
    undefined,
  );

/** Returns the best layout whose required columns and signature are all present. */
export const recognize = <Of extends SheetLayout>(
  rows: readonly SheetRow[],
  layouts: readonly Of[],
): HeaderMatch<Of> | undefined => bestMatch(recognizeAll(rows, layouts));

const REJECT_REPORT = ['errorcode', 'errordescription'];

/**
 * Returns whether this is a provider's list of declined transactions, which must never be imported as fuel.
 */
export function isRejectReport(rows: readonly SheetRow[]): boolean {
  return rows.some((row) => {
    const names = new Set(namesOf(row));
    return REJECT_REPORT.every((name) => names.has(name));
  });
}
