import {
  type ApiError,
  type Failure,
  type FieldIssue,
  NOT_THE_SERVICE,
  toFailure,
} from '@forecourt/core';
import { CommandError, interrupted, isCommandError, type ReportedIssue } from '../command-error.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';

const BY_CODE: Readonly<Record<string, ExitCode>> = {
  usage: EXIT.usage,
  not_signed_in: EXIT.notSignedIn,
  invalid_credentials: EXIT.notSignedIn,
  rights_not_loaded: EXIT.serviceFailed,
  missing_right: EXIT.noPermission,
  staff_only: EXIT.noPermission,
  not_eligible: EXIT.noPermission,
  not_switched: EXIT.usage,
  nothing_accepted: EXIT.inputRefused,
  nothing_selected: EXIT.usage,
  one_at_a_time: EXIT.usage,
  conflict: EXIT.inputRefused,
  cancelled: EXIT.interrupted,
  reader_gone: EXIT.readerGone,
  in_use: EXIT.outcomeUnknown,
  import_failed: EXIT.serviceFailed,
  network: EXIT.serviceFailed,
  cut_off: EXIT.serviceFailed,
  timeout: EXIT.serviceFailed,
  silence: EXIT.serviceFailed,
  unreadable: EXIT.serviceFailed,
  redirected: EXIT.serviceFailed,
};

const BY_STATUS: Readonly<Record<number, ExitCode>> = {
  401: EXIT.notSignedIn,
  403: EXIT.noPermission,
  404: EXIT.usage,
  400: EXIT.inputRefused,
  409: EXIT.inputRefused,
  413: EXIT.inputRefused,
  422: EXIT.inputRefused,
  429: EXIT.serviceFailed,
};

/** Errors of the disk itself, which no other argument would avoid. */
const DISK_TROUBLES: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The quota of the disk is used up',
  EIO: 'The disk failed',
};

export const DISK_ADVICE =
  'Fix that, then run the same command again: nothing is lost or done twice.';

/** Problems with the user's files and folders. */
const TROUBLES: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder',
  EACCES: 'There is no right to use',
  EPERM: 'There is no right to use',
  EISDIR: 'It is a folder, not a file',
  ENOTDIR: 'It is not a folder',
  EROFS: 'The disk is read-only',
  ...DISK_TROUBLES,
};

/** The exit code of a failure; an unknown outcome takes precedence. */
export function exitCodeOf(failure: Failure): ExitCode {
  const exitCode = ownExitCode(failure);
  // A proxy's refusal says nothing about the input: nobody who knows it has looked at it.
  return failure.foreign && exitCode === EXIT.inputRefused ? EXIT.serviceFailed : exitCode;
}

function ownExitCode({ code, outcome, status }: Failure): ExitCode {
  if (outcome === 'unknown') return EXIT.outcomeUnknown;
  if (outcome === 'done' || Object.hasOwn(DISK_TROUBLES, code)) return EXIT.unexpected;
  if (Object.hasOwn(TROUBLES, code)) return EXIT.usage;
  const known = BY_CODE[code] ?? (status === undefined ? undefined : BY_STATUS[status]);
  return known ?? (status !== undefined && status >= 500 ? EXIT.serviceFailed : EXIT.unexpected);
}

export const ADVICE: Partial<Record<ExitCode, string>> = {
  [EXIT.notSignedIn]: 'Sign in with `forecourt login`, or set FORECOURT_TOKEN.',
  [EXIT.noPermission]: '`forecourt access list` shows what this account may do.',
  [EXIT.serviceFailed]: 'Try again later; `forecourt doctor` looks for the cause.',
  [EXIT.outcomeUnknown]:
    'Run the same command again: it finds out what happened before it sends anything.',
};

const NOT_WRITABLE: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS']);
const WRITABLE_ADVICE =
  "Make it writable. If it is forecourt's own folder, FORECOURT_CONFIG_DIR selects another one.";

function adviceFor(
  { code, detail = '', message, status }: Failure,
  exitCode: ExitCode,
): string | undefined {
  // A service that says when to come back is well.
  if (status === 429 && /Try again in/.test(`${message} ${detail}`)) return undefined;
  const trouble = troubleOf(code, detail);
  if (NOT_WRITABLE.has(trouble)) return WRITABLE_ADVICE;
  if (Object.hasOwn(DISK_TROUBLES, trouble)) return DISK_ADVICE;
  // It has advice of its own.
  const isAdvised = exitCode === EXIT.serviceFailed && isNotTheService(code, detail);
  return isAdvised ? undefined : ADVICE[exitCode];
}

