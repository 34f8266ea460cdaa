import { Decimal } from '@forecourt/core';
import { SCALES } from '../amounts.ts';
import type { ColumnKind, Report, ReportRow, ReportTable, RowLists } from './report.types.ts';

/** What of a report is wanted: the tables by something, or all of its own; some columns, or all. */
interface Chosen {
  readonly by: string | undefined;
  /** Names; none for all. */
  readonly columns: readonly string[];
}

/** Leaves out the columns that were not chosen; those that say what a row is always stay. */
function withColumns(table: ReportTable, chosen: Chosen['columns']): ReportTable {
  if (chosen.length === 0) return table;
  const { columns, listsOf, rows, total } = table;
  const stays = columns.map(({ choice, name }) => choice !== true || chosen.includes(name));
  const kept = <T>(row: readonly T[]): T[] => row.filter((_, at) => stays[at]);
  return {
    ...table,
    columns: kept(columns),
    rows: rows.map(kept),
    ...(total && { total: kept(total) }),
    ...(listsOf && { listsOf: (at) => kept(listsOf(at)) }),
  };
}

/** Returns the report with the chosen tables and columns (REP-02). A table that is asked for is no detail. */
export function chosenOf(report: Report, { by, columns }: Chosen): Report {
  const tables =
    by === undefined
      ? report.tables
      : report.tables
          .filter((table) => table.by === by)
          .map(({ detail: _, ...table }): ReportTable => table);
  return { ...report, tables: tables.map((table) => withColumns(table, columns)) };
}

/** Most rows of a table on a screen; its file has all of them. */
const MOST_ROWS = 1_000;

const WRITTEN: Readonly<Record<ColumnKind, (value: string | number) => string>> = {
  text: String,
  day: String,
  days: String,
  money: (value) => Decimal.of(Number(value), SCALES.money).toString(),
  quantity: (value) => Decimal.of(Number(value), SCALES.quantity).toString(),
};

function tableOnScreen({ by, columns, currency, listsOf, rows, title, total }: ReportTable) {
  const written = (row: ReportRow, lists: RowLists | undefined) => ({
    values: row.map((value, at) => WRITTEN[columns[at]?.kind ?? 'text'](value)),
    ...(lists && { lists: row.map((_, at) => lists[at] ?? null) }),
  });
  return {
    title,
    by,
    currency,
    columns: columns.map(({ kind, name, title: label }) => ({ name, title: label, kind })),
    rows: rows.slice(0, MOST_ROWS).map((row, at) => written(row, listsOf?.(at))),
    ...(total && { total: written(total, listsOf?.('total')) }),
    left_out: Math.max(0, rows.length - MOST_ROWS),
  };
}

/** A report for a screen: exact amounts as text, and the lists behind them. Details only if they were asked for. */
export const reportOnScreen = ({ about, tables, title }: Report) => ({
  title,
  about,
  tables: tables.filter(({ detail }) => detail !== true).map(tableOnScreen),
});
