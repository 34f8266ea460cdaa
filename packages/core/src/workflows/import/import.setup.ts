import { assign, fromPromise, setup } from 'xstate';
import type { FormFields } from '../../http/transfer.ts';
import type { CheckReport } from '../../provider-files/types.ts';
import type { Flags } from '../../resource/form.types.ts';
import { toFailure } from '../failure.ts';
import { placeholder } from '../placeholder.ts';
import {
  acceptFields,
  asksAreUp,
  factsOf,
  type ImportContext,
  isAcceptable,
  isChosen,
  isRunning,
  isSendable,
  isUnknownToService,
  nextWait,
  outcomeUnknown,
  PATIENCE,
  sendingFailed,
  timeIsUp,
  UNCHECKED,
} from './import.context.ts';
import type { ImportEvent, ImportInput, ImportRecord, SentImport } from './import.types.ts';

/** A file's key, and the record of an earlier import under it. */
export interface Looked {
  readonly key: string;
  readonly sha256: string;
  readonly found: ImportRecord | undefined;
  /** An import that the journal knows and the service doesn't. */
  readonly lost: ImportRecord | undefined;
}

/** Input of looking up a file. */
export interface Look {
  readonly provider: string;
  readonly force: boolean;
  /** Key of an earlier attempt in this run; kept even if that was forced. */
  readonly known: string | undefined;
  readonly rows: number;
  /** Accepted guards; part of the key. */
  readonly fields: FormFields;
}

/** Identifies one import; the file itself stays with the run. */
export interface Subject {
  readonly key: string;
  readonly sha256: string;
  readonly provider: string;
  readonly fileName: string;
  /** Number of rows in the checked file. */
  readonly rows: number;
  /** Accepted guards and the reason. */
  readonly fields: FormFields;
}

export const subjectOf = ({
  accepted,
  file,
  key,
  provider,
  report,
  sha256,
}: ImportContext): Subject => ({
  fields: acceptFields({ accepted }),
  key: key ?? '',
  sha256: sha256 ?? '',
  provider: provider ?? '',
  fileName: file?.name ?? '',
  rows: report?.rows ?? 0,
});

/** Accepts all flags by name, or only the names that are on. */
const flagsOf = (value: unknown): Flags =>
  Array.isArray(value)
    ? Object.fromEntries(value.map((name) => [String(name), true]))
    : ((value ?? {}) as Flags);

/** Actors, guards and actions of the import machine. */
export const importSetup = setup({
  types: {
    context: {} as ImportContext,
    events: {} as ImportEvent | { readonly type: 'progressed'; readonly progress: number },
    input: {} as ImportInput,
  },
  actors: {
    check: fromPromise<CheckReport, { provider: string; accept: readonly string[] }>(placeholder),
    look: fromPromise<Looked, Look>(placeholder),
    plan: fromPromise<void, Subject>(placeholder),
    send: fromPromise<SentImport, Subject & { inDoubt: boolean }>(placeholder),
    ask: fromPromise<ImportRecord | undefined, Subject>(placeholder),
  },
  actions: {
    /** Keeps the file's handle outside the event, so that it never enters a snapshot. */
    keepFile: (_, _answer: { readonly name: string; readonly value: unknown }) => {},
    forgetFile: () => {},
    answer: assign(({ event }) => {
      if (event.type !== 'field.changed') return {};
      if (event.name === 'provider') {
        return { ...UNCHECKED, provider: event.value ? String(event.value) : undefined };
      }
      return event.name === 'file' ? { ...UNCHECKED, file: factsOf(event.value) } : {};
    }),
    /** Ticks a guard or sets the reason; the file stays checked. */
    answerGuards: assign(({ event }) => {
      if (event.type !== 'field.changed') return {};
      if (event.name === 'reason') return { reason: String(event.value ?? '') };
      return event.name === 'guards' ? { ticked: flagsOf(event.value) } : {};
    }),
    startOver: assign({ ...UNCHECKED, file: undefined }),
    giveUpAsking: assign({ failure: ({ context }) => outcomeUnknown(context) }),
    fail: assign(({ context }, { error }: { readonly error: unknown }) => ({
      failure: toFailure(error, context.input.texts.failure),
    })),
    failSending: assign(({ context }, { error }: { readonly error: unknown }) => ({
      failure: sendingFailed(context, error),
    })),
  },
  guards: {
    /** Whether this account may import. */
    permitted: () => true,
    chosen: ({ context }) => isChosen(context),
    sendable: ({ context }) => isSendable(context),
    acceptable: ({ context }) => isAcceptable(context),
    answersGuards: ({ event }) =>
      event.type === 'field.changed' && (event.name === 'guards' || event.name === 'reason'),
    dryRun: ({ context }) => context.input.dryRun === true,
    unattended: ({ context }) => context.input.unattended === true,
    sentBefore: ({ context }) => context.sends > 0,
    outcomeUnknown: ({ context }) => context.failure?.outcome === 'unknown',
    lastTryDidNothing: ({ context }) => context.failure?.outcome === 'none',
    checked: ({ context }) => context.report !== undefined,
    doneAtService: ({ context }) => context.heard?.state === 'done',
    failedAtService: ({ context }) => context.heard?.state === 'failed',
    runningAtService: ({ context }) => isRunning(context.heard),
    unknownToService: ({ context }) => isUnknownToService(context),
    asksAreUp: ({ context }) => asksAreUp(context),
    stopping: ({ context }) => context.stopping,
    mayTryAgain: ({ context }) => context.tries < PATIENCE.tries && !timeIsUp(context),
  },
  delays: { askAgain: ({ context }) => nextWait(context) },
});
