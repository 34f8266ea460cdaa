import { refuseField } from './sent-record.ts';

const MAX_REASON = 500;

/** The reason that was sent. Throws a 422 for none, or a very long one. */
export function reasonIn(body: Readonly<Record<string, unknown>>): string {
  const reason = typeof body.reason === 'string' ? body.reason.trim() : '';
  if (reason === '') throw refuseField('/reason', 'Reason is required');
  if (reason.length > MAX_REASON) {
    throw refuseField('/reason', `Reason may have at most ${MAX_REASON} characters`);
  }
  return reason;
}
