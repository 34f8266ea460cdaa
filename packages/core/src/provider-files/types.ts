import type { TaxTableFacts } from './tax-tables.ts';

/** Types of provider files: what readers return, and what a check reports. */

/** Providers with built-in layouts, as named in the import call (TXN-04). */
export const TRANSACTION_PROVIDERS = ['ESSO', 'Suncore', 'Comdata', 'Pipeline', 'TAPetro'] as const;
/** A provider with a built-in layout. */
export type BuiltInProvider = (typeof TRANSACTION_PROVIDERS)[number];

/**
 * A provider of transaction files: a built-in one, or the name given by a deployment's own layout (TXN-16).
 */
export type TransactionProvider = BuiltInProvider | (string & Record<never, never>);

/** Providers of daily-rate files, as named in the upload call (RATE-01). */
export const RATE_PROVIDERS = ['TA-Petro', 'Pipeline', 'Esso'] as const;
/** A provider of daily rates. */
export type RateProvider = (typeof RATE_PROVIDERS)[number];

/** A file on any platform: its name and its bytes, which are read in slices. */
export interface ProviderFile {
  readonly name: string;
  readonly blob: Blob;
}

/** The actual type of a file, determined from its content and never from its extension. */
export type FileKind =
  | 'xlsx'
  | 'xls'
  | 'csv'
  | 'html'
  | 'spreadsheetml'
  | 'encrypted'
  | 'empty'
  | 'unknown'
  | ForeignKind;

/** Types that are sent by mistake instead of transactions, and refused by name. */
export type ForeignKind =
  | 'xlsb'
  | 'ods'
  | 'flat-ods'
  | 'iwork'
  | 'sylk'
  | 'dif'
  | 'dbase'
  | 'lotus'
  | 'quattro'
  | 'works'
  | 'gnumeric'
  | 'word'
  | 'powerpoint'
  | 'opendocument'
  | 'office'
  | 'rtf'
  | 'pdf'
  | 'image'
  | 'mhtml'
  | 'email'
  | 'xml'
  | 'json'
  | 'text'
  | 'utf-32'
  | 'zip'
  | 'archive'
  | 'database'
  | 'program'
  | 'binary';

/** A cell without a usable value: an Excel error, or a formula saved without its result. */
export interface CellFault {
  readonly fault: string;
}

/** Numbers are as stored (dates are serial numbers); the layout determines their meaning. */
export type CellValue = string | number | boolean | CellFault | undefined;

/** A non-empty row of a sheet. */
export interface SheetRow {
  /** One-based, as shown in a spreadsheet. */
  readonly row: number;
  /** By zero-based column, without trailing empty cells. */
  readonly cells: readonly CellValue[];
}

/** A sheet of a workbook. */
export interface SheetInfo {
  readonly name: string;
  readonly hidden: boolean;
}

/** An opened workbook. `rows` may be called once per sheet, and streams. */
export interface Workbook {
  readonly kind: FileKind;
  /** True if day 0 is 1904-01-01. */
  readonly date1904: boolean;
  readonly sheets: readonly SheetInfo[];
  /** Yields batches of non-empty rows in order. Throws a `ProviderFileError` if the file is cut off. */
  rows(sheet: number, signal?: AbortSignal): AsyncIterable<readonly SheetRow[]>;
}

/**
 * Decompresses a gzip stream (RFC 1952); replaceable, because platforms differ in speed. Parts of an
 * archive are passed with a gzip header and trailer, so that the platform's own code verifies length and
 * CRC: it must fail on a wrong or missing trailer. Default: `DecompressionStream('gzip')`.
 */
