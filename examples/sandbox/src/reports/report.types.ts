import type { Account } from '../auth/account.ts';
import type { ListBehind } from '../dashboard/dashboard.types.ts';

/** How a column's values are written: minor units, thousandths, whole days, an ISO day, or text. */
export type ColumnKind = 'text' | 'money' | 'quantity' | 'days' | 'day';

export interface ReportColumn {
  /** As the call names it: 'total'. */
  readonly name: string;
  readonly title: string;
  readonly kind: ColumnKind;
  /** Share of the page's width. */
  readonly width: number;
  /** It can be left out (REP-02). */
  readonly choice?: true;
}

export type ReportRow = readonly (string | number)[];

/** The list behind each value of a row; undefined for a value without one. */
export type RowLists = readonly (ListBehind | undefined)[];

export interface ReportTable {
  /** At most 31 letters, so that it can name a sheet. */
  readonly title: string;
  /** What its rows are: 'customer', 'month'. */
  readonly by: string;
  /** Of all its amounts; '' if a column says it. */
  readonly currency: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly ReportRow[];
  readonly total?: ReportRow;
  /** Only for workbooks, unless it is asked for: too long for paper. */
  readonly detail?: true;
  /** The lists behind the values of a row by its place, and behind the total (REP-02). */
  readonly listsOf?: (row: number | 'total') => RowLists;
}

/** A report, before it is a document. */
export interface Report {
  readonly title: string;
  /** What the report covers and how it counts, line by line. */
  readonly about: readonly string[];
  readonly tables: readonly ReportTable[];
}

export interface ReportRequest {
  readonly account: Account;
  /** YYYY-MM-DD, inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly today: string;
  /** What its rows are: a table of that name is wanted, or all of them. */
  readonly by?: string | undefined;
  /** Whether details are wanted beside the other tables. */
  readonly detail?: boolean;
  /** IANA name of the zone that days begin and end in. */
  readonly timeZone: string | undefined;
}
