import type { Account } from '../auth/account.ts';

/** How a column's values are written: minor units, thousandths, whole days, an ISO day, or text. */
export type ColumnKind = 'text' | 'money' | 'quantity' | 'days' | 'day';

export interface ReportColumn {
  readonly title: string;
  readonly kind: ColumnKind;
  /** Share of the page's width. */
  readonly width: number;
}

export type ReportRow = readonly (string | number)[];

export interface ReportTable {
  /** At most 31 letters, so that it can name a sheet. */
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly ReportRow[];
  readonly total?: ReportRow;
  /** Only for workbooks: too long for paper. */
  readonly detail?: true;
}

/** A report, before it is a document. */
export interface Report {
  readonly title: string;
  /** What it covers and how it counts, line by line. */
  readonly about: readonly string[];
  readonly tables: readonly ReportTable[];
}

export interface ReportRequest {
  readonly account: Account;
  /** YYYY-MM-DD, inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly today: string;
  /** IANA name of the zone that days begin and end in. */
  readonly timeZone: string | undefined;
}