export type Inflate = (compressed: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>;

/** Limits on what reading a file may cost; beyond one of them it is refused. */
export interface ReadLimits {
  /** Size of the file itself. */
  readonly maxBytes: number;
  /** Non-empty rows of one sheet. */
  readonly maxRows: number;
  /** Uncompressed bytes of all parts together. */
  readonly maxUnpackedBytes: number;
  /** Ratio of uncompressed to compressed size of one part; checked once the part exceeds 10 MB. */
  readonly maxRatio: number;
}

/** Options of opening a file. */
export interface OpenOptions {
  readonly limits?: Partial<ReadLimits>;
  readonly inflate?: Inflate;
  readonly signal?: AbortSignal;
}

/** Codes of `ProviderFileError`; stable, so that scripts can rely on them. */
export type ProviderFileErrorCode =
  | 'empty_file'
  | 'unsupported_kind'
  | 'encrypted_file'
  | 'damaged_file'
  | 'too_large'
  | 'too_many_rows'
  | 'unzip_bomb'
  | 'web_page'
  | 'header_not_found'
  | 'wrong_provider'
  | 'missing_columns'
  | 'no_rows'
  | 'bad_layout'
  | 'bad_tax_table'
  | 'bad_correction';

/** Canonical products. An unknown code refuses its row; it never falls back to a default. */
export const PRODUCTS = [
  'DIESEL',
  'DIESEL_BIO',
  'DYED',
  'REEFER',
  'DEF',
  'GASOLINE',
  'CASH',
  'FEE',
  'SCALE',
  'WASH',
  'OIL',
  'ADDITIVE',
  'MISC',
] as const;
/** A canonical product. */
export type Product = (typeof PRODUCTS)[number];

/** Exact decimal text, an optional minus, digits, optional fraction: '-864.45', '1.3450'. */
export type DecimalText = string;

/** One product bought, which is what an import enters. A wide row produces several. */
export interface ProviderLine {
  readonly provider: TransactionProvider;
  readonly sheet: string;
  /** The sheet's row, from 1, as spreadsheets count. */
  readonly row: number;
  /** Account named by the file or the row; '' if neither does. */
  readonly account: string;
  /** As printed, without blanks: digits, or masked ('560017XXXXXX5373', '*0541'). */
  readonly cardNumber: string;
  /** YYYY-MM-DD, the station's local day. */
  readonly businessDate: string;
  /** HH:mm, the station's local time; '' if the file has none. */
  readonly time: string;
  readonly authCode: string;
  readonly transactionNumber: string;
  readonly stationNumber: string;
  readonly stationName: string;
  readonly stationAddress: string;
  readonly city: string;
  /** Two-letter code of the province or state. */
  readonly province: string;
  readonly product: Product;
  /** As printed. */
  readonly productCode: string;
  readonly productDescription: string;
  readonly unit: 'L' | 'USG' | '';
  readonly currency: 'CAD' | 'USD';
  /** 0 for products without a quantity, such as cash and fees. */
  readonly quantity: DecimalText;
  /** Prices and rates are per unit; null if the file has none. */
  readonly retailPrice: DecimalText | null;
  readonly billedPrice: DecimalText | null;
  /** Price before any tax. */
  readonly netPrice: DecimalText | null;
  readonly fetRate: DecimalText | null;
  readonly pftRate: DecimalText | null;
  /** Carbon tax. */
  readonly cbtRate: DecimalText | null;
  /** Sales taxes, discount and misc are 0 if the file has none. */
  readonly gst: DecimalText;
  readonly hst: DecimalText;
  readonly pst: DecimalText;
  readonly qst: DecimalText;
  readonly discount: DecimalText;
  readonly misc: DecimalText;
  readonly amount: DecimalText;
  readonly odometer: string;
  readonly unitNumber: string;
  readonly driver: string;
  readonly saleType: string;
  readonly breakdownName: string;
  readonly invoiceNumber: string;
  /** True for a cancellation or credit. */
  readonly reversal: boolean;
}

/** A violated rule, and where it was found; positions are null for issues of a whole file or sheet. */
export interface CheckIssue {
  /** Rule id, stable: 'TXN-QTY', 'TAX-HST', 'FILE-KIND' … */
  readonly rule: string;
  /** Errors refuse their row; warnings are reported and accept it. */
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly sheet: string | null;
  /** The sheet's row, from 1, as spreadsheets count. */
  readonly row: number | null;
  /** The column's header text. */
  readonly column: string | null;
  /** Spreadsheet reference: 'F214'. */
  readonly cell: string | null;
  /** The value found. Card numbers are masked except for their last four digits. */
  readonly value: string | null;
  readonly expected: string | null;
  /** What is wrong, without the value: 'amount is not quantity × price'. */
  readonly message: string;
  /** What the rule requires of every file, in a sentence; `expected` is what this cell should have. */
  readonly requires: string;
  /** What to do about it, in a sentence that doesn't repeat the message. */
  readonly fix: string;
  /**
   * The other cells of the row that the rule compares, in which the mistake may be just as well: quantity and price of
   * an amount that is not their product. With the column's header text, the cell ('L214') and the value found, in which card
   * numbers are masked. Only for errors that compare cells.
   */
  readonly related?: readonly {
    readonly column: string;
    readonly cell: string;
    readonly value: string;
  }[];
}

/**
 * A checked data row of a provider file. It can't be sent to another thread; its lines and the report can.
 */
export interface CheckedRow {
  readonly sheet: string;
  /** The sheet's row, from 1, as spreadsheets count. */
  readonly row: number;
  /** The row's cells as text, below the sheet's own headers; created on first access. */
  readonly cells: readonly string[];
  /** Empty if the row is refused; created on first access. */
  readonly lines: readonly ProviderLine[];
  /**
   * The row's lines as far as they can be identified, even if the row is refused, for counting purchases
   * (TXN-13). Empty if card, day or product can't be read; their amounts mean nothing.
   */
  readonly reported: readonly ProviderLine[];
  readonly issues: readonly CheckIssue[];
}

/** Sums of the accepted lines in one currency. */
export interface CheckTotals {
  readonly currency: 'CAD' | 'USD';
  /** Number of lines. */
  readonly lines: number;
  /** Sum over products with a volume, in the currency's unit. */
  readonly quantity: DecimalText;
  readonly amount: DecimalText;
}

/** A guard that holds a file back, and how often (TXN-15). */
export interface HeldGuard {
  readonly rule: string;
  /** What is wrong, as stated in its issues. */
  readonly message: string;
  /** What to do about it, as stated in its issues. */
  readonly fix: string;
  /** Errors of this rule; may count more than the report lists. */
  readonly errors: number;
}

/** The result of checking a provider's file. */
export interface CheckReport {
  readonly file: string;
  readonly provider: TransactionProvider;
  readonly kind: FileKind;
  /** No errors and at least one row: the file may be sent unchanged. */
  readonly ok: boolean;
  readonly sheets: readonly {
    readonly name: string;
    readonly headerRow: number;
    /** The header row's texts as printed. */
    readonly headers: readonly string[];
    readonly rows: number;
    /** Rows with totals that the provider states, such as a trailer: the sheet's rows, from 1. */
    readonly totalRows: readonly number[];
  }[];
  /** All data rows, including refused ones. */
  readonly rows: number;
  /** Number of rows without an error. */
  readonly acceptedRows: number;
  /** Number of lines of purchases in the accepted rows. */
  readonly lines: number;
  /** Number of errors, including those beyond `maxIssues`. */
  readonly errors: number;
  /** Number of warnings, including those beyond `maxIssues`. */
  readonly warnings: number;
  /** In file order, at most `maxIssues`; `errors` and `warnings` count all. */
  readonly issues: readonly CheckIssue[];
  /** Sums of the accepted lines by currency. */
  readonly totals: readonly CheckTotals[];
  /** First and last business day; null without rows. */
  readonly days: { readonly from: string; readonly to: string } | null;
  /** Violated guards that were accepted, so that their issues only warn (TXN-15). */
  readonly accepted: readonly string[];
  /**
   * Guards that are the only reason the file is held back: it passes once a user has accepted all of them.
   * Empty if the file passes, or if errors of other rules must be fixed anyway (TXN-15).
   */
  readonly guards: readonly HeldGuard[];
  /** The tax tables used, in order of precedence (TXN-15). */
  readonly taxTables: readonly TaxTableFacts[];
}

/** Options of reading and checking a file of transactions. */
export interface CheckOptions extends OpenOptions {
  readonly provider: TransactionProvider;
  /** Layouts that replace the built-in ones (validated; `bad_layout` otherwise). */
  readonly layouts?: readonly unknown[];
  /**
   * Tax tables that take precedence over the built-in one: `{name, verified_on?, rates}` or a list of rates
   * (validated; `bad_tax_table` otherwise).
   */
  readonly taxTables?: readonly unknown[];
  /** Guards (`GUARDS`) that a user has reviewed and accepted. Any other rule throws a RangeError. */
  readonly accept?: readonly string[];
  /** Row counts of the provider's latest files, for recognising a far smaller one (FILE-FEW-ROWS). */
  readonly formerRows?: readonly number[];
  /** YYYY-MM-DD; determines what counts as future or old. Default: today, UTC. */
  readonly today?: string;
  /** Most issues kept in the report, errors before warnings; default 1000. */
  readonly maxIssues?: number;
  /** Called once per batch. */
  readonly onProgress?: (progress: { readonly rows: number; readonly issues: number }) => void;
}
