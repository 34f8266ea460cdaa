import type { Delivery, TaxTableFacts } from '@forecourt/core/provider-files';
import type { ExitCode } from '../exit-codes.ts';
import type { Inbox } from './inbox.ts';

/** What a run over an inbox was told. */
export interface Night {
  readonly inbox: Inbox;
  readonly concurrency: number;
  readonly deadline: Date | undefined;
  /** A copy of the report, besides the one that is kept. */
  readonly report: string | undefined;
  /** What is expected to come; undefined: nobody has said. */
  readonly calendar: readonly Delivery[] | undefined;
  /** Where the night goes as Prometheus text. */
  readonly metrics: string | undefined;
  /** What is run at the end. */
  readonly hook: { readonly command: string; readonly timeoutMs: number } | undefined;
}

/** How the command of `--on-finish` ended; it changes nothing of the night. */
export interface HookEnd {
  readonly ok: boolean;
  readonly message: string;
}

/**
 * What became of a file. `settled`: an earlier run sent it and broke off, this one found out how it ended.
 * `rejected`: it was moved away with its reasons; `set_aside`: alike, as it will never be a provider's file
 * (empty, locked, of a foreign kind). `passed_over`: it lies where no file is taken from, is a link, or is
 * named as a draft. All others stay in the inbox.
 */
export type FileState =
  | 'imported'
  | 'settled'
  | 'already_imported'
  | 'rejected'
  | 'unknown'
  | 'in_use'
  | 'failed'
  | 'unrecognised'
  | 'set_aside'
  | 'passed_over'
  | 'checked'
  | 'left';

export interface Amount {
  readonly currency: string;
  readonly lines: number;
  /** Exact decimal texts. */
  readonly quantity: string;
  readonly amount: string;
}

export interface Rows {
  readonly imported: number;
  readonly duplicates: number;
  /** By the service. */
  readonly rejected: number;
  /** By the check, where the others were sent (`--reject-rows`). */
  readonly keptOut: number;
}

/**
 * What became of a file's amounts, row by row as the service says (TXN-13); exact, by currency. Amounts as in the
 * file: what the service adds for a customer (a markup, a fee) is in none of them.
 */
export interface Outcome {
  readonly entered: readonly Amount[];
  /** Stored before: nothing was entered for them. */
  readonly duplicates: readonly Amount[];
  /** Refused by the service. */
  readonly rejected: readonly Amount[];
}

/** One fault of a file, at its cell. Card numbers in `value` are masked. */
export interface Fault {
  readonly sheet: string | null;
  readonly row: number | null;
  /** Spreadsheet reference: 'F214'. */
  readonly cell: string | null;
  /** The header's text. */
  readonly column: string | null;
  readonly value: string | null;
  /** Null where the service refused the row. */
  readonly rule: string | null;
  readonly expected: string | null;
  readonly message: string;
}

/** The first faults of a file, in file order, and how many more it has. */
export interface Faults {
  readonly first: readonly Fault[];
  readonly more: number;
}

/** What the check warned of; the rows were entered. */
export interface Warnings {
  readonly total: number;
  /** Those of whole sheets and files, then those of rows in file order; a repeated row or sheet names the other place in `value`. */
  readonly first: readonly Fault[];
  /** By rule: { 'TXN-TWIN': 12 }. A file with over a thousand findings counts only those that were kept. */
  readonly rules: Readonly<Record<string, number>>;
}

/** What a file holds and nobody reads: `Sheet!column` and sheet names, as the check's warnings name them. */
export interface Ignored {
  readonly columns: readonly string[];
  readonly sheets: readonly string[];
}

/** One file in a night's report. */
export interface NightFile {
  /** Its path within the inbox; a card number in it is masked. */
  readonly name: string;
  readonly provider: string | undefined;
  readonly state: FileState;
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly key: string | undefined;
  /** When it came into the inbox, ISO instant, where known. */
  readonly arrivedAt?: string | undefined;
  /** When it was entered, ISO instant, where known. */
  readonly importedAt: string | undefined;
  readonly rows: Rows | undefined;
  /** Entered by a file of elsewhere, such as another inbox: it counts as imported before, whenever that was. */
  readonly elsewhere?: true;
  /** Of the file as it was checked, duplicates included. */
  readonly amounts: readonly Amount[];
  /** Undefined where nothing was sent; null where the amounts of its rows are not known. */
  readonly outcome?: Outcome | null | undefined;
  readonly errors: number;
  readonly faults?: Faults;
  readonly warnings?: Warnings;
  readonly ignored?: Ignored;
  /** That it was held against (TXN-15). */
  readonly taxTables?: readonly TaxTableFacts[];
  readonly result: string | undefined;
  /** The file of the rows that were kept out. */
  readonly keptOut: string | undefined;
  /** Where it was moved, within the inbox. */
  readonly movedTo: string | undefined;
}

/**
 * Files by what became of them. One whose rows are entered and whose result file could not be kept counts as
 * imported, and as left: it lies in the inbox until the next run has fetched the result.
 */
export interface Totals {
  readonly files: number;
  readonly imported: number;
  readonly alreadyImported: number;
  readonly rejected: number;
  readonly setAside: number;
  readonly unknown: number;
  readonly left: number;
  /** Findings of the check that let their rows pass, in all files. */
  readonly warnings?: number;
  readonly filesWithWarnings?: number;
  readonly rows: Rows;
  /** Of the rows that were entered, as in the files: duplicates, refused rows and markups are not in it. */
  readonly amounts: readonly Amount[];
  readonly duplicateAmounts: readonly Amount[];
  readonly rejectedAmounts: readonly Amount[];
  /** Files that were entered and whose amounts are in none of the above, as nobody can tell them apart. */
  readonly amountsUnknown: number;
}

/** What changed since the night before, and what came then and not now. */
export interface Difference {
  readonly night: string;
  readonly totals: Totals;
  readonly missing: readonly string[];
}

/** A delivery with fewer rows than its calendar expects. */
export interface ShortDelivery {
  readonly provider: string;
  readonly file: string;
  readonly rows: number;
  readonly leastRows: number;
}

export interface Deliveries {
  /** Due and not come, the oldest first; reported by each run until they have. */
  readonly missing: readonly {
    readonly provider: string;
    /** When it was due, ISO instant. */
    readonly due: string;
    readonly timeZone: string;
  }[];
  /** Come in this run. */
  readonly short: readonly ShortDelivery[];
}

/** The report of one run over an inbox. */
export interface NightReport {
  readonly ok: boolean;
  readonly operation: string;
  readonly message: string;
  /** The day on whose evening the night began, YYYY-MM-DD by this computer's clock. */
  readonly night: string;
  /** The clock's time zone, an IANA name: 'America/Edmonton'. */
  readonly timeZone: string;
  readonly service: string;
  readonly account: string;
  readonly inbox: string;
  readonly startedAt: string;
  /** Null while it runs, and where it was killed. */
  readonly endedAt: string | null;
  readonly deadline: string | null;
  readonly interrupted: boolean;
  /** Null while it runs, and where it was killed. */
  readonly exitCode: ExitCode | null;
  /** Only where one was asked for and has ended. */
  readonly onFinish?: HookEnd;
  /** All runs of this night together. */
  readonly totals: Totals;
  readonly before: Difference | null;
  /** Held against the calendar of expected deliveries; null where there is none, and in a dry run. */
  readonly deliveries: Deliveries | null;
  /** That the files of the night were held against. */
  readonly taxTables: readonly TaxTableFacts[];
  /** Of this run. */
  readonly files: readonly NightFile[];
}
