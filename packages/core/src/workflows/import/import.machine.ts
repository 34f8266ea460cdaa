import { and, assign, not } from 'xstate';
import { isFileRefusal, toFailure } from '../failure.ts';
import type { AnswerEvent, Failure } from '../view.ts';
import {
  acceptedNow,
  addCorrections,
  dropCorrections,
  endOfTime,
  enteredNothing,
  importFailed,
  sentFields,
  startContext,
  stillTyped,
} from './import.context.ts';
import { importSetup, subjectOf } from './import.setup.ts';

const KEEP_ANSWER = [
  'answer',
  {
    type: 'keepFile',
    params: ({ event }: { readonly event: AnswerEvent }) => ({
      name: event.name,
      value: event.value,
    }),
  },
] as const;

const chooseAgain = importSetup.createStateConfig({
  on: {
    'field.changed': [
      {
        guard: and(['recognises', 'choosesFile', 'providerOpen']),
        target: 'recognising',
        reenter: true,
        actions: KEEP_ANSWER,
      },
      { target: 'collecting', actions: KEEP_ANSWER },
    ],
    restart: { target: 'collecting', actions: ['startOver', 'forgetFile'] },
  },
});

const collecting = importSetup.createStateConfig({
  on: {
    'field.changed': chooseAgain.on['field.changed'],
    submit: [
      { guard: and(['chosen', 'dryRun']), target: 'checking' },
      { guard: and(['chosen', 'permitted']), target: 'checking' },
    ],
    cancel: 'cancelled',
  },
});

/** Reads the provider from the file; what isn't recognised, or can't be read, is asked for. */
const recognising = importSetup.createStateConfig({
  on: {
    'field.changed': chooseAgain.on['field.changed'],
    submit: { actions: assign({ submitted: true }) },
    cancel: 'collecting',
  },
  invoke: {
    id: 'recognise',
    src: 'recognise',
    onDone: {
      target: 'recognised',
      actions: assign(({ context, event }) =>
        context.input.providers.some(({ key }) => key === event.output)
          ? { provider: event.output, recognised: true }
          : {},
      ),
    },
    // The check, which comes next, says what is wrong with the file.
    onError: 'collecting',
  },
});

const checking = importSetup.createStateConfig({
  entry: assign({ rows: 0, failure: undefined }),
  on: {
    progressed: { actions: assign({ rows: ({ event }) => event.progress }) },
    // The choice changed, so the result of the running check is no longer needed.
    'field.changed': chooseAgain.on['field.changed'],
    cancel: [{ guard: 'unattended', target: 'cancelled' }, { target: 'collecting' }],
  },
  invoke: {
    id: 'check',
    src: 'check',
    input: ({ context }) => ({
      provider: context.provider ?? '',
      accept: context.accepted?.rules ?? [],
    }),
    onDone: {
      target: 'checked',
      actions: assign(({ event }) => ({ report: event.output, rows: event.output.rows })),
    },
    onError: [
      {
        guard: ({ event }) => isFileRefusal(event.error),
        target: 'collecting',
        actions: assign(({ event }) => {
          const { code, message } = toFailure(event.error);
          return { fileIssue: { code, message } };
        }),
      },
      {
        target: 'failed',
        actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
      },
    ],
  },
});

/** Makes the corrected copy; one that can't be made leaves the checked file as it was. */
const correcting = importSetup.createStateConfig({
  entry: assign({ correctionIssue: undefined }),
  on: { cancel: 'reviewing' },
  invoke: {
    id: 'correct',
    src: 'correct',
    input: ({ context, event }) => ({
      corrections:
        event.type === 'correct'
          ? addCorrections(context, event.corrections)
          : dropCorrections(context, event.type === 'uncorrect' ? event.cells : undefined),
      sheets: context.report?.sheets ?? [],
    }),
    onDone: {
      target: 'checking',
      // What was accepted may no longer hold, and the copy has a key of its own.
      actions: assign(({ context, event: { output } }) => ({
        typed: stillTyped(context, output.requested),
        corrections: output.requested,
        corrected: output.copy,
        ticked: {},
        key: undefined,
        sha256: undefined,
      })),
    },
    onError: {
      target: 'reviewing',
      actions: assign(({ event }) => {
        const { code, message } = toFailure(event.error);
        return { correctionIssue: { code, message } };
      }),
    },
  },
});