/** What to do about a refusal that a proxy or a network on the way gave in place of the service. */
const FOREIGN_ADVICE: Readonly<Record<number, string>> = {
  401: 'The sign-in is kept. Run the same command again; if it fails again, sign in by `forecourt login`.',
  413: 'Raise the limit on uploads of the proxy in front of the service (nginx: client_max_body_size), then run the same command again.',
};
const FOREIGN_ELSE =
  "Check that proxy and the service's address (`forecourt config get base-url`), then run the same command again.";

/** What of a command the service may not have: records with such ids, a list of that kind, or only the call itself. */
export type Subject = 'records' | 'list' | 'service';

function adviceOn(failure: Failure, exitCode: ExitCode, subject: Subject): string | undefined {
  const { foreign, status } = failure;
  if (foreign && status !== undefined && status < 500) {
    return FOREIGN_ADVICE[status] ?? FOREIGN_ELSE;
  }
  return status === 404 ? NOT_FOUND[subject] : adviceFor(failure, exitCode);
}

const NOT_FOUND: Readonly<Record<Subject, string>> = {
  records: "Check the id, and the service's address (`forecourt config get base-url`).",
  list: "Check the service's address (`forecourt config get base-url`); it may be one of a service without this list.",
  service: "Check the service's address (`forecourt config get base-url`).",
};

/** Causes of a failed connection, by the platform's error codes. */
const NO_CONNECTION: readonly (readonly [code: RegExp, cause: string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens at that address and port'],
  [/^ENOTFOUND$/, 'no host has that name'],
  [/^EAI_AGAIN$/, "the host's name could not be looked up"],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$/, 'no route leads to that host'],
  [/CERT|^DEPTH_ZERO|^SELF_SIGNED|^UNABLE_TO|^ERR_TLS/, 'its certificate is not trusted here'],
];

/** Codes of a connection that broke in the middle: the service was reached. */
const CUT = /^(?:UND_ERR_SOCKET|ECONNRESET|ECONNABORTED|EPIPE)$/;

/** Whether a detail is a code of the platform for a connection that failed, and nothing else. */
const isNoConnection = (detail: string): boolean =>
  /^[A-Z_\d]+$/.test(detail) && NO_CONNECTION.some(([code]) => code.test(detail));

function connectionText(detail: string): string {
  const cause = NO_CONNECTION.find(([code]) => code.test(detail))?.[1];
  return cause === undefined ? detail : `${detail}: ${cause}`;
}

/** Whether a sign-in page, or a redirect to one, answered in the service's place. */
const isNotTheService = (code: string, detail: string): boolean =>
  code === 'redirected' || detail.startsWith(NOT_THE_SERVICE.page);

/** A plain sentence for codes such as 'ECONNREFUSED' and 'ENOTDIR'. */
export function plainText({ code, detail = '' }: Failure): string | undefined {
  if (CUT.test(detail)) return `The connection was cut (${detail}).`;
  if ((code === 'network' && detail) || isNoConnection(detail)) {
    return `The service could not be reached (${connectionText(detail)}).`;
  }
  if (isNotTheService(code, detail)) return detail;
  const trouble = TROUBLES[troubleOf(code, detail)];
  return trouble && `${trouble} (${detail}).`;
}

/** The system's error code: the failure's own, or the start of its detail. */
const troubleOf = (code: string, detail: string | undefined): string =>
  Object.hasOwn(TROUBLES, code) ? code : (/^([A-Z]{3,}): /.exec(detail ?? '')?.[1] ?? '');

/** The options that set the fields. */
type Flags = Readonly<Record<string, { readonly flag: string; readonly value?: unknown }>>;

/** Issues of fields, each with its option (FORM-06). */
const issuesOf = ({ fields = {} }: Failure, flags: Flags): readonly ReportedIssue[] =>
  Object.entries(fields).flatMap(([name, found]) =>
    found.map((issue) => fieldIssue(name, issue, flags[name])),
  );

/** A field's issue as shown with `--json`. */
export const fieldIssue = (
  name: string,
  { code, message }: FieldIssue,
  { flag, value }: Partial<Flags[string]> = {},
): ReportedIssue => ({
  file: null,
  sheet: null,
  row: null,
  column: name,
  value: typeof value === 'string' ? value : null,
  rule: code,
  message,
  ...(flag && { flag }),
});

const issueLine = ({ column, flag, message }: ReportedIssue): string =>
  `${message} (${flag ?? column})`;

