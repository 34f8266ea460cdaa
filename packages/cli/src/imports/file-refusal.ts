import type { CheckReport, Failure, ImportRefusalCode } from '@forecourt/core';
import { CommandError } from '../command-error.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { ADVICE, failed } from '../output/failures.ts';

/**
 * What each refusal is about. Exit code 5 moves a file of an inbox to rejected/ for good, so only what is wrong
 * with the file itself may end with it (TXN-13); an account, a setting or the run leaves the file.
 */
const ABOUT: Readonly<Record<ImportRefusalCode, 'file' | 'account' | 'setting' | 'run'>> = {
  check_failed: 'file',
  not_accepted: 'file',
  no_rows: 'file',
  empty_file: 'file',
  unsupported_kind: 'file',
  encrypted_file: 'file',
  damaged_file: 'file',
  too_large: 'file',
  too_many_rows: 'file',
  unzip_bomb: 'file',
  web_page: 'file',
  header_not_found: 'file',
  wrong_provider: 'file',
  missing_columns: 'file',
  not_signed_in: 'account',
  rights_not_loaded: 'account',
  missing_right: 'account',
  staff_only: 'account',
  bad_layout: 'setting',
  bad_tax_table: 'setting',
  bad_correction: 'setting',
  not_now: 'run',
  incomplete: 'run',
};

const BY_SUBJECT: Readonly<Record<'file' | 'setting' | 'run', ExitCode>> = {
  file: EXIT.inputRefused,
  setting: EXIT.usage,
  run: EXIT.unexpected,
};

/** The error for a refusal of the check or of the account, before anything was sent. */
export function refusedBefore(
  { code, message }: { readonly code: string; readonly message: string },
  guards: CheckReport['guards'] = [],
): CommandError {
  // A code that this table doesn't know proves nothing about the file.
  const about = Object.hasOwn(ABOUT, code) ? ABOUT[code as ImportRefusalCode] : 'run';
  if (about === 'account') return failed({ code, message, outcome: 'none', retryable: false });
  if (code === 'not_accepted') return guardedBy(guards);
  return new CommandError(BY_SUBJECT[about], code, message);
}

/** The error for a file that only guards hold back, with the options that accept them (TXN-15). */
function guardedBy(guards: CheckReport['guards']): CommandError {
  const flags = guards.map(({ rule }) => `--accept ${rule}`).join(' ');
  const message = `Nothing was sent: the check could not verify all of it. Look the cells up; if they are right, accept ${guards.length === 1 ? 'it' : 'them'} by ${flags}.`;
  return new CommandError(EXIT.inputRefused, 'not_accepted', message);
}

/** Statuses with which the service refuses a file: its content, or its size. */
const FILE_STATUSES: readonly (number | undefined)[] = [413, 422];

/** Whether the service itself refused the file that was sent, and not a lookup, an option or the request. */
function isFileRefused({ fields = {}, foreign, status }: Failure, wasSent: boolean): boolean {
  const names = Object.keys(fields);
  const isAboutFile = names.length === 0 || names.includes('file');
  return wasSent && foreign !== true && FILE_STATUSES.includes(status) && isAboutFile;
}

/** The error of a failed import: exit code 5 only if the service refused the file itself. */
export function failedImport(failure: Failure, error: CommandError, wasSent: boolean) {
  const { code, exitCode, message, particulars } = error;
  if (exitCode !== EXIT.inputRefused || isFileRefused(failure, wasSent)) return error;
  const detail = [particulars.detail, ADVICE[EXIT.serviceFailed]].filter(Boolean).join('\n');
  return new CommandError(EXIT.serviceFailed, code, message, { ...particulars, detail });
}
