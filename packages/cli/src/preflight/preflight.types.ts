import type { CheckReport } from '@forecourt/core';

/** Where copies with reasons go: one file, or a folder. */
export interface AnnotateTarget {
  readonly path: string;
  readonly isFolder: boolean;
}

/** What is asked of a check beyond its report. */
export interface PreflightOptions {
  /** Layouts in place of the built-in ones. */
  readonly layouts: readonly unknown[];
  /** Tax tables before the built-in one. */
  readonly taxTables: readonly unknown[];
  /** Guards that were looked at and accepted. */
  readonly accept: readonly string[];
  /** Why they are right; recorded by the service. */
  readonly acceptReason: string | undefined;
  /** Row counts of the provider's last files that were entered. */
  readonly rowsBefore: (provider: string) => readonly number[];
  /** Rows that are refused are kept out, and the others sent. */
  readonly rejectRows: boolean;
  /** Rows that are entered though they look stored already: '214' or 'Sheet1!214'. */
  readonly allowRepeat: readonly string[];
  /** Where files of refused rows go; undefined: nowhere, as nothing is sent. */
  readonly rejectsDir: string | undefined;
  readonly annotate: AnnotateTarget | undefined;
}

/** What came of it. */
export interface PreflightEnd {
  /** Of the whole file, where another one is sent in its place. */
  readonly report?: CheckReport;
  /** Rows that were kept out, and the file that has them, where one was written. */
  readonly keptOut?: { readonly rows: number; readonly path: string | undefined };
  /** The copy with reasons. */
  readonly annotated?: string;
}
