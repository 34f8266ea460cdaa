import type { StateAndContext } from '../workflow.ts';
import { UNCHECKED } from './import.context.ts';
import type { importMachine } from './import.machine.ts';

type At = StateAndContext<typeof importMachine>;

const IN_DOUBT: readonly string[] = ['sending', 'asking', 'waiting'];
const KEPT: readonly string[] = ['done', 'cancelled'];

/**
 * Returns the state in which a saved import resumes. If it may have been sent, asks for its outcome by key
 * (TXN-13); before that, the file must be chosen again, because another process doesn't have it.
 */
export function resumeImport({ state, context: saved }: At): At {
  // Of another process, or of a version that didn't keep them.
  const context = { ...saved, typed: [] };
  if (IN_DOUBT.includes(state)) {
    return { state: 'asking', context: { ...context, asks: 0, endsAt: undefined, inDoubt: true } };
  }
  const unknown = state === 'failed' && context.failure?.outcome === 'unknown';
  if (unknown || KEPT.includes(state)) return { state, context };
  return { state: 'collecting', context: { ...context, ...UNCHECKED, file: undefined } };
}
