import type { RuleId } from '../rules.ts';
import type { TaxTableFacts } from '../tax-tables.ts';
import type { CheckReport, DecimalText, OpenOptions, Product, RateProvider } from '../types.ts';

/** The price of a product at a site. Prices are dollars per unit, null where the file gives none. */
export interface RateLine {
  readonly provider: RateProvider;
  /** As printed, with the leading zeros that a number loses. */
  readonly site: string;
  readonly siteName: string;
  readonly city: string;
  /** Two letters: province or state. */
  readonly province: string;
  readonly product: Product;
  /** As printed; a site can have several codes of one product, such as two grades of diesel. */
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
  /** With fuel taxes, before sales taxes; with all taxes where the provider's prices have them. */
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
  readonly row: number;
}

/** A price of the former set of rates; a `RateLine` is one. */
export interface FormerRate {
  readonly site: string;
  readonly product: string;
  /** Tells two grades of a product apart; without it the nearest price of the product counts. */
  readonly productCode?: string;
  readonly price: DecimalText;
}

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
  /** Days the prices hold, first and last; null where the file does not say. */
  readonly effective: { readonly from: string; readonly to: string } | null;
  /** Different sites of the accepted lines. */
  readonly sites: number;
  /** Guards that the file breaks and that were accepted: their issues only warn. */
  readonly accepted: readonly RuleId[];
  /** The tables that taxes were held against, in the order in which they decide (TXN-15). */
  readonly taxTables: readonly TaxTableFacts[];
}

/** A rate file read: its report, and the lines of its accepted rows in file order. Use them only where the report is `ok`. */
export interface RateReading {
  readonly report: RateReport;
  readonly lines: readonly RateLine[];
}

export interface RateOptions extends OpenOptions {
  readonly provider: RateProvider;
  /** Layouts in place of the built-in ones (validated; `bad_layout` otherwise). */
  readonly layouts?: readonly unknown[];
  /** Tax tables laid over the built-in one (validated; `bad_tax_table` otherwise). */
  readonly taxTables?: readonly unknown[];
  /** YYYY-MM-DD, the day the prices are wanted for. Default: today, UTC. */
  readonly today?: string;
  /** The set of rates in force before, to hold this one against. Default: none, and no such check. */
  readonly former?: readonly FormerRate[];
  /** How far a price may move, in percent of the former one. Default 10. */
  readonly maxChangePercent?: number;
  /** Guards (`GUARDS`) that were looked at and accepted. Another rule throws RangeError. */
  readonly accept?: readonly RuleId[];
  /** Issues kept in the report; default 1000. */
  readonly maxIssues?: number;
}
