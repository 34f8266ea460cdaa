import type { Delivery, TaxTableFacts } from '@forecourt/core/provider-files';
import type { ExitCode } from '../exit-codes.ts';
import type { WithoutCompany } from '../imports/refused-rows.ts';
import type { Inbox } from './inbox.ts';

/** The settings of a run over an inbox. */
export interface Night {
  readonly inbox: Inbox;
  readonly concurrency: number;
  readonly deadline: Date | undefined;
  /** Path for a copy of the report. */
  readonly report: string | undefined;
  /** The expected deliveries; undefined without a calendar. */
  readonly calendar: readonly Delivery[] | undefined;
  /** Path of the Prometheus text file. */
  readonly metrics: string | undefined;
  /** The command to run at the end. */
  readonly hook: { readonly command: string; readonly timeoutMs: number } | undefined;
}

/** How the command of `--on-finish` ended; never affects the night's exit code. */
export interface HookEnd {
  readonly ok: boolean;
  readonly message: string;
}

/**
 * The result of a file. `settled`: an earlier run sent it and broke off, and this one found out how
 * it ended. `rejected`: moved away with its reasons. `set_aside`: moved away too, because it can
 * never be a provider's file (empty, locked, of a foreign kind). `passed_over`: in a place that
 * nothing is imported from, a link, or named as a draft. All others stay in the inbox.
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
  /** Refused by the service. */
  readonly rejected: number;
  /** Refused by the check while the other rows were sent (`--reject-rows`). */
  readonly keptOut: number;
}

/**
 * A file's amounts by result, row by row as the service reported (TXN-13); exact, by currency. The
 * amounts are those of the file, without markups or fees that the service adds for a customer.
 */
export interface Outcome {
  readonly entered: readonly Amount[];
  /** Already stored: nothing was entered for them. */
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
  /** The text of the header cell. */
  readonly column: string | null;
  readonly value: string | null;
  /** Null when the service refused the row. */
  readonly rule: string | null;
  readonly expected: string | null;
  readonly message: string;
}

/** The first faults of a file, in file order, and the number of the others. */
export interface Faults {
  readonly first: readonly Fault[];
  readonly more: number;
}

/** Warnings of the check; the rows were entered. */
export interface Warnings {
  readonly total: number;
  /**
   * Those of whole sheets and files first, then those of rows in file order; a repeated row or
   * sheet has the other place in `value`.
   */
  readonly first: readonly Fault[];
  /**
   * Counts by rule: { 'TXN-TWIN': 12 }. In a file with over a thousand findings, only the kept ones
   * count.
   */
  readonly rules: Readonly<Record<string, number>>;
}

/** Parts of a file that are not read: `Sheet!column` and sheet names, as the check's warnings name them. */
export interface Ignored {
  readonly columns: readonly string[];
  /** Rows with an amount that are no transactions: 'Data!21 (Account fee)'. */
  readonly rows?: readonly string[];
  readonly sheets: readonly string[];
}

/** One file in a night's report. */
export interface NightFile {
  /** Path within the inbox; card numbers are masked. */
  readonly name: string;
  readonly provider: string | undefined;
  readonly state: FileState;
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly key: string | undefined;
  /** When it arrived in the inbox, ISO instant, if known. */
  readonly arrivedAt?: string | undefined;
  /** When it was entered, ISO instant, if known. */
  readonly importedAt: string | undefined;
  readonly rows: Rows | undefined;
  /** New exceptions of its purchases, if there are any (TXN-18). */
  readonly exceptions?: number;
  /**
   * Its content was entered from elsewhere, such as another inbox: counts as already imported,
   * whatever the time.
   */
  readonly elsewhere?: true;
  /** All rows of the file that was checked, duplicates included. */
  readonly amounts: readonly Amount[];
  /**
   * `lost`: the service no longer knew an import that the journal has, and the file was sent again.
   * `not_verified`: the service could not be asked whether it still knows it.
   */
  readonly verification?: 'lost' | 'not_verified';
  /** Undefined when nothing was sent; null when the amounts of its rows are unknown. */
  readonly outcome?: Outcome | null | undefined;
  readonly errors: number;
  readonly faults?: Faults;
  readonly warnings?: Warnings;
  /** Its rows that were entered without a company; absent if there are none. */
  readonly withoutCompany?: WithoutCompany;
  readonly ignored?: Ignored;
  /** The tax tables used in the check (TXN-15). */
  readonly taxTables?: readonly TaxTableFacts[];
  readonly result: string | undefined;
  /** The file with the rows that were kept out. */
  readonly keptOut: string | undefined;
  /** Its new path within the inbox. */
  readonly movedTo: string | undefined;
}

