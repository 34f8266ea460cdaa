import { assign, fromPromise, setup } from 'xstate';
import { toFailure } from '../failure.ts';
import { placeholder } from '../placeholder.ts';
import type { Failure } from '../view.ts';
import type {
  DownloadEvent,
  DownloadInput,
  DownloadOutput,
  DownloadProgress,
} from './download.types.ts';

export interface DownloadContext {
  readonly request: unknown;
  readonly progress: DownloadProgress;
  readonly output: DownloadOutput | undefined;
  readonly failure: Failure | undefined;
}

const NOTHING: DownloadProgress = { bytes: 0, total: undefined };

/** Downloads a file and saves it (TXN-03, CARD-04, ERR-03). */
export const downloadMachine = setup({
  types: {
    context: {} as DownloadContext,
    events: {} as
      | DownloadEvent
      | { readonly type: 'progressed'; readonly progress: DownloadProgress },
    input: {} as DownloadInput<unknown>,
  },
  actors: { transfer: fromPromise<DownloadOutput, { request: unknown }>(placeholder) },
}).createMachine({
  id: 'download',
  context: ({ input }) => ({
    request: input.request,
    progress: NOTHING,
    output: undefined,
    failure: undefined,
  }),
  initial: 'transferring',
  states: {
    transferring: {
      entry: assign({ progress: NOTHING, failure: undefined }),
      on: {
        progressed: { actions: assign({ progress: ({ event }) => event.progress }) },
        cancel: 'cancelled',
      },
      invoke: {
        id: 'transfer',
        src: 'transfer',
        input: ({ context }) => ({ request: context.request }),
        onDone: { target: 'done', actions: assign({ output: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => toFailure(event.error) }),
        },
      },
    },
    failed: { on: { retry: 'transferring', cancel: 'cancelled' } },
    done: { type: 'final' },
    cancelled: { type: 'final' },
  },
});