const beforeSending = importSetup.createStateConfig({
  on: { cancel: [{ guard: 'unattended', target: 'cancelled' }, { target: 'reviewing' }] },
});

const looking = importSetup.createStateConfig({
  ...beforeSending,
  entry: assign(({ context }) => ({
    failure: undefined,
    tries: 0,
    asks: 0,
    stopping: false,
    endsAt: endOfTime(context),
  })),
  invoke: {
    id: 'look',
    src: 'look',
    input: ({ context }) => ({
      provider: context.provider ?? '',
      force: context.input.force === true,
      known: context.key,
      rows: context.report?.rows ?? 0,
      fields: sentFields(context),
    }),
    onDone: {
      target: 'looked',
      actions: assign(({ event: { output } }) => ({
        key: output.key,
        sha256: output.sha256,
        heard: output.found,
        lost: output.lost,
      })),
    },
    onError: {
      target: 'failed',
      actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
    },
  },
});

const planning = importSetup.createStateConfig({
  ...beforeSending,
  invoke: {
    id: 'plan',
    src: 'plan',
    input: ({ context }) => subjectOf(context),
    onDone: 'sending',
    onError: {
      target: 'failed',
      actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
    },
  },
});

const sending = importSetup.createStateConfig({
  entry: assign(({ context }) => ({
    bytes: 0,
    sends: context.sends + 1,
    tries: context.tries + 1,
    asks: 0,
    heard: undefined,
  })),
  on: {
    progressed: { actions: assign({ bytes: ({ event }) => event.progress }) },
    cancel: { target: 'asking', actions: assign({ stopping: true, inDoubt: true }) },
  },
  invoke: {
    id: 'send',
    src: 'send',
    input: ({ context }) => ({ ...subjectOf(context), inDoubt: context.inDoubt }),
    onDone: {
      target: 'done',
      actions: assign(({ event: { output } }) => ({ sent: output, heard: output.record })),
    },
    onError: [
      {
        guard: ({ event }) => isResultNotKept(event.error),
        target: 'failed',
        actions: assign(({ event }) => ({ failure: event.error as Failure, inDoubt: false })),
      },
      {
        // An earlier attempt under the same key may have had an effect.
        guard: ({ context, event }) => enteredNothing(event.error) && !context.inDoubt,
        target: 'failed',
        actions: { type: 'failSending', params: ({ event }) => ({ error: event.error }) },
      },
      {
        target: 'asking',
        actions: [
          { type: 'failSending', params: ({ event }) => ({ error: event.error }) },
          assign({ inDoubt: true }),
        ],
      },
    ],
  },
});

const isResultNotKept = (error: unknown): boolean => toFailure(error).code === 'result_not_kept';

const resolving = importSetup.createStateConfig({
  on: { cancel: { target: 'failed', actions: 'giveUpAsking' } },
});

const asking = importSetup.createStateConfig({
  ...resolving,
  entry: assign({ asks: ({ context }) => context.asks + 1 }),
  invoke: {
    id: 'ask',
    src: 'ask',
    input: ({ context }) => subjectOf(context),
    onDone: {
      target: 'asked',
      actions: assign(({ event }) => ({ heard: event.output, answered: true })),
    },
    onError: [
      {
        guard: ({ event }) => isResultNotKept(event.error),
        target: 'failed',
        actions: assign(({ event }) => ({ failure: event.error as Failure, inDoubt: false })),
      },
      { target: 'asked', actions: assign({ answered: false }) },
    ],
  },
});

