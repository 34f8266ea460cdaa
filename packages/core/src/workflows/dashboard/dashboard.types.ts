import type { Decimal } from '../../format/decimal.ts';
import type { Filter } from '../../http/list-dialects.ts';
import type { View } from '../view.ts';

/** The list whose rows a figure counts or sums. */
export interface ListBehind {
  /** Name of the resource: 'invoices'. */
  readonly resource: string;
  readonly filters: readonly Filter[];
  /** YYYY-MM-DD, inclusive; of the list's own date. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The list's portal route with those filters; undefined if the resource has no list there. */
  readonly route: string | undefined;
}

/** A line of a figure: '54,113.68 CAD', '260 invoices'. */
export interface FigureLine {
  readonly label: string;
  /** Exact, and what it is in: 'CAD', or '' for a count. */
  readonly value: Decimal;
  readonly unit: string;
  /** As people read it: '54,113.68 CAD'. */
  readonly text: string;
  /** What adds to it: '260 invoices'. */
  readonly note?: string;
  readonly list: ListBehind | undefined;
}

/** A figure of the dashboard: one line for each currency, rule or count. */
export interface DashboardFigure {
  readonly name: string;
  readonly title: string;
  readonly lines: readonly FigureLine[];
  /** What it says without lines. */
  readonly empty: string;
  /** Whether it needs attention: something is overdue or has failed. */
  readonly urgent: boolean;
  /** The service couldn't compute it this time. */
  readonly unavailable: boolean;
}

/** A day or product of a chart, with one value for each series. */
export interface ChartPoint {
  /** '2026-11-20', 'DIESEL'. */
  readonly label: string;
  readonly values: readonly Decimal[];
  /** The values as people read them: '1,086,460.22'. */
  readonly texts: readonly string[];
  readonly list: ListBehind | undefined;
}

/** A chart, and its table: a row for each point. Values of different currencies or units are never in one. */
export interface DashboardChart {
  readonly name: string;
  /** 'Spend by day, CAD'. */
  readonly title: string;
  /** Days follow each other without a gap; bars are compared; lines join days, of which some may be missing. */
  readonly kind: 'days' | 'bars' | 'lines';
  /** Heading of the labels: 'Day', 'Product'. */
  readonly axis: string;
  /** Names of the series: 'Spend'; 'Paid' and 'Rate'. */
  readonly series: readonly string[];
  /** 'CAD', 'L', 'CAD per L'. */
  readonly unit: string;
  readonly points: readonly ChartPoint[];
}

/** What the dashboard shows: only what the account may read (SHELL-10). */
export interface Dashboard {
  /** The service's day, YYYY-MM-DD. */
  readonly today: string;
  readonly figures: readonly DashboardFigure[];
  readonly charts: readonly DashboardChart[];
  /** Titles of charts that couldn't be computed this time. */
  readonly unavailable: readonly string[];
}

/** A customer's page: its figures, and who it is (CUST-03). */
export interface CustomerPage extends Dashboard {
  readonly id: string;
  readonly name: string;
  /** The name that its invoices, cards and purchases have; a customer may have been renamed since. */
  readonly company: string;
  /** Contact details, without empty ones: 'Email', 'office@northhaul.test'. */
  readonly contact: readonly (readonly [label: string, value: string])[];
}

/** Effects of the dashboard, or of another page of figures. */
export interface DashboardPorts<Page extends Dashboard = Dashboard> {
  load(signal: AbortSignal): Promise<Page>;
}

/** Events of the dashboard: `reload` computes it again, `tables` shows charts as tables or as pictures. */
export type DashboardEvent =
  | { readonly type: 'reload' }
  | { readonly type: 'retry' }
  | { readonly type: 'tables'; readonly shown: boolean };

/** What the dashboard shows; undefined until it is loaded. */
export interface DashboardData<Page extends Dashboard = Dashboard> {
  readonly dashboard: Page | undefined;
  readonly tables: boolean;
}

/** View of the dashboard. */
export type DashboardView<Page extends Dashboard = Dashboard> = View<
  'loading' | 'shown',
  'reload' | 'retry',
  DashboardData<Page>,
  never
>;
