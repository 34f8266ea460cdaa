import type { Account } from '../auth/account.ts';
import type { Services } from '../services.ts';

/** What each part of the dashboard is computed from. */
export interface Asked {
  readonly services: Services;
  readonly account: Account;
  /** The service's day, YYYY-MM-DD, and the first of the days that are shown. */
  readonly today: string;
  readonly from: string;
}

/** The list behind a figure: a resource, and the filters as its address has them (LIST-07). */
export interface ListBehind {
  readonly resource: string;
  readonly filter: readonly string[];
  readonly from?: string;
  readonly to?: string;
}
