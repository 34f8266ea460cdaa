import type { CheckIssue, CheckReport, ProviderFile } from '@forecourt/core';
import type { CommandError, ReportedIssue } from '../command-error.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { preflightDocument } from '../preflight/format-preflight.ts';
import type { FileEnd } from './import-file.ts';
import type { WithoutCompany } from './refused-rows.ts';

export interface FileResult extends FileEnd {
  readonly file: ProviderFile;
  readonly path: string;
  readonly exitCode: ExitCode;
  readonly refused: readonly RefusedRow[];
  readonly withoutCompany: WithoutCompany | undefined;
}

/** A row that the service refused, from the result file. */
export interface RefusedRow {
  readonly row: number;
  readonly message: string;
}

/** Whether rows were entered whose result file could not be received: the same command brings it later. */
export const isResultLost = ({ output }: Pick<FileEnd, 'output'>): boolean =>
  (output?.sent === true || output?.settled === true) &&
  output.result === undefined &&
  output.record?.result === undefined;

/** The exit code for one file. */
export function exitOf({ output, error, preflight }: FileEnd): ExitCode {
  if (error) return error.exitCode;
  const keptOut = preflight?.keptOut !== undefined;
  if (output?.reason === 'dry_run' && keptOut) return EXIT.partlyDone;
  if (output?.reason === 'dry_run') return output.report.ok ? EXIT.done : EXIT.inputRefused;
  const isNew = output?.sent || output?.settled;
  return isNew && (keptOut || (output.record?.rejected ?? 0) > 0) ? EXIT.partlyDone : EXIT.done;
}

/** Exit codes in order of priority: the first one present decides; any other mix is 'partly done'. */
const DECIDING: readonly ExitCode[] = [
  EXIT.outcomeUnknown,
  EXIT.interrupted,
  EXIT.unexpected,
  EXIT.notSignedIn,
  EXIT.noPermission,
  EXIT.serviceFailed,
];

/** The exit code for several files: some done and some refused is 'partly done'. */
export function exitOfAll(codes: readonly ExitCode[]): ExitCode {
  const deciding = DECIDING.find((code) => codes.includes(code));
  if (deciding !== undefined) return deciding;
  const [first = EXIT.done, ...others] = codes;
  return others.every((code) => code === first) ? first : EXIT.partlyDone;
}

const reportDocument = (report: CheckReport | undefined) =>
  report && {
    rows: report.rows,
    acceptedRows: report.acceptedRows,
    lines: report.lines,
    errors: report.errors,
    warnings: report.warnings,
    days: report.days,
    totals: report.totals,
    sheets: report.sheets,
    acceptedGuards: report.accepted,
    taxTables: report.taxTables,
    issues: report.issues,
  };

function errorDocument({ code, message, particulars }: CommandError) {
  const { reported: _, ...rest } = particulars;
  return { code, message, ...rest };
}

/** One file of a run, as shown with `--json`. */
export function fileDocument(result: FileResult) {
  const { entered, path, report, output, error, refused, exitCode, preflight, withoutCompany } =
    result;
  const record = output?.record ?? entered;
  return {
    file: path,
    ok: exitCode === EXIT.done,
    sent: output?.sent ?? entered !== undefined,
    reason: output?.reason,
    message: output?.message ?? error?.message,
    provider: record?.provider ?? report?.provider,
    imported: record?.imported,
    duplicates: record?.duplicates,
    rejected: record?.rejected,
    exceptions: record?.exceptions,
    entered: record?.totals,
    refused: refused.length > 0 ? refused : undefined,
    withoutCompany,
    result: output?.result?.location ?? record?.result,
    resultLost: isResultLost(result) || undefined,
    importId: record?.id || undefined,
    key: record?.key,
    replayed: output?.replayed,
    lost: output?.lost,
    unverified: record && 'unverified' in record ? record.unverified : undefined,
    ...(preflight && preflightDocument(preflight)),
    ...reportDocument(report),
    error: error && errorDocument(error),
  };
}

/** The issues of all files, in the shape that every failure uses. */
export const reportedIssues = (results: readonly FileResult[]): ReportedIssue[] =>
  results.flatMap(({ report }) => (report?.issues ?? []).filter(isError).map(toReported));

const isError = ({ severity }: CheckIssue): boolean => severity === 'error';

const toReported = (issue: CheckIssue): ReportedIssue => ({
  file: issue.file,
  sheet: issue.sheet,
  row: issue.row,
  column: issue.column,
  value: issue.value,
  rule: issue.rule,
  message: issue.message,
  cell: issue.cell,
  expected: issue.expected,
  requires: issue.requires,
  fix: issue.fix,
});
