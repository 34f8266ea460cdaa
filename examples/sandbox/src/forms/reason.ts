import { controlIssue, isInvisible } from '@forecourt/core';
import { refuseUnknown } from '../http/known-fields.ts';
import { refuseField } from './sent-record.ts';

const MAX_REASON = 500;

/** Returns the reason in a body, or '' if it has none. Throws a 422 if it can't be kept. */
export const spareReason = ({ reason }: Readonly<Record<string, unknown>>): string =>
  isInvisible(String(reason ?? '')) ? '' : reasonIn({ reason: String(reason) });

/**
 * Returns the reason in a body that has nothing else. Throws a 422 if it is missing, too long or has control characters
 * (WIRE-06), a 400 for another field.
 */
export function reasonIn(body: Readonly<Record<string, unknown>>): string {
  refuseUnknown(body, ['reason']);
  const reason = typeof body.reason === 'string' ? body.reason.trim() : '';
  if (isInvisible(reason)) throw refuseField('/reason', 'Reason is required');
  if (reason.length > MAX_REASON) {
    throw refuseField('/reason', `Reason may have at most ${MAX_REASON} characters`);
  }
  const issue = controlIssue({ input: 'multiline', label: 'Reason' }, reason);
  if (issue) throw refuseField('/reason', issue.message);
  return reason;
}
