import { assign, fromPromise, setup } from 'xstate';
import type { FormFields } from '../../http/transfer.ts';
import type { CheckReport } from '../../provider-files/types.ts';
import type { Correction } from '../../provider-files/writing/correct-file.ts';
import type { Flags } from '../../resource/form.types.ts';
import { toFailure } from '../failure.ts';
import { placeholder } from '../placeholder.ts';
import {
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
  sentFields,
  timeIsUp,
  UNCHECKED,
} from './import.context.ts';
import type {
  CorrectedCopy,
  ImportEvent,
  ImportInput,
  ImportRecord,
  SentImport,
} from './import.types.ts';

/** A file's key, and the record of an earlier import under it. */
export interface LookResult {
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
  corrected,
  file,
  key,
  provider,
  report,
  sha256,
}: ImportContext): Subject => ({
  fields: sentFields({ accepted, corrected, file }),
  key: key ?? '',
  sha256: sha256 ?? '',
  provider: provider ?? '',
  fileName: corrected?.name ?? file?.name ?? '',
  rows: report?.rows ?? 0,
});

/** Input of making a corrected copy; without corrections, the original is used again. */
export interface Correcting {
  readonly corrections: readonly Correction[];
  readonly sheets: CheckReport['sheets'];
}

/** What was asked for, and the copy with it; no copy if nothing was. */
export interface Made {
  readonly requested: readonly Correction[];
  readonly copy: CorrectedCopy | undefined;
}

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
    recognise: fromPromise<string | undefined>(placeholder),
    correct: fromPromise<Made, Correcting>(placeholder),
    look: fromPromise<LookResult, Look>(placeholder),
    plan: fromPromise<void, Subject>(placeholder),
    send: fromPromise<SentImport, Subject & { inDoubt: boolean }>(placeholder),
    ask: fromPromise<ImportRecord | undefined, Subject>(placeholder),
  },
  actions: {
    /** Keeps the file's handle outside the event, so that it never enters a snapshot. */
    keepFile: (_, _answer: { readonly name: string; readonly value: unknown }) => {},
    forgetFile: () => {},
    answer: assign(({ context, event }) => {
      if (event.type !== 'field.changed') return {};
      if (event.name === 'provider') {
        const provider = event.value ? String(event.value) : undefined;
        return { ...UNCHECKED, provider, recognised: false };
      }
      if (event.name !== 'file') return {};
      const forgotten = context.recognised ? { provider: undefined, recognised: false } : {};
      return { ...UNCHECKED, ...forgotten, file: factsOf(event.value) };
    }),
    /** Ticks a guard, sets the reason or keeps typed corrections; the file stays checked. */
    answerCheck: assign(({ event }) => {
      if (event.type !== 'field.changed') return {};
      if (event.name === 'corrections') return { typed: event.value as readonly Correction[] };
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
    answersCheck: ({ event }) =>
      event.type === 'field.changed' && ['corrections', 'guards', 'reason'].includes(event.name),
    /** The platform recognises providers, and nobody has chosen one. */
    recognises: () => false,
    choosesFile: ({ event }) =>
      event.type === 'field.changed' && event.name === 'file' && event.value !== undefined,
    providerOpen: ({ context }) => context.provider === undefined || context.recognised,
    submitted: ({ context }) => context.submitted,
    /** The platform can make corrected copies. */
    corrects: () => false,
    isCorrected: ({ context }) => context.corrected !== undefined,
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
