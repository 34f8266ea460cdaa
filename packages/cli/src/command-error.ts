import { EXIT, type ExitCode } from './exit-codes.ts';

/** One fault of an input file or of a form's field, as shown with `--json`. */
export interface ReportedIssue {
  readonly file: string | null;
  readonly sheet: string | null;
  readonly row: number | null;
  readonly column: string | null;
  readonly value: string | null;
  readonly rule: string;
  readonly message: string;
  /** Spreadsheet reference: 'F214'. */
  readonly cell?: string | null;
  readonly expected?: string | null;
  /** What the rule requires of every file. */
  readonly requires?: string;
  /** What to do about it. */
  readonly fix?: string;
  /** The option that sets the field. */
  readonly flag?: string;
}

/** A field that somebody else changed too, as shown with `--json`. */
interface ReportedConflict {
  readonly field: string;
  readonly label: string;
  readonly loaded: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Why it can no longer be changed. */
  readonly locked?: string;
}

interface Particulars {
  /** A second line: the cause, or what to do. */
  readonly detail?: string | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly issues?: readonly ReportedIssue[] | undefined;
  /** For a 'conflict': the fields changed on both sides. */
  readonly fields?: readonly ReportedConflict[] | undefined;
  /** For a 'conflict': who changed the record last, and when, an instant. */
  readonly lastChange?: { readonly by: string; readonly at: string };
  /** For a 'rate_file': the provider of the daily rates. */
  readonly rateProvider?: string;
  /** The file that `--record` made. */
  readonly recording?: string;
  /** The result on standard output has already shown this; only `--json` prints the error as well. */
  readonly reported?: boolean;
}

/** A run that failed for a known reason, with its exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;
  readonly code: string;
  readonly particulars: Particulars;

  constructor(exitCode: ExitCode, code: string, message: string, particulars: Particulars = {}) {
    super(message);
    this.exitCode = exitCode;
    this.code = code;
    this.particulars = particulars;
  }
}

/** Compares by name: entry and handlers are bundled apart, so each has its own class. */
export const isCommandError = (error: unknown): error is CommandError =>
  error instanceof Error && error.name === 'CommandError';

export const usageError = (message: string, detail?: string): CommandError =>
  new CommandError(EXIT.usage, 'usage', message, { detail });

export const interrupted = (): CommandError =>
  new CommandError(EXIT.interrupted, 'interrupted', 'Interrupted.');

/** The reader of standard output has closed it and wants no more, so nothing is printed. */
const readerGone = (): CommandError =>
  new CommandError(EXIT.readerGone, 'reader_gone', 'Standard output was closed.', {
    reported: true,
  });

/** Why standard output can't be written: its reader closed it, or the device failed. */
export const outputLost = ({ code, message }: NodeJS.ErrnoException): CommandError =>
  code === undefined || code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED'
    ? readerGone()
    : new CommandError(
        EXIT.unexpected,
        'file_trouble',
        `Standard output could not be written: ${message}`,
      );
