import { and, assign, fromPromise, not, setup } from 'xstate';
import type { CheckReport } from '../../provider-files/types.ts';
import { isFileRefusal, toFailure } from '../failure.ts';
import { placeholder } from '../placeholder.ts';
import {
  asksAreUp,
  enteredNothing,
  factsOf,
  type ImportContext,
  importFailed,
  isChosen,
  isRunning,
  isSendable,
  isUnknownToService,
  nextWait,
  outcomeUnknown,
  PATIENCE,
  startContext,
  UNCHECKED,
} from './import.context.ts';
import type { ImportEvent, ImportInput, ImportRecord, SentImport } from './import.types.ts';

/** A file's key, and what became of it earlier. */
export interface Looked {
  readonly key: string;
  readonly sha256: string;
  readonly found: ImportRecord | undefined;
}

/** Names one import; the file itself stays with the run. */
export interface Subject {
  readonly key: string;
  readonly sha256: string;
  readonly provider: string;
  readonly fileName: string;
}

const subjectOf = ({ key, sha256, provider, file }: ImportContext): Subject => ({
  key: key ?? '',
  sha256: sha256 ?? '',
  provider: provider ?? '',
  fileName: file?.name ?? '',
});

const importSetup = setup({
  types: {
    context: {} as ImportContext,
    events: {} as ImportEvent | { readonly type: 'progressed'; readonly progress: number },
    input: {} as ImportInput,
  },
  actors: {
    check: fromPromise<CheckReport, { provider: string }>(placeholder),
    look: fromPromise<Looked, { provider: string; force: boolean; known: Subject | undefined }>(
      placeholder,
    ),
    plan: fromPromise<void, Subject>(placeholder),
    send: fromPromise<SentImport, Subject>(placeholder),
    ask: fromPromise<ImportRecord | undefined, Subject>(placeholder),
  },
  actions: {
    /** Takes the file's handle out of the event and out of reach of snapshots. */
    keepFile: (_, _answer: { readonly name: string; readonly value: unknown }) => {},
    forgetFile: () => {},
    answer: assign(({ event }) => {
      if (event.type !== 'field.changed') return {};
      if (event.name === 'provider') {
        return { ...UNCHECKED, provider: event.value ? String(event.value) : undefined };
      }
      return event.name === 'file' ? { ...UNCHECKED, file: factsOf(event.value) } : {};
    }),
    startOver: assign({ ...UNCHECKED, file: undefined }),
    giveUpAsking: assign({ failure: ({ context }) => outcomeUnknown(context) }),
    fail: assign(({ context }, { error }: { readonly error: unknown }) => ({
      failure: toFailure(error, context.input.texts.failure),
    })),
  },
  guards: {
    /** Has this account the right to import? */
    permitted: () => true,
    chosen: ({ context }) => isChosen(context),
    sendable: ({ context }) => isSendable(context),
    dryRun: ({ context }) => context.input.dryRun === true,
    unattended: ({ context }) => context.input.unattended === true,
    sentBefore: ({ context }) => context.sends > 0,
    inDoubt: ({ context }) => context.failure?.outcome === 'unknown',
    checked: ({ context }) => context.report !== undefined,
    doneAtService: ({ context }) => context.heard?.state === 'done',
    failedAtService: ({ context }) => context.heard?.state === 'failed',
    runningAtService: ({ context }) => isRunning(context.heard),
    unknownToService: ({ context }) => isUnknownToService(context),
    asksAreUp: ({ context }) => asksAreUp(context),
    stopping: ({ context }) => context.stopping,
    mayTryAgain: ({ context }) => context.tries < PATIENCE.tries,
  },
  delays: { askAgain: ({ context }) => nextWait(context) },
});

const chooseAgain = importSetup.createStateConfig({
  on: {
    'field.changed': {
      target: 'collecting',
      actions: [
        'answer',
        { type: 'keepFile', params: ({ event }) => ({ name: event.name, value: event.value }) },
      ],
    },
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

const checking = importSetup.createStateConfig({
  entry: assign({ rows: 0, failure: undefined }),
  on: {
    progressed: { actions: assign({ rows: ({ event }) => event.progress }) },
    cancel: [{ guard: 'unattended', target: 'cancelled' }, { target: 'collecting' }],
  },
  invoke: {
    id: 'check',
    src: 'check',
    input: ({ context }) => ({ provider: context.provider ?? '' }),
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

const beforeSending = importSetup.createStateConfig({
  on: { cancel: [{ guard: 'unattended', target: 'cancelled' }, { target: 'reviewing' }] },
});

const looking = importSetup.createStateConfig({
  ...beforeSending,
  entry: assign({ failure: undefined, tries: 0, asks: 0, stopping: false }),
  invoke: {
    id: 'look',
    src: 'look',
    input: ({ context }) => ({
      provider: context.provider ?? '',
      force: context.input.force === true,
      known: context.key === undefined ? undefined : subjectOf(context),
    }),
    onDone: {
      target: 'looked',
      actions: assign(({ event: { output } }) => ({
        key: output.key,
        sha256: output.sha256,
        heard: output.found,
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
    input: ({ context }) => subjectOf(context),
    onDone: {
      target: 'done',
      actions: assign(({ event: { output } }) => ({ sent: output, heard: output.record })),
    },
    onError: [
      {
        // What an earlier try of the same key may have done counts too.
        guard: ({ context, event }) => enteredNothing(event.error) && !context.inDoubt,
        target: 'failed',
        actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
      },
      {
        target: 'asking',
        actions: [
          { type: 'fail', params: ({ event }) => ({ error: event.error }) },
          assign({ inDoubt: true }),
        ],
      },
    ],
  },
});

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
    onError: { target: 'asked', actions: assign({ answered: false }) },
  },
});

/** What the answer about a lost outcome leads to. */
const asked = importSetup.createStateConfig({
  always: [
    { guard: 'doneAtService', target: 'done' },
    { guard: and(['failedAtService', not('sentBefore')]), target: 'planning' },
    {
      guard: 'failedAtService',
      target: 'failed',
      actions: assign(({ context }) => ({ failure: importFailed(context), inDoubt: false })),
    },
    { guard: and(['unknownToService', not('sentBefore')]), target: 'planning' },
    { guard: and(['unknownToService', 'stopping']), target: 'cancelled' },
    { guard: and(['unknownToService', 'mayTryAgain']), target: 'sending' },
    { guard: 'asksAreUp', target: 'failed', actions: 'giveUpAsking' },
    { target: 'waiting' },
  ],
});

const failed = importSetup.createStateConfig({
  on: {
    retry: [
      {
        guard: 'inDoubt',
        target: 'asking',
        actions: assign({ asks: 0, tries: 0, stopping: false, failure: undefined }),
      },
      { guard: 'checked', target: 'looking' },
      { target: 'checking' },
    ],
    restart: chooseAgain.on.restart,
    cancel: { guard: not('inDoubt'), target: 'cancelled' },
  },
});

/**
 * A provider's file, checked and entered exactly once (TXN-04, TXN-12, TXN-13): nothing is sent before
 * the check allows it, a known key is not sent again, and a lost answer is asked for, not guessed.
 */
export const importMachine = importSetup.createMachine({
  id: 'import',
  context: ({ input }) => startContext(input),
  initial: 'collecting',
  states: {
    collecting,
    checking,
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
