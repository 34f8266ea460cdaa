import { and, assign, fromPromise, not, setup } from 'xstate';
import type { UploadDefinition } from '../../resource/form.types.ts';
import { toFailure } from '../failure.ts';
import { placeholder } from '../placeholder.ts';
import { isInDoubt } from '../sending.ts';
import {
  answered,
  factsOf,
  nothingAccepted,
  type UploadContext,
  uploadIssues,
} from './upload.context.ts';
import type { RefusedRow, UploadAnswer, UploadEvent, UploadInput } from './upload.types.ts';

/** Its types, effects, actions and guards. */
const uploadSetup = (definition: UploadDefinition, nonce: () => string) =>
  setup({
    types: {
      context: {} as UploadContext,
      events: {} as UploadEvent,
      input: {} as UploadInput,
    },
    actors: {
      /** Returns the rows that hold the file back. */
      check: fromPromise<readonly RefusedRow[], UploadContext>(placeholder),
      send: fromPromise<UploadAnswer, UploadContext>(placeholder),
      resolve: fromPromise<UploadAnswer, UploadContext>(placeholder),
    },
    actions: {
      /** Keeps the file's handle outside the event, so that it never enters a snapshot. */
      keepFile: (_, _answer: { readonly name: string; readonly value: unknown }) => {},
      forgetFile: () => {},
      answer: assign(({ context, event }) =>
        event.type === 'field.changed' ? answered(context, event) : {},
      ),
      keepAnswer: assign((_, { answer }: { readonly answer: UploadAnswer }) => ({ answer })),
      fail: assign((_, { error }: { readonly error: unknown }) => {
        const failure = toFailure(error, definition.texts.failure);
        return { failure, ...(failure.outcome === 'none' && { key: undefined }) };
      }),
      /** Nothing has been sent yet, whatever the check met. */
      failCheck: assign((_, { error }: { readonly error: unknown }) => ({
        failure: { ...toFailure(error, definition.texts.failure), outcome: 'none' as const },
      })),
      takeKey: assign({ key: ({ context }) => context.key ?? nonce() }),
    },
    guards: {
      /** Whether this account may upload. */
      permitted: () => true,
      /** Whether the file is checked here before it is sent. */
      checks: () => false,
      anyHeld: (_, { held }: { readonly held: readonly RefusedRow[] }) => held.length > 0,
      clean: ({ context }) => Object.keys(uploadIssues(definition, context)).length === 0,
      shown: ({ context }) => context.shown,
      outcomeUnknown: ({ context }) => context.failure?.outcome === 'unknown',
      hasFile: ({ context }) => context.file !== undefined,
      inDoubt: (_, { error }: { readonly error: unknown }) => isInDoubt(error),
      someAccepted: ({ context }) => (context.answer?.accepted ?? 0) > 0,
    },
  });

/** A file that is checked for type and size, and by the ports' check if they have one, and sent once (CARD-03, RATE-01, FORM-08). */
export const uploadMachine = (definition: UploadDefinition, nonce: () => string = () => 'key') =>
  uploadSetup(definition, nonce).createMachine({
    id: 'upload',
    context: ({ input }) => ({
      draft: input.provided ?? {},
      file: undefined,
      touched: [],
      shown: false,
      key: undefined,
      answer: undefined,
      failure: undefined,
    }),
    initial: 'collecting',
    states: {
      collecting: {
        on: {
          'field.changed': {
            target: 'collecting',
            actions: [
              {
                type: 'keepFile',
                params: ({ event }) => ({ name: event.name, value: event.value }),
              },
              'answer',
            ],
          },
          submit: [
            { guard: and(['permitted', 'clean', 'checks']), target: 'checking' },
            { guard: and(['permitted', 'clean']), target: 'sending', actions: 'takeKey' },
            { guard: and(['permitted', not('shown')]), actions: assign({ shown: true }) },
          ],
          cancel: 'cancelled',
        },
      },
      // A state of its own: who is killed here has sent nothing, and must check again.
      checking: {
        entry: assign({ failure: undefined, answer: undefined }),
        invoke: {
          id: 'check',
          src: 'check',
          input: ({ context }) => context,
          onDone: [
            {
              guard: { type: 'anyHeld', params: ({ event }) => ({ held: event.output }) },
              target: 'answered',
              actions: {
                type: 'keepAnswer',
                params: ({ event }) => ({ answer: { accepted: 0, rejected: event.output } }),
              },
            },
            { target: 'sending', actions: 'takeKey' },
          ],
          onError: {
            target: 'failed',
            actions: { type: 'failCheck', params: ({ event }) => ({ error: event.error }) },
          },
        },
        on: { cancel: 'cancelled' },
      },
      sending: {
        entry: assign({ failure: undefined }),
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ context }) => context,
          onDone: {
            target: 'answered',
            actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          onError: [
            {
              guard: { type: 'inDoubt', params: ({ event }) => ({ error: event.error }) },
              target: 'resolving',
            },
            {
              target: 'failed',
              actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
            },
          ],
        },
      },
      resolving: {
        entry: assign({ failure: undefined }),
        invoke: {
          id: 'resolve',
          src: 'resolve',
          input: ({ context }) => context,
          onDone: {
            target: 'answered',
            actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          onError: {
            target: 'failed',
            actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },
      answered: {
        always: [
          { guard: 'someAccepted', target: 'done' },
          {
            target: 'failed',
            actions: assign(({ context }) => ({
              failure: nothingAccepted(definition, context.answer ?? { accepted: 0, rejected: [] }),
              key: undefined,
            })),
          },
        ],
      },
      failed: {
        on: {
          'field.changed': [
            {
              // The same file under the same key: asks for its outcome instead of entering it again.
              guard: and(['outcomeUnknown', ({ event }) => event.name === 'file']),
              actions: [
                {
                  type: 'keepFile',
                  params: ({ event }) => ({ name: event.name, value: event.value }),
                },
                assign({ file: ({ event }) => factsOf(event.value) }),
              ],
            },
            {
              guard: not('outcomeUnknown'),
              target: 'collecting',
              actions: [
                {
                  type: 'keepFile',
                  params: ({ event }) => ({ name: event.name, value: event.value }),
                },
                'answer',
              ],
            },
          ],
          retry: [
            { guard: and(['outcomeUnknown', 'hasFile']), target: 'resolving' },
            { guard: 'outcomeUnknown' },
            { guard: and(['permitted', 'clean', 'checks']), target: 'checking' },
            { guard: and(['permitted', 'clean']), target: 'sending', actions: 'takeKey' },
          ],
          restart: {
            guard: not('outcomeUnknown'),
            target: 'collecting',
            actions: [
              assign({ file: undefined, answer: undefined, failure: undefined, shown: false }),
              'forgetFile',
            ],
          },
          cancel: 'cancelled',
        },
      },
      done: { type: 'final', entry: 'forgetFile' },
      cancelled: { type: 'final', entry: 'forgetFile' },
    },
  });