/** Converts a workflow's failure to the error that ends the run. `flags` are the options of its fields. */
export function failed(
  failure: Failure,
  flags: Flags = {},
  subject: Subject = 'service',
): CommandError {
  const exitCode = exitCodeOf(failure);
  const { code, detail, status, requestId } = failure;
  // The operation's text says what failed. For a missing record the service's detail is more
  // useful, unless the record was there a moment ago: that case has its own text.
  const message = status === 404 && detail && code !== 'gone' ? detail : failure.message;
  const issues = issuesOf(failure, flags);
  // A refusal that is about one input only is that input's issue.
  const [only] = issues.length === 1 && issues[0]?.message === failure.message ? issues : [];
  const lines = [
    ...(issues.length > 0
      ? issues.filter((issue) => issue !== only).map(issueLine)
      : [plainText(failure) ?? (detail === message ? undefined : detail)]),
    adviceOn(failure, exitCode, subject),
  ].filter((line) => line !== undefined);
  return new CommandError(exitCode, code, only?.flag ? issueLine(only) : message, {
    ...(lines.length > 0 && { detail: lines.join('\n') }),
    ...(status !== undefined && { status }),
    ...(requestId !== undefined && { requestId }),
    ...(issues.length > 0 && { issues }),
  });
}

/** Where a run stores things, and which service it uses. */
export interface Around {
  readonly dir: string;
  readonly service: string;
}

export const aroundOf = ({
  baseUrl,
  paths,
}: {
  readonly baseUrl: { readonly value: string };
  readonly paths: { readonly dir: string };
}): Around => ({ dir: paths.dir, service: baseUrl.value });

/** Verbs of the calls that have a record's id in their path. */
const OF_ONE = /^(?!profile\.).*\.(?:get|update|delete|summary|attachments|result|end)$/;

const subjectOf = (error: Error): Subject =>
  OF_ONE.test((error as ApiError).operation) ? 'records' : 'service';

/** Converts anything a handler throws to the error that ends the run; returns a defect unchanged. */
export function toCommandError(error: unknown, signal: AbortSignal, around?: Around): unknown {
  if (isCommandError(error)) return withAddress(error, around);
  if (signal.aborted) return interrupted();
  if (!(error instanceof Error)) return error;
  if (error.name === 'ApiError') {
    return withAddress(failed(toFailure(error), {}, subjectOf(error)), around);
  }
  return fileTrouble(error, around?.dir) ?? error;
}

/** ERR-01's text for an unreachable service names neither the problem nor the address. */
export function withAddress(error: CommandError, around: Around | undefined): CommandError {
  const { code, exitCode, message, particulars } = error;
  const { detail = '' } = particulars;
  if (around === undefined) return error;
  const { service } = around;
  if (isNotTheService(code, detail)) {
    const [what, ...advice] = detail.split('\n');
    const look = `Open ${service} in a browser to see it; --base-url gives another address.`;
    const withLook = [`${what} ${look}`, ...advice].join('\n');
    return new CommandError(exitCode, code, message, { ...particulars, detail: withLook });
  }
  if (code !== 'network') return error;
  const away = /^Internal server error \(.*\)$/.test(message);
  const cause = /^The service could not be reached \((.*)\)\.$/m.exec(detail);
  const located =
    away && cause
      ? detail.replace(cause[0], `Cause: ${cause[1]}.`)
      : detail.replace(
          'The service could not be reached (',
          `The service could not be reached at ${service} (`,
        );
  const what = detail.startsWith('The connection was cut (')
    ? 'did not answer'
    : "can't be reached";
  const text = away ? `The service ${what} at ${service}.` : message;
  return new CommandError(exitCode, code, text, { ...particulars, detail: located });
}

/** Whether the disk itself is at fault, not the arguments. */
export const isFullDisk = (error: unknown): boolean =>
  Object.hasOwn(DISK_TROUBLES, (error as NodeJS.ErrnoException).code ?? '');

/** Describes a problem with the user's files and folders in a sentence; undefined for anything else. */
function fileTrouble(
  error: NodeJS.ErrnoException,
  dir: string | undefined,
): CommandError | undefined {
  const text = diskText(error);
  if (text === undefined) return undefined;
  const isDisk = isFullDisk(error);
  const isOwn = dir !== undefined && error.path?.startsWith(dir) && NOT_WRITABLE.has(error.code);
  const detail = isDisk ? DISK_ADVICE : isOwn ? folderAdvice(dir) : undefined;
  return new CommandError(isDisk ? EXIT.unexpected : EXIT.usage, 'file_trouble', text, {
    ...(detail && { detail }),
  });
}

export const folderAdvice = (dir: string): string =>
  `Settings, sign-ins and what was sent are kept in ${dir}. Make it writable, or set FORECOURT_CONFIG_DIR to a folder that is.`;

/** 'The disk is full: /srv/fuel/report.json'; undefined for errors that don't concern a file. */
export function diskText(error: unknown): string | undefined {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const trouble = TROUBLES[code];
  return trouble === undefined || path === undefined ? undefined : `${trouble}: ${path}`;
}

/** What went wrong, in words: of a file with its path, else the error's own. */
export const whyOf = (error: unknown): string =>
  diskText(error) ?? (error instanceof Error ? error.message : String(error));
