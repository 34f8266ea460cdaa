import { assign, fromPromise, setup } from 'xstate';
import { toFailure } from '../failure.ts';
import { placeholder } from '../placeholder.ts';
import type { Failure } from '../view.ts';
import type { RecordEvent, RecordInput } from './record.types.ts';

export interface RecordContext {
  readonly id: string;
  readonly record: unknown;
  readonly failure: Failure | undefined;
}

/** One record, read. */
export const recordMachine = setup({
  types: { context: {} as RecordContext, events: {} as RecordEvent, input: {} as RecordInput },
  actors: { fetchRecord: fromPromise<unknown, { id: string }>(placeholder) },
}).createMachine({
  id: 'record',
  context: ({ input }) => ({ id: input.id, record: undefined, failure: undefined }),
  initial: 'loading',
  on: { reload: '.loading' },
  states: {
    loading: {
      entry: assign({ failure: undefined }),
      invoke: {
        id: 'fetchRecord',
        src: 'fetchRecord',
        input: ({ context }) => ({ id: context.id }),
        onDone: { target: 'ready', actions: assign({ record: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => toFailure(event.error) }),
        },
      },
    },
    ready: {},
    failed: { on: { retry: 'loading' } },
  },
});
