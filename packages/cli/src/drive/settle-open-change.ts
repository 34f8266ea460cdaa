import { type AnyResource, isSettled, type RecordPorts, toFailure } from '@forecourt/core';
import type { ChangeOnce } from '../journal/change-once.ts';
import { failed } from '../output/failures.ts';
import type { Work } from '../work.ts';
import type { Saved } from './save-record.ts';

/**
 * Settles an earlier run of the same command whose answer was lost: sends the call again under its
 * key, so the service repeats its first answer or does it now, once. Returns undefined when nothing
 * is open, or when the service answers that it had no effect.
 */
export async function settleOpenChange(
  { output, signal }: Work,
  { form }: AnyResource,
  once: ChangeOnce,
  ports: RecordPorts<unknown>,
): Promise<Saved | undefined> {
  const { open } = once;
  if (open?.call === undefined) return undefined;
  const { call } = open;
  try {
    const record = await once.send(open, (idempotencyKey) =>
      ports.send({ ...call, idempotencyKey }, signal),
    );
    output.warn('An earlier run of this command lost its answer; this is its outcome.');
    const text = call.method === 'POST' ? form?.texts.created : form?.texts.updated;
    return { changed: true, message: text ?? '', record };
  } catch (error) {
    const failure = toFailure(error);
    if (isSettled(failure)) return undefined;
    const unknown = failure.status === undefined;
    const left = {
      ...failure,
      ...(unknown && ({ code: 'outcome_unknown', outcome: 'unknown' } as const)),
    };
    throw failed(left, {}, 'records');
  }
}
