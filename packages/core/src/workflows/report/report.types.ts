import type { Decimal } from '../../format/decimal.ts';
import type { Issues } from '../../resource/form.types.ts';
import type { ListBehind } from '../dashboard/dashboard.types.ts';
import type { View } from '../view.ts';

/** Which report, and which part of it (REP-02). */
export interface ReportAsked {
  /** 'aging', 'sales'; '' until one is chosen. */
  readonly report_type: string;
  /** YYYY-MM-DD, inclusive; unlimited in that direction without one. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** What its rows are: 'customer', 'month'; by default all of its summaries. */
  readonly by?: string | undefined;
  /** Names of the columns to show beside the first; by default all of them. */
  readonly columns?: readonly string[] | undefined;
}

/** A value of a report. */
export interface ReportCell {
  /** As people read it: '1,234.50'. */
  readonly text: string;
  /** Exact; undefined for text and days. */
  readonly value: Decimal | undefined;
  /** The rows that it adds up. */
  readonly list: ListBehind | undefined;
}

/** A column of a report's table. */
export interface ReportColumn {
  readonly name: string;
  readonly title: string;
  /** Money and quantities are aligned right. */
  readonly kind: 'text' | 'money' | 'quantity' | 'days' | 'day';
}

/** A table of a report. Amounts are of one currency, unless a column names it. */
export interface ReportTable {
  readonly title: string;
  readonly by: string;
  /** 'CAD'; '' where a column says it. */
  readonly currency: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly ReportCell[])[];
  readonly total: readonly ReportCell[] | undefined;
  /** Number of rows that only the file has, because there are too many for the screen; the total includes them. */
  readonly leftOut: number;
}

/** A report's figures, as its file has them (REP-02). */
export interface ReportFigures {
  readonly title: string;
  /** What the report covers and how it counts, line by line. */
  readonly about: readonly string[];
  readonly tables: readonly ReportTable[];
}

/** Effects of a report. */
export interface ReportPorts {
  /** Returns what is wrong with the choices, by field. */
  check(asked: ReportAsked): Issues;
  load(asked: ReportAsked, signal: AbortSignal): Promise<ReportFigures>;
}

/** Events of a report: `choose` changes what is asked and loads it, `reload` and `retry` load it again. */
export type ReportEvent =
  | { readonly type: 'choose'; readonly asked: Partial<ReportAsked> }
  | { readonly type: 'reload' }
  | { readonly type: 'retry' };

/** What a report shows. */
export interface ReportData {
  readonly asked: ReportAsked;
  /** Undefined until it is loaded; while it loads again, the former one. */
  readonly report: ReportFigures | undefined;
  /** What is wrong with the choices, by field. */
  readonly issues: Issues;
}

/** View of a report. */
export type ReportView = View<
  'choosing' | 'loading' | 'shown',
  'reload' | 'retry',
  ReportData,
  never
>;
