import type { Filter } from '../../http/list-dialects.ts';
import type { DashboardChart } from '../dashboard/dashboard.types.ts';
import type { View } from '../view.ts';

/** Which stored rates are asked for: as the list of rates takes them. */
export interface RateDaysQuery {
  readonly filters: readonly Filter[];
  /** YYYY-MM-DD, inclusive; by default the thirty days up to the newest one with rates. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Stored rates over time (RATE-03). */
export interface RateDays {
  /** YYYY-MM-DD, inclusive. */
  readonly from: string;
  readonly to: string;
  /**
   * One for each product, currency and unit: the price of a single site, or the lowest, average and highest of several.
   * A day without rates has no point.
   */
  readonly charts: readonly DashboardChart[];
}

/** Effects of the rates over time. */
export interface RateDaysPorts {
  load(query: RateDaysQuery, signal: AbortSignal): Promise<RateDays>;
}

/** Events: `asked` loads other rates, `tables` shows charts as tables or as pictures. */
export type RateDaysEvent =
  | { readonly type: 'asked'; readonly query: RateDaysQuery }
  | { readonly type: 'retry' }
  | { readonly type: 'tables'; readonly shown: boolean };

/** The last rates that were loaded; undefined until then. */
export interface RateDaysData {
  readonly rates: RateDays | undefined;
  readonly tables: boolean;
}

/** View of the rates over time. */
export type RateDaysView = View<'loading' | 'shown', 'retry', RateDaysData, never>;
