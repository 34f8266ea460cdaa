import type { StateAndContext } from '../workflow.ts';
import { UNCHECKED } from './import.context.ts';
import type { importMachine } from './import.machine.ts';

type At = StateAndContext<typeof importMachine>;

const IN_DOUBT: readonly string[] = ['sending', 'asking', 'waiting'];
const KEPT: readonly string[] = ['done', 'cancelled'];

/**
 * Where a saved import goes on: what may have been sent is asked for under its key (TXN-13); before that
 * the file has to be chosen again, for another process does not have it.
 */
export function resumeImport({ state, context }: At): At {
  if (IN_DOUBT.includes(state)) {
    return { state: 'asking', context: { ...context, asks: 0, endsAt: undefined, inDoubt: true } };
  }
  const unknown = state === 'failed' && context.failure?.outcome === 'unknown';
  if (unknown || KEPT.includes(state)) return { state, context };
  return { state: 'collecting', context: { ...context, ...UNCHECKED, file: undefined } };
}
