import { BULK_MESSAGES } from '../../messages/bulk-messages.ts';
import { toFailure } from '../failure.ts';
import type { Failure } from '../view.ts';
import type { BulkOutcome, BulkReason, ReportRow } from './bulk.types.ts';

/** Answers that are about the service or the session, not about the row. */
const AWAY: readonly (number | undefined)[] = [undefined, 408, 429];

/** A redirect and a 5xx aren't answers about the row either. */
const isAway = (status: number | undefined): boolean =>
  AWAY.includes(status) || (status !== undefined && (status < 400 || status >= 500));

const BY_STATUS: Readonly<Record<number, BulkReason>> = {
  403: 'not_permitted',
  404: 'gone',
  410: 'gone',
  412: 'changed',
};

function reasonOf({ code, outcome, status }: Failure): BulkReason {
  if (status === 401) return 'session_ended';
  if (outcome !== 'none') return 'unknown';
  if (code === 'conflict') return 'changed';
  if (isAway(status) && code !== 'invalid_fields') return 'unreachable';
  return BY_STATUS[status ?? 0] ?? 'refused';
}

/** Returns what became of a row whose change failed; `undoing` if it was to be taken back. */
export function outcomeOf(error: unknown, undoing = false): BulkOutcome {
  const failure = toFailure(error);
  const reason = reasonOf(failure);
  const own = failure.detail ?? failure.message;
  const text = undoing && reason === 'changed' ? BULK_MESSAGES.changedSince : undefined;
  const known = text ?? (reason === 'refused' ? own : BULK_MESSAGES[reason]);
  return {
    state: reason === 'unknown' ? 'unknown' : 'failed',
    reason,
    message: known,
    ...(own !== known && { detail: own }),
    ...(failure.requestId && { requestId: failure.requestId }),
  };
}

/** Returns whether the other rows would fail for the same reason: no session, no service. */
export function endsRun(error: unknown): boolean {
  const reason = reasonOf(toFailure(error));
  return reason === 'session_ended' || reason === 'unreachable' || reason === 'unknown';
}

/** The outcome of a row that wasn't tried. */
export const waiting = (reason: 'stopped' | 'waits'): BulkOutcome => ({
  state: 'waiting',
  reason,
  message: BULK_MESSAGES[reason],
});

const LEFT: readonly (string | undefined)[] = ['failed', 'unknown', 'waiting'];

/** Returns whether a row was not done, or may not have been. */
export const isLeft = ({ outcome }: ReportRow): boolean => LEFT.includes(outcome?.state);

/**
 * Returns whether another try of the row can do it: it was left, and it is still there. What somebody changed since can't
 * be taken back any more: that would undo their change too.
 */
export const toTry = (row: ReportRow): boolean => {
  if (!isLeft(row)) return false;
  const reason = row.outcome && 'reason' in row.outcome ? row.outcome.reason : undefined;
  return reason !== 'gone' && !(reason === 'changed' && row.set !== undefined);
};
