import { type Failure, toFailure } from '@forecourt/core';

const ADVICE: Readonly<Record<string, string>> = {
  session_ended: 'Sign in again with `forecourt login`, and start this server anew.',
  not_signed_in: 'Sign in with `forecourt login`, and start this server anew.',
};

const outcomeText = ({ outcome }: Failure, sent: boolean): string => {
  if (outcome === 'unknown') {
    return 'It is not known whether this was done. Call the same tool with the same arguments again: a person then sees what was sent and how the record is now, and decides.';
  }
  return sent ? 'Nothing was changed.' : '';
};

/** A failure in sentences: what, where, whether anything happened, and what to do. `sent`: a change was on its way. */
export function failureText(failure: Failure, sent = false): string {
  const { code, detail, fields = {}, message, status } = failure;
  const at = Object.entries(fields).map(
    ([name, issues]) => `${name}: ${issues.map((issue) => issue.message).join(' ')}`,
  );
  const advice = ADVICE[status === 401 ? 'session_ended' : code];
  return [
    message,
    detail === message ? undefined : detail,
    ...at,
    outcomeText(failure, sent),
    advice,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Any error in sentences. */
export const errorText = (error: unknown): string =>
  error instanceof Error && error.name === 'Refusal'
    ? error.message
    : failureText(toFailure(error));
