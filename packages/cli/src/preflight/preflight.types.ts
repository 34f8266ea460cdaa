import type { CheckReport, Correction, MadeCorrection } from '@forecourt/core';

/** The destination of copies with reasons: one file, or a folder. */
export interface AnnotateTarget {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Options of a check beyond its report. */
export interface PreflightOptions {
  /** Layouts that replace the built-in ones. */
  readonly layouts: readonly unknown[];
  /** Tax tables that take precedence over the built-in one. */
  readonly taxTables: readonly unknown[];
  /** Returns the current day, which the file's dates are judged by. */
  readonly today: () => string;
  /** Asks the service for its clock, so that `today` goes by it; does nothing offline. */
  readonly learnClock: () => Promise<void>;
  /** Guards that a person accepted. */
  readonly accept: readonly string[];
  /** Why they are right; the service records it. */
  readonly acceptReason: string | undefined;
  /** Row counts of the provider's last entered files. */
  readonly rowsBefore: (provider: string) => readonly number[];
  /** Keeps refused rows out and sends the others. */
  readonly rejectRows: boolean;
  /** Rows to enter even though they look already stored: '214' or 'Sheet1!214'. */
  readonly allowRepeat: readonly string[];
  /** Cells to correct before the file is checked again and sent. */
  readonly correct: readonly Correction[];
  /** The folder for corrected copies and files of refused rows; undefined when nothing is sent. */
  readonly rejectsDir: string | undefined;
  readonly annotate: AnnotateTarget | undefined;
}

/** The results of a preflight. */
export interface PreflightEnd {
  /** The report of the whole file, when another one is sent in its place. */
  readonly report?: CheckReport;
  /** Rows that were kept out, and the path of the file with them, if written. */
  readonly keptOut?: { readonly rows: number; readonly path: string | undefined };
  /** What was corrected, and the path of the copy, if it is sent. */
  readonly corrected?: {
    readonly corrections: readonly MadeCorrection[];
    readonly path: string | undefined;
  };
  /** Path of the copy with reasons. */
  readonly annotated?: string;
}
