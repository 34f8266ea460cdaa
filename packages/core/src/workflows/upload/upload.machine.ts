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
import type { UploadAnswer, UploadEvent, UploadInput } from './upload.types.ts';

/** Its types, effects, actions and guards. */
const uploadSetup = (definition: UploadDefinition) =>
  setup({
    types: {
      context: {} as UploadContext,
      events: {} as UploadEvent,
      input: {} as UploadInput,
    },
    actors: {
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
    },
    guards: {
      /** Whether this account may upload. */
      permitted: () => true,
      clean: ({ context }) => Object.keys(uploadIssues(definition, context)).length === 0,
      shown: ({ context }) => context.shown,
      outcomeUnknown: ({ context }) => context.failure?.outcome === 'unknown',
      hasFile: ({ context }) => context.file !== undefined,
      inDoubt: (_, { error }: { readonly error: unknown }) => isInDoubt(error),
      someAccepted: ({ context }) => (context.answer?.accepted ?? 0) > 0,
    },
  });

/** A file that is checked only for type and size, and sent once (CARD-03, RATE-01, FORM-08). */
export const uploadMachine = (definition: UploadDefinition, nonce: () => string = () => 'key') =>
  uploadSetup(definition).createMachine({
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
            {
              guard: and(['permitted', 'clean']),
              target: 'sending',
              actions: assign({ key: ({ context }) => context.key ?? nonce() }),
            },
            { guard: and(['permitted', not('shown')]), actions: assign({ shown: true }) },
          ],
          cancel: 'cancelled',
        },
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
            {
              guard: and(['permitted', 'clean']),
              target: 'sending',
              actions: assign({ key: ({ context }) => context.key ?? nonce() }),
            },
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
