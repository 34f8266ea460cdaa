import type { RuleId } from '../rules.ts';
import type { TaxTableFacts } from '../tax-tables.ts';
import type { CheckReport, DecimalText, OpenOptions, Product, RateProvider } from '../types.ts';

/** The price of a product at a site. Prices are in dollars per unit; null if the file has none. */
export interface RateLine {
  readonly provider: RateProvider;
  /** As printed, including leading zeros that a number loses. */
  readonly site: string;
  readonly siteName: string;
  readonly city: string;
  /** Two-letter code of the province or state. */
  readonly province: string;
  readonly product: Product;
  /** As printed; a site can have several codes for a product, such as two grades of diesel. */
  readonly productCode: string;
  readonly currency: 'CAD' | 'USD';
  readonly unit: 'L' | 'USG';
  /** Price before any tax. */
  readonly netPrice: DecimalText | null;
  /** Federal excise tax. */
  readonly fet: DecimalText | null;
  /** Provincial fuel tax. */
  readonly pft: DecimalText | null;
  /** Provincial carbon tax. */
  readonly pct: DecimalText | null;
  /** Local and transit taxes. */
  readonly local: DecimalText | null;
  /** With fuel taxes, before sales taxes; with all taxes if the provider's prices include them. */
  readonly price: DecimalText;
  readonly gstHst: DecimalText | null;
  readonly pstQst: DecimalText | null;
  /** With all taxes. */
  readonly total: DecimalText;
  readonly retail: DecimalText | null;
  /** First and last day of the price, YYYY-MM-DD. */
  readonly effectiveFrom: string;
  readonly effectiveTo: string;
  readonly sheet: string;
  /** The sheet's row, from 1, as spreadsheets count. */
  readonly row: number;
}

/** A price of the previous set of rates; a `RateLine` is one. */
export interface FormerRate {
  readonly site: string;
  readonly product: string;
  /** Distinguishes grades of a product; without it, the closest price of the product counts. */
  readonly productCode?: string;
  readonly price: DecimalText;
}

/** The result of checking a file of daily rates. */
export interface RateReport
  extends Pick<
    CheckReport,
    | 'file'
    | 'kind'
    | 'ok'
    | 'sheets'
    | 'rows'
    | 'acceptedRows'
    | 'lines'
    | 'errors'
    | 'warnings'
    | 'issues'
  > {
  readonly provider: RateProvider;
  /** First and last day of the prices; null if the file doesn't state them. */
  readonly effective: { readonly from: string; readonly to: string } | null;
  /** Number of different sites in the accepted lines. */
  readonly sites: number;
  /** Violated guards that were accepted, so that their issues only warn. */
  readonly accepted: readonly RuleId[];
  /** The tax tables used, in order of precedence (TXN-15). */
  readonly taxTables: readonly TaxTableFacts[];
}

/**
 * A rate file: its report, and the lines of its accepted rows in file order. Use them only if the report is
 * `ok`.
 */
export interface RateReading {
  readonly report: RateReport;
  readonly lines: readonly RateLine[];
}

/** Options of reading and checking daily rates. */
export interface RateOptions extends OpenOptions {
  readonly provider: RateProvider;
  /** Layouts that replace the built-in ones (validated; `bad_layout` otherwise). */
  readonly layouts?: readonly unknown[];
  /** Tax tables that take precedence over the built-in one (validated; `bad_tax_table` otherwise). */
  readonly taxTables?: readonly unknown[];
  /** YYYY-MM-DD, the day for which prices are wanted. Default: today, UTC. */
  readonly today?: string;
  /** The previous set of rates to compare with. Default: none, which skips the comparison. */
  readonly former?: readonly FormerRate[];
  /** Largest change of a price, in percent of the former one. Default 10. */
  readonly maxChangePercent?: number;
  /** Guards (`GUARDS`) that a user has reviewed and accepted. Any other rule throws a RangeError. */
  readonly accept?: readonly RuleId[];
  /** Most issues kept in the report; default 1000. */
  readonly maxIssues?: number;
}
