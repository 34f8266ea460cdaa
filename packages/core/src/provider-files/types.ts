import type { TaxTableFacts } from './tax-tables.ts';

/** The shapes of provider files: what a reader gives, what a layout says, what a check answers. */

/** Providers whose layouts come with the package, as the import call names them (TXN-04). */
export const TRANSACTION_PROVIDERS = ['ESSO', 'Suncore', 'Comdata', 'Pipeline', 'TAPetro'] as const;
export type BuiltInProvider = (typeof TRANSACTION_PROVIDERS)[number];

/** A provider of transaction files: a built-in one, or whatever name a layout of one's own gives (TXN-16). */
export type TransactionProvider = BuiltInProvider | (string & Record<never, never>);

/** Providers of daily-rate files, as the upload call names them (RATE-01). */
export const RATE_PROVIDERS = ['TA-Petro', 'Pipeline', 'Esso'] as const;
export type RateProvider = (typeof RATE_PROVIDERS)[number];

/** A file as every platform has it: its name and its bytes, read in slices. */
export interface ProviderFile {
  readonly name: string;
  readonly blob: Blob;
}

/** What a file really is, told from its content and never from its extension. */
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

/** What is sent by mistake in place of a file of transactions, and refused by its name. */
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

/** A cell that holds no usable value: an Excel error, or a formula saved without its result. */
export interface CellFault {
  readonly fault: string;
}

/** Numbers are as stored (dates are serials); what a number means is the layout's business. */
export type CellValue = string | number | boolean | CellFault | undefined;

export interface SheetRow {
  /** One-based, as a spreadsheet shows it. */
  readonly row: number;
  /** By zero-based column; trailing empty cells are left out. */
  readonly cells: readonly CellValue[];
}

export interface SheetInfo {
  readonly name: string;
  readonly hidden: boolean;
}

/** An opened workbook; `rows` may be called once a sheet, and streams. */
export interface Workbook {
  readonly kind: FileKind;
  /** True where day 0 is 1904-01-01. */
  readonly date1904: boolean;
  readonly sheets: readonly SheetInfo[];
  /** Batches of non-empty rows in order. Throws `ProviderFileError` where the file breaks off. */
  rows(sheet: number, signal?: AbortSignal): AsyncIterable<readonly SheetRow[]>;
}

/**
 * Turns a gzip stream (RFC 1952) into its bytes; a port, because platforms differ in speed. Parts of
 * an archive are handed over with a gzip header and trailer, so that the platform's own code checks
 * length and CRC: it must fail on a wrong or missing trailer. Default: `DecompressionStream('gzip')`.
 */
