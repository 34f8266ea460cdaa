import type { BulkReport, ReportRow, SavedFile } from '@forecourt/core';
import { CommandError } from '../command-error.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { byteText } from '../output/progress.ts';
import type { Work } from '../work.ts';

const named = ({ id, label, outcome }: ReportRow) => ({
  id,
  ...(label !== undefined && { number: label }),
  ...outcome,
});

const line = ({ id, label, outcome }: ReportRow): string => {
  const name = label === undefined || label === id ? id : `${label} (id ${id})`;
  const why = outcome && 'message' in outcome ? outcome.message : '';
  const more = outcome && 'detail' in outcome ? ` (${outcome.detail})` : '';
  return `  ${name}: ${why}${more}`;
};

/** What was done and what not, in lines. */
export const bulkText = ({ already, left, summary }: BulkReport): string =>
  [
    summary,
    ...(already.length > 0 ? ['Already so:', ...already.map(line)] : []),
    ...(left.length > 0 ? ['Not done:', ...left.map(line)] : []),
  ].join('\n');

/** Prints what was done and what not (LIST-15, INV-10); `file` is where the files that were made are. */
export function reportBulk({ operation, output }: Work, data: BulkReport, file?: SavedFile): void {
  const { already, done, left, summary } = data;
  output.result({
    document: {
      ok: left.length === 0,
      operation,
      message: summary,
      ...(file && { file: file.location, bytes: file.bytes }),
      done: done.map(named),
      already: already.map(named),
      left: left.map(named),
    },
    text: () =>
      [bulkText(data), ...(file ? [`Saved: ${file.location} (${byteText(file.bytes)})`] : [])].join(
        '\n',
      ),
  });
}

const NOTHING_DONE: Readonly<Record<string, ExitCode>> = {
  session_ended: EXIT.notSignedIn,
  not_permitted: EXIT.noPermission,
  unreachable: EXIT.serviceFailed,
};

/** A single record that the service refused is an input that failed, as in a single change. */
const isOneRefused = ([first]: readonly ReportRow[], total: number): boolean =>
  total === 1 && first?.outcome?.state === 'failed' && first.outcome.reason === 'refused';

/**
 * Whether nothing was done and the one failure says all: no session, no right, no service, or an unknown
 * outcome. It is reported as such, in one document.
 */
export const saysAll = ({ already, done, left, total }: BulkReport): boolean =>
  done.length + already.length === 0 &&
  (isOneRefused(left, total) ||
    left.some(({ outcome }) => outcome?.state === 'unknown') ||
    (left[0]?.outcome !== undefined &&
      'reason' in left[0].outcome &&
      left[0].outcome.reason in NOTHING_DONE));

/** Returns 8 if a record may have been changed, 6 if some were left, and the failure's own if none was done: then it throws. */
export function exitOfBulk(data: BulkReport): ExitCode {
  const { already, done, left } = data;
  const [first] = left;
  if (first === undefined) return EXIT.done;
  const doubtful = left.find(({ outcome }) => outcome?.state === 'unknown');
  const reason = first.outcome && 'reason' in first.outcome ? first.outcome.reason : 'refused';
  const code = doubtful
    ? EXIT.outcomeUnknown
    : done.length + already.length > 0
      ? EXIT.partlyDone
      : isOneRefused(left, data.total)
        ? EXIT.inputRefused
        : (NOTHING_DONE[reason] ?? EXIT.partlyDone);
  if (code === EXIT.partlyDone) return code;
  const message = doubtful ? 'It is not known whether all was done.' : 'Nothing was done.';
  const detail = line(doubtful ?? first).trim();
  throw new CommandError(code, doubtful ? 'outcome_unknown' : reason, message, {
    detail: `${detail}\nRun the same command again: nothing is done twice.`,
  });
}
