import { EXIT, type ExitCode } from './exit-codes.ts';

/** One fault of an input file or of a form's field, as `--json` tells it. */
export interface ReportedIssue {
  readonly file: string | null;
  readonly sheet: string | null;
  readonly row: number | null;
  readonly column: string | null;
  readonly value: string | null;
  readonly rule: string;
  readonly message: string;
  /** The option that gives the field. */
  readonly flag?: string;
}

/** A field that the record's other editor changed too, as `--json` tells it. */
interface ReportedConflict {
  readonly field: string;
  readonly label: string;
  readonly loaded: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Why it can't be changed any more. */
  readonly locked?: string;
}

interface Particulars {
  /** A second line: what lies behind it, or what to do. */
  readonly detail?: string | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly issues?: readonly ReportedIssue[] | undefined;
  /** Of a 'conflict': the fields that were changed on both sides. */
  readonly fields?: readonly ReportedConflict[] | undefined;
  /** Of a 'rate_file': whose daily rates they are. */
  readonly rateProvider?: string;
  /** The result on standard output has said it all to people; only `--json` gets the error. */
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

/** By name, because entry and bodies are bundled apart and each has its own class. */
export const isCommandError = (error: unknown): error is CommandError =>
  error instanceof Error && error.name === 'CommandError';

export const usageError = (message: string, detail?: string): CommandError =>
  new CommandError(EXIT.usage, 'usage', message, { detail });

export const interrupted = (): CommandError =>
  new CommandError(EXIT.interrupted, 'interrupted', 'Interrupted.');

/** Whoever read standard output has gone, and wants no more of it: nothing is said. */
const readerGone = (): CommandError =>
  new CommandError(EXIT.readerGone, 'reader_gone', 'Standard output was closed.', {
    reported: true,
  });

/** Why standard output takes no more: its reader has had enough, or what it is written to failed. */
export const outputLost = ({ code, message }: NodeJS.ErrnoException): CommandError =>
  code === undefined || code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED'
    ? readerGone()
    : new CommandError(
        EXIT.unexpected,
        'file_trouble',
        `Standard output could not be written: ${message}`,
      );
