import type { FormFields } from '../../http/transfer.ts';
import type { CheckReport } from '../../provider-files/types.ts';
import type { Flags } from '../../resource/form.types.ts';
import { didNothing, toFailure } from '../failure.ts';
import { isProviderFile } from '../provider-file.ts';
import type { Failure, FieldIssue } from '../view.ts';
import type { AcceptedGuards, ImportInput, ImportRecord, SentImport } from './import.types.ts';

/** Plain JSON; the file is not in it, only its name and size. */
export interface ImportContext {
  readonly input: ImportInput;
  readonly provider: string | undefined;
  readonly file: { readonly name: string; readonly size: number } | undefined;
  /** Why the chosen file was refused as a whole. */
  readonly fileIssue: FieldIssue | undefined;
  readonly rows: number;
  readonly bytes: number;
  readonly report: CheckReport | undefined;
  /** Guards that are ticked, and the reason that is typed, before they are accepted. */
  readonly ticked: Flags;
  readonly reason: string;
  readonly accepted: AcceptedGuards | undefined;
  readonly key: string | undefined;
  readonly sha256: string | undefined;
  /** Times that this run handed the file to the service, always under the same key. */
  readonly sends: number;
  /** The same, since a person last had a say. */
  readonly tries: number;
  /** When its time is up, by the clock of `Date.now()`; undefined without a limit. */
  readonly endsAt: number | undefined;
  /** Something sent may have been entered: only the service can tell. */
  readonly inDoubt: boolean;
  /** Times that the outcome was asked for, since it was last sent or retried. */
  readonly asks: number;
  /** The last question was answered, be it with 'not known'. */
  readonly answered: boolean;
  /** What was last heard about this key. */
  readonly heard: ImportRecord | undefined;
  /** Somebody asked to stop while it was sent. */
  readonly stopping: boolean;
  readonly sent: SentImport | undefined;
  readonly failure: Failure | undefined;
}

/** Before anything is known of the chosen file. */
export const UNCHECKED = {
  fileIssue: undefined,
  rows: 0,
  bytes: 0,
  report: undefined,
  ticked: {},
  reason: '',
  accepted: undefined,
  key: undefined,
  sha256: undefined,
  sends: 0,
  tries: 0,
  endsAt: undefined,
  inDoubt: false,
  asks: 0,
  answered: false,
  heard: undefined,
  stopping: false,
  sent: undefined,
  failure: undefined,
} satisfies Partial<ImportContext>;

export const startContext = (input: ImportInput): ImportContext => ({
  ...UNCHECKED,
  input,
  provider: input.provider,
  file: undefined,
});

/** How long the outcome is asked for once an answer is lost. */
export const PATIENCE = {
  /** Waits after the first, second … question, in ms; the last one is repeated. */
  waits: [1000, 2000, 4000, 5000],
  /** Questions about a key of which the service knows nothing. */
  unknownAsks: 4,
  /** Questions about an import that the service works on: about ten minutes. */
  runningAsks: 120,
  /** Times that the file is sent before a person is asked, always under the same key. */
  tries: 2,
} as const;

export const factsOf = (value: unknown): ImportContext['file'] =>
  isProviderFile(value) ? { name: value.name, size: value.blob.size } : undefined;

export const hasProvider = ({ input, provider }: ImportContext): boolean =>
  input.providers.some((option) => option.key === provider);

/** A provider and a file that nothing speaks against so far. */
export const isChosen = (context: ImportContext): boolean =>
  hasProvider(context) && context.file !== undefined && context.fileIssue === undefined;

/** Checked, without an error, and not empty (TXN-12). */
export const isSendable = ({ report }: ImportContext): boolean => report?.ok === true;

/** The longest reason that the service records. */
export const MAX_REASON = 500;

/** Guards hold the file back, each of them is ticked, and there is a reason (TXN-15). */
export const isAcceptable = ({ reason, report, ticked }: ImportContext): boolean =>
  report !== undefined &&
  report.guards.length > 0 &&
  report.guards.every(({ rule }) => ticked[rule] === true) &&
  reason.trim() !== '' &&
  reason.trim().length <= MAX_REASON;

/** What was accepted before, with what is accepted now. */
export const acceptedNow = ({ accepted, reason, report }: ImportContext): AcceptedGuards => ({
  rules: [
    ...new Set([...(accepted?.rules ?? []), ...(report?.guards ?? []).map(({ rule }) => rule)]),
  ],
  reason: reason.trim(),
});

/** Accepted guards as they are sent beside the file. */
export const acceptFields = ({ accepted }: Pick<ImportContext, 'accepted'>): FormFields =>
  accepted === undefined
    ? []
    : [
        ...accepted.rules.map((rule) => ['accept', rule] as const),
        ['accept_reason', accepted.reason],
      ];

/**
 * Is it known that nothing of the file is entered? A conflict is no such answer: the service has this
 * key under way already.
 */
export const enteredNothing = (error: unknown): boolean =>
  didNothing(error) && toFailure(error).status !== 409;

/** The service has it and works on it. */
export const isRunning = (record: ImportRecord | undefined): boolean =>
  record?.state === 'running' || record?.state === 'received';

export const timeIsUp = ({ endsAt }: ImportContext): boolean =>
  endsAt !== undefined && Date.now() >= endsAt;

/** When the time of an import that begins now is up. */
export const endOfTime = ({ input }: ImportContext): number | undefined =>
  input.timeLimitMs === undefined ? undefined : Date.now() + input.timeLimitMs;

/** What the service works on is waited for as long as there is time. */
export const asksAreUp = (context: ImportContext): boolean => {
  if (timeIsUp(context)) return true;
  if (!isRunning(context.heard)) return context.asks >= PATIENCE.unknownAsks;
  return context.endsAt === undefined && context.asks >= PATIENCE.runningAsks;
};

/** Asked often enough, and the service said each time that it has nothing of this key. */
export const isUnknownToService = (context: ImportContext): boolean =>
  asksAreUp(context) && context.answered && !isRunning(context.heard);

export function nextWait({ asks, input: { askWaits = PATIENCE.waits } }: ImportContext): number {
  return askWaits[Math.min(asks, askWaits.length) - 1] ?? PATIENCE.waits[0];
}

/** The end of all questions: it may have been entered, and nobody can say so yet. */
export const outcomeUnknown = (context: ImportContext): Failure => ({
  code: 'outcome_unknown',
  message: `The service does not say yet whether ${context.file?.name ?? 'the file'} was imported. Try again later: its outcome is looked up first, and it is never entered twice.`,
  ...(context.failure && { detail: context.failure.detail ?? context.failure.message }),
  outcome: 'unknown',
  retryable: true,
});

/** Sending broke off: what it did is unknown unless the error says that it did nothing. */
export const sendingFailed = (context: ImportContext, error: unknown): Failure => ({
  ...toFailure(error, context.input.texts.failure),
  outcome: enteredNothing(error) ? 'none' : 'unknown',
});

/** The service took the file, and says that it came to nothing. */
export const importFailed = (context: ImportContext): Failure => ({
  code: 'import_failed',
  message: context.input.texts.failure,
  detail: 'The service reports that this import failed. Nothing of the file was entered.',
  outcome: 'none',
  retryable: true,
});
