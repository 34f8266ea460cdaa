import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import { when } from '../commands.ts';
import { toFailure } from '../failure.ts';
import { placeholder } from '../placeholder.ts';
import type { Failure } from '../view.ts';
import { defineWorkflow, type Workflow } from '../workflow.ts';
import type {
  RateDays,
  RateDaysEvent,
  RateDaysPorts,
  RateDaysQuery,
  RateDaysView,
} from './rate-days.types.ts';

interface RateDaysContext {
  readonly query: RateDaysQuery;
  readonly rates: RateDays | undefined;
  readonly tables: boolean;
  readonly failure: Failure | undefined;
}

const rateDaysMachine = setup({
  types: {
    context: {} as RateDaysContext,
    events: {} as RateDaysEvent,
    input: {} as { readonly query: RateDaysQuery },
  },
  actors: { load: fromPromise<RateDays, RateDaysQuery>(placeholder) },
}).createMachine({
  id: 'rate-days',
  context: ({ input }) => ({
    query: input.query,
    rates: undefined,
    tables: false,
    failure: undefined,
  }),
  initial: 'loading',
  on: {
    tables: { actions: assign({ tables: ({ event }) => event.shown }) },
    // The answer to an earlier question is dropped.
    asked: {
      target: '.loading',
      reenter: true,
      actions: assign({ query: ({ event }) => event.query }),
    },
  },
  states: {
    loading: {
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context }) => context.query,
        onDone: {
          target: 'shown',
          actions: assign({ rates: ({ event }) => event.output, failure: undefined }),
        },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => toFailure(event.error) }),
        },
      },
    },
    shown: {},
    failed: { on: { retry: 'loading' } },
  },
});

function rateDaysView({
  context: { failure, rates, tables },
  value: state,
}: SnapshotFrom<typeof rateDaysMachine>): RateDaysView {
  const commands = { retry: when(state === 'failed') };
  const data = { rates, tables };
  if (state === 'failed' && failure) {
    return { status: 'failed', error: failure, needs: [], commands, data };
  }
  const step = state === 'shown' ? 'shown' : 'loading';
  return { status: 'pending', step, busy: step === 'loading', needs: [], commands, data };
}

/**
 * Shows stored rates over time (RATE-03); they load at once. While others load, the former ones stay. Fails if they
 * can't be loaded; `retry` asks again.
 *
 * @param ports how the run reaches the service and the platform
 * @returns the workflow, for `startWorkflow`
 * @example
 * const run = startWorkflow(rateDaysWorkflow(rateDaysPorts(client)), {
 *   input: { query: { filters: [], from: '2026-11-01', to: '2026-11-18' } },
 * });
 */
export function rateDaysWorkflow(
  ports: RateDaysPorts,
): Workflow<RateDaysView, RateDaysEvent, { readonly query: RateDaysQuery }> {
  const machine = rateDaysMachine.provide({
    actors: { load: fromPromise(({ input, signal }) => ports.load(input, signal)) },
  });
  return defineWorkflow({
    id: 'rate-days',
    version: 1,
    machine,
    view: rateDaysView,
    resume: ({ context }) => ({
      state: 'loading',
      context: { ...context, rates: undefined, failure: undefined },
    }),
  });
}