export type Inflate = (compressed: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>;

export interface ReadLimits {
  /** Bytes of the file itself. */
  readonly maxBytes: number;
  /** Rows of one sheet that hold anything. */
  readonly maxRows: number;
  /** Unpacked bytes of all parts together. */
  readonly maxUnpackedBytes: number;
  /** Unpacked by packed size of one part, looked at once a part exceeds 10 MB. */
  readonly maxRatio: number;
}

export interface OpenOptions {
  readonly limits?: Partial<ReadLimits>;
  readonly inflate?: Inflate;
  readonly signal?: AbortSignal;
}

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
  | 'bad_tax_table';

/**
 * Canonical products (what a line is for). An unknown code rejects its row; it never becomes a default.
 */
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
export type Product = (typeof PRODUCTS)[number];

/** Exact decimal text: optional minus, digits, optional fraction: '-864.45', '1.3450'. */
export type DecimalText = string;

/** One product bought: what an import enters. A wide row gives several of these. */
export interface ProviderLine {
  readonly provider: TransactionProvider;
  readonly sheet: string;
  readonly row: number;
  /** Account the file or the row names, '' where it names none. */
  readonly account: string;
  /** As printed, blanks taken out: digits, or masked ('560017XXXXXX5373', '*0541'). */
  readonly cardNumber: string;
  /** YYYY-MM-DD, the station's own day. */
  readonly businessDate: string;
  /** HH:mm, the station's own time; '' where the file gives none. */
  readonly time: string;
  readonly authCode: string;
  readonly transactionNumber: string;
  readonly stationNumber: string;
  readonly stationName: string;
  readonly stationAddress: string;
  readonly city: string;
  /** Two letters: province or state. */
  readonly province: string;
  readonly product: Product;
  /** As printed. */
  readonly productCode: string;
  readonly productDescription: string;
  readonly unit: 'L' | 'USG' | '';
  readonly currency: 'CAD' | 'USD';
  /** 0 for what has none, such as cash and fees. */
  readonly quantity: DecimalText;
  /** Prices and rates are per unit, null where the file gives none. */
  readonly retailPrice: DecimalText | null;
  readonly billedPrice: DecimalText | null;
  /** Price before any tax. */
  readonly netPrice: DecimalText | null;
  readonly fetRate: DecimalText | null;
  readonly pftRate: DecimalText | null;
  /** Carbon tax. */
  readonly cbtRate: DecimalText | null;
  /** Sales taxes, discount and misc are 0 where the file gives none. */
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
  /** True for a cancel or credit row. */
  readonly reversal: boolean;
}

export interface CheckIssue {
  /** Rule id, stable: 'TXN-QTY', 'TAX-HST', 'FILE-KIND' … */
  readonly rule: string;
  /** Errors keep their row out; warnings are told and let it pass. */
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly sheet: string | null;
  readonly row: number | null;
  /** The header's text. */
  readonly column: string | null;
  /** Spreadsheet reference: 'F214'. */
  readonly cell: string | null;
  /** What stood there. Card numbers are masked but for their last four digits. */
  readonly value: string | null;
  readonly expected: string | null;
  /** What is wrong and what to do, in one sentence. */
  readonly message: string;
}

/** One data row of a provider file, checked. It does not cross to another thread; its lines and the report do. */
export interface CheckedRow {
  readonly sheet: string;
  readonly row: number;
  /** The row's cells as text, under the sheet's own headers; made when first asked for. */
  readonly cells: readonly string[];
  /** Empty when the row is refused; made when first asked for. */
  readonly lines: readonly ProviderLine[];
  /**
   * The row's lines as far as they can be told from others, also of a refused row, for counting
   * purchases (TXN-13). Empty where card, day or product cannot be read; their sums mean nothing.
   */
  readonly reported: readonly ProviderLine[];
  readonly issues: readonly CheckIssue[];
}

export interface CheckTotals {
  readonly currency: 'CAD' | 'USD';
  readonly lines: number;
  /** Of products with a volume, in the currency's unit. */
  readonly quantity: DecimalText;
  readonly amount: DecimalText;
}

/** A guard that holds a file back, and how often (TXN-15). */
export interface HeldGuard {
  readonly rule: string;
  /** What is wrong and what to do, as its issues say it. */
  readonly message: string;
  /** Errors by this rule; more may be counted than the report lists. */
  readonly errors: number;
}

export interface CheckReport {
  readonly file: string;
  readonly provider: TransactionProvider;
  readonly kind: FileKind;
  /** No error anywhere and at least one row: the file may be sent as it is. */
  readonly ok: boolean;
  readonly sheets: readonly {
    readonly name: string;
    readonly headerRow: number;
    /** The header row's texts, as printed. */
    readonly headers: readonly string[];
    readonly rows: number;
  }[];
  /** Data rows seen, refused rows included. */
  readonly rows: number;
  readonly acceptedRows: number;
  readonly lines: number;
  readonly errors: number;
  readonly warnings: number;
  /** In file order, at most `maxIssues`; `errors` and `warnings` count all. */
  readonly issues: readonly CheckIssue[];
  /** Of the accepted lines, by currency. */
  readonly totals: readonly CheckTotals[];
  /** First and last business day, null without rows. */
  readonly days: { readonly from: string; readonly to: string } | null;
  /** Guards that the file breaks and that were accepted: their issues only warn (TXN-15). */
  readonly accepted: readonly string[];
  /**
   * Guards that alone hold the file back: whoever has looked at them can accept them, so that it passes.
   * Empty where the file passes, and where an error of another rule has to be put right anyway (TXN-15).
   */
  readonly guards: readonly HeldGuard[];
  /** The tables that taxes were held against, in the order in which they decide (TXN-15). */
  readonly taxTables: readonly TaxTableFacts[];
}

export interface CheckOptions extends OpenOptions {
  readonly provider: TransactionProvider;
  /** Layouts in place of the built-in ones (validated; `bad_layout` otherwise). */
  readonly layouts?: readonly unknown[];
  /** Tax tables laid over the built-in one: `{name, verified_on?, rates}` or a list of rates (validated; `bad_tax_table` otherwise). */
  readonly taxTables?: readonly unknown[];
  /** Guards (`GUARDS`) that were looked at and accepted. Another rule throws RangeError. */
  readonly accept?: readonly string[];
  /** Row counts of the provider's last files, to tell a file that is far smaller (FILE-FEW-ROWS). */
  readonly formerRows?: readonly number[];
  /** YYYY-MM-DD; decides what counts as the future or as old. Default: today, UTC. */
  readonly today?: string;
  /** Issues kept in the report; default 1000. */
  readonly maxIssues?: number;
  /** Told once a batch. */
  readonly onProgress?: (progress: { readonly rows: number; readonly issues: number }) => void;
}