/**
 * Files by result. A file whose rows are entered but whose result file couldn't be saved counts
 * both as imported and as left: it stays in the inbox until the next run has fetched the result.
 */
export interface Totals {
  readonly files: number;
  readonly imported: number;
  readonly alreadyImported: number;
  readonly rejected: number;
  readonly setAside: number;
  readonly unknown: number;
  readonly left: number;
  /** Findings of the check that let their rows pass, over all files. */
  readonly warnings?: number;
  readonly filesWithWarnings?: number;
  /** Rows entered without a company, because their cards are unknown or ambiguous. */
  readonly rowsWithoutCompany?: number;
  /** New exceptions of the entered purchases (TXN-18). */
  readonly exceptions?: number;
  readonly rows: Rows;
  /** Sums over the entered rows, as in the files: without duplicates, refused rows and markups. */
  readonly amounts: readonly Amount[];
  readonly duplicateAmounts: readonly Amount[];
  readonly rejectedAmounts: readonly Amount[];
  /**
   * Entered files whose amounts are in none of the above, because entered and refused rows can't be
   * distinguished.
   */
  readonly amountsUnknown: number;
}

/** The difference to the night before, and the files that arrived then and not now. */
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
  /** Overdue deliveries, oldest first; reported by each run until they arrive. */
  readonly missing: readonly {
    readonly provider: string;
    /** Due time, ISO instant. */
    readonly due: string;
    readonly timeZone: string;
  }[];
  /** Short deliveries of this run. */
  readonly short: readonly ShortDelivery[];
}

/** What lies in rejected/ until a person takes it away, from this night or earlier ones. */
export interface StillRejected {
  readonly files: number;
  /** Since when the oldest lies there, ISO instant. */
  readonly oldest: string;
  /** Paths within rejected/, the oldest first; the first twenty. */
  readonly names: readonly string[];
}

/** A file that an earlier run of the night reported as one that somebody has to act on. */
export interface ReportedFile
  extends Pick<NightFile, 'exitCode' | 'message' | 'name' | 'rows' | 'state'> {
  /** When that run began, ISO instant: its report has the rest. */
  readonly runStartedAt: string;
}

/** The runs before this one. */
export interface EarlierRuns {
  /** Runs of this night. */
  readonly runs: number;
  /** Files of the night's totals that this run didn't take. */
  readonly files: number;
  /**
   * Files of killed runs, perhaps of a night before, that no run has reported yet. None in a dry run: the next run reports
   * them.
   */
  readonly unreported: readonly NightFile[];
  /** How many of those are of a night before, and their rows: the figures of no night have them. Absent without any. */
  readonly late?: { readonly files: number; readonly rows: Rows };
  /** Files that the night's figures count as rejected, kept out and so on, without being among those of this run. */
  readonly reported: readonly ReportedFile[];
}

/** The report of one run over an inbox. */
export interface NightReport {
  readonly ok: boolean;
  readonly operation: string;
  readonly message: string;
  /** The date on which the night began, YYYY-MM-DD in local time. */
  readonly night: string;
  /** Time zone of this computer's clock, an IANA name: 'America/Edmonton'. */
  readonly timeZone: string;
  readonly service: string;
  readonly account: string;
  readonly inbox: string;
  readonly startedAt: string;
  /** Null while it runs, or when it was killed. */
  readonly endedAt: string | null;
  /** When its metrics were written, its command run and its end printed; null before, and in a run that was killed. */
  readonly reportedAt: string | null;
  readonly deadline: string | null;
  readonly interrupted: boolean;
  /** Nothing was sent or moved; other nights and runs don't count it. */
  readonly dryRun?: true;
  /** Null while it runs, or when it was killed. */
  readonly exitCode: ExitCode | null;
  /** Present once the command of `--on-finish` has ended. */
  readonly onFinish?: HookEnd;
  /** All runs of this night together. */
  readonly totals: Totals;
  /** Null without runs before this one in its night, or killed before. */
  readonly earlier: EarlierRuns | null;
  readonly before: Difference | null;
  /** Comparison with the calendar of expected deliveries; null without a calendar, and in a dry run. */
  readonly deliveries: Deliveries | null;
  /** Rejected files that nobody has taken away yet; null without any. Never affects the exit code. */
  readonly stillRejected: StillRejected | null;
  /** The tax tables used in this night's checks. */
  readonly taxTables: readonly TaxTableFacts[];
  /** The files of this run. */
  readonly files: readonly NightFile[];
}
