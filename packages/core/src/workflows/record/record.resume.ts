import type { StateAndContext } from '../workflow.ts';
import type { RecordContext } from './record.context.ts';
import type { recordMachine } from './record.machine.ts';

type At = StateAndContext<ReturnType<typeof recordMachine>>;

const IN_DOUBT: readonly string[] = ['submitting', 'removing', 'resolving'];
const KEPT: readonly string[] = ['saved', 'done', 'left'];

/** Back to the fields: of a record, once it is loaded again. */
const toFields = (context: RecordContext): At =>
  context.mode === 'create'
    ? { state: 'editing', context: { ...context, failure: undefined } }
    : { state: 'loading', context: { ...context, resumed: true } };

/** It may have been sent, with a secret that this process does not have: only a person can find out. */
const unresolvable = (context: RecordContext): At => ({
  state: 'failed',
  context: {
    ...context,
    secretsLost: true,
    failure: {
      code: 'outcome_unknown',
      message: 'It is not known whether this was saved.',
      detail: 'Look for the record before you enter it again.',
      outcome: 'unknown',
      retryable: false,
    },
  },
});

/**
 * Where a saved record goes on: what is loaded is loaded again, what was typed goes on top of it, and
 * what may have been sent is asked for under its key. Secrets have to be given again.
 */
export function resumeRecord({ state, context }: At): At {
  const gone = context.secretsGiven.length > 0;
  const kept = { ...context, record: undefined, lists: {}, secretsGiven: [] };
  if (KEPT.includes(state)) return { state, context: kept };
  if (IN_DOUBT.includes(state)) {
    const resolvable = kept.call !== undefined || kept.doing === 'remove' || !gone;
    return resolvable ? { state: 'resolving', context: kept } : unresolvable(kept);
  }
  if (state === 'failed' && kept.failure?.outcome === 'unknown') {
    return gone && kept.call === undefined ? unresolvable(kept) : { state, context: kept };
  }
  if (kept.mode === 'remove') {
    return { state: 'confirmingRemove', context: { ...kept, failure: undefined } };
  }
  const editing = kept.mode === 'create' || kept.mode === 'edit';
  return editing ? toFields(kept) : { state: 'loading', context: kept };
}