/** Transitions on the answer to a request for the outcome. */
const asked = importSetup.createStateConfig({
  always: [
    { guard: 'doneAtService', target: 'done' },
    { guard: and(['failedAtService', not('sentBefore')]), target: 'planning' },
    // A server that died while it entered the file: another one takes it.
    { guard: and(['failedAtService', 'mayTryAgain', not('stopping')]), target: 'sending' },
    {
      guard: 'failedAtService',
      target: 'failed',
      actions: assign(({ context }) => ({ failure: importFailed(context), inDoubt: false })),
    },
    { guard: and(['unknownToService', not('sentBefore')]), target: 'planning' },
    { guard: and(['unknownToService', 'stopping']), target: 'cancelled' },
    {
      guard: and(['unknownToService', 'lastTryDidNothing']),
      target: 'failed',
      actions: assign({ inDoubt: false }),
    },
    { guard: and(['unknownToService', 'mayTryAgain']), target: 'sending' },
    { guard: 'asksAreUp', target: 'failed', actions: 'giveUpAsking' },
    { target: 'waiting' },
  ],
});

const failed = importSetup.createStateConfig({
  on: {
    retry: [
      {
        guard: 'outcomeUnknown',
        target: 'asking',
        actions: assign(({ context }) => ({
          asks: 0,
          tries: 0,
          stopping: false,
          failure: undefined,
          endsAt: endOfTime(context),
        })),
      },
      { guard: 'checked', target: 'looking' },
      { target: 'checking' },
    ],
    'field.changed': [{ guard: 'outcomeUnknown' }, ...chooseAgain.on['field.changed']],
    restart: chooseAgain.on.restart,
    cancel: { guard: not('outcomeUnknown'), target: 'cancelled' },
  },
});

/**
 * Checks a provider's file and enters it exactly once (TXN-04, TXN-12, TXN-13): sends nothing before the
 * check allows it, doesn't resend a known key, and asks for the outcome after a lost response instead of
 * guessing.
 */
export const importMachine = importSetup.createMachine({
  id: 'import',
  context: ({ input }) => startContext(input),
  initial: 'collecting',
  states: {
    collecting,
    recognising,
    recognised: {
      always: [
        { guard: and(['submitted', 'chosen', 'dryRun']), target: 'checking' },
        { guard: and(['submitted', 'chosen', 'permitted']), target: 'checking' },
        { target: 'collecting' },
      ],
    },
    checking,
    correcting,
    checked: {
      always: [
        { guard: 'dryRun', target: 'done' },
        { guard: and(['unattended', 'sendable']), target: 'looking' },
        { target: 'reviewing' },
      ],
    },
    reviewing: {
      on: {
        ...chooseAgain.on,
        'field.changed': [
          { guard: 'answersCheck', actions: 'answerCheck' },
          ...chooseAgain.on['field.changed'],
        ],
        correct: { guard: and(['corrects', 'permitted']), target: 'correcting' },
        uncorrect: { guard: 'isCorrected', target: 'correcting' },
        // Check again, because accepting guards changes the rows and sums to send.
        accept: {
          guard: and(['acceptable', 'permitted']),
          target: 'checking',
          actions: assign({ accepted: ({ context }) => acceptedNow(context) }),
        },
        submit: { guard: and(['sendable', 'permitted']), target: 'looking' },
        cancel: 'cancelled',
      },
    },
    looking,
    looked: {
      always: [
        { guard: 'doneAtService', target: 'done' },
        { guard: 'runningAtService', target: 'waiting', actions: assign({ asks: 1 }) },
        { target: 'planning' },
      ],
    },
    planning,
    sending,
    asking,
    asked,
    waiting: { ...resolving, after: { askAgain: 'asking' } },
    failed,
    done: { entry: 'forgetFile', on: { restart: chooseAgain.on.restart } },
    cancelled: { type: 'final', entry: 'forgetFile' },
  },
});
