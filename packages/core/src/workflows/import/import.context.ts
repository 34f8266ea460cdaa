import type { FormFields } from '../../http/transfer.ts';
import type { CheckReport } from '../../provider-files/types.ts';
import type { Correction } from '../../provider-files/writing/correct-file.ts';
import type { Flags } from '../../resource/form.types.ts';
import { controlIssue } from '../../resource/form-rules.ts';
import { didNothing, toFailure } from '../failure.ts';
import { isProviderFile } from '../provider-file.ts';
import type { Failure, FieldIssue } from '../view.ts';
import type {
  AcceptedGuards,
  CorrectedCopy,
  ImportInput,
  ImportRecord,
  SentImport,
} from './import.types.ts';
import { correctionFields } from './import-fields.ts';

/** Plain JSON. It holds only the file's name and size, not the file. */
export interface ImportContext {
  readonly input: ImportInput;
  readonly provider: string | undefined;
  /** The provider comes from the file; another file is recognised again. */
  readonly recognised: boolean;
  /** The file is to be checked as soon as its provider is recognised. */
  readonly submitted: boolean;
  readonly file: { readonly name: string; readonly size: number } | undefined;
  /** Why the chosen file was refused as a whole. */
  readonly fileIssue: FieldIssue | undefined;
  readonly rows: number;
  readonly bytes: number;
  readonly report: CheckReport | undefined;
  /** Guards that are ticked and the reason as typed, before they are accepted. */
  readonly ticked: Flags;
  readonly reason: string;
  readonly accepted: AcceptedGuards | undefined;
  /** Requested corrections of the original file, the latest of each cell. */
  readonly corrections: readonly Correction[];
  /** Corrections as typed, before they are made. */
  readonly typed: readonly Correction[];
  readonly corrected: CorrectedCopy | undefined;
  readonly correctionIssue: FieldIssue | undefined;
  readonly key: string | undefined;
  readonly sha256: string | undefined;
  /** How often this run sent the file, always under the same key. */
  readonly sends: number;
  /** The same, since the user last made a decision. */
  readonly tries: number;
  /** When the time limit ends, as in `Date.now()`; undefined without a limit. */
  readonly endsAt: number | undefined;
  /** Something that was sent may have been entered; only the service knows. */
  readonly inDoubt: boolean;
  /** How often the outcome was requested since the file was last sent or retried. */
  readonly asks: number;
  /** The last request for the outcome got a response, even if that was 'not known'. */
  readonly answered: boolean;
  /** The latest record of this key. */
  readonly heard: ImportRecord | undefined;
  /** An earlier import that the journal knows and the service doesn't. */
  readonly lost: ImportRecord | undefined;
  /** The user asked to stop while the file was being sent. */
  readonly stopping: boolean;
  readonly sent: SentImport | undefined;
  readonly failure: Failure | undefined;
}

/** State of a chosen file before its check. */
export const UNCHECKED = {
  fileIssue: undefined,
  rows: 0,
  bytes: 0,
  report: undefined,
  ticked: {},
  reason: '',
  accepted: undefined,
  submitted: false,
  corrections: [],
  typed: [],
  corrected: undefined,
  correctionIssue: undefined,
  key: undefined,
  sha256: undefined,
  sends: 0,
  tries: 0,
  endsAt: undefined,
  inDoubt: false,
  asks: 0,
  answered: false,
  heard: undefined,
  lost: undefined,
  stopping: false,
  sent: undefined,
  failure: undefined,
} satisfies Partial<ImportContext>;

export const startContext = (input: ImportInput): ImportContext => ({
  ...UNCHECKED,
  input,
  provider: input.provider,
  recognised: false,
  file: undefined,
});

/** How long to ask for the outcome after a response is lost. */
export const PATIENCE = {
  /** Waits after the first, second … request in ms; the last one repeats. */
  waits: [1000, 2000, 4000, 5000],
  /** Requests about a key that the service doesn't know. */
  unknownAsks: 4,
  /** Requests about an import that the service is processing: about ten minutes. */
  runningAsks: 120,
  /** How often the file is sent, always under the same key, before the user is asked. */
  tries: 2,
} as const;

export const factsOf = (value: unknown): ImportContext['file'] =>
  isProviderFile(value) ? { name: value.name, size: value.blob.size } : undefined;

export const hasProvider = ({ input, provider }: ImportContext): boolean =>
  input.providers.some((option) => option.key === provider);

/** Returns whether a provider and an acceptable file are chosen. */
export const isChosen = (context: ImportContext): boolean =>
  hasProvider(context) && context.file !== undefined && context.fileIssue === undefined;

/** Returns whether the checked file has no errors and isn't empty (TXN-12). */
export const isSendable = ({ report }: ImportContext): boolean => report?.ok === true;

/**
 * Returns whether leaving would lose corrections, made or only typed, or what was ticked and typed to accept guards
 * (FORM-01). A chosen file is soon chosen again.
 */
export const isDirty = ({ accepted, corrected, reason, ticked, typed }: ImportContext): boolean =>
  corrected !== undefined ||
  accepted !== undefined ||
  typed.length > 0 ||
  reason.trim() !== '' ||
  Object.values(ticked).includes(true);

/** Longest reason that the service records. */
const MAX_REASON = 500;

export const REASON_LABEL = 'Why the file is right';

/** Returns what is wrong with a reason for accepting guards, other than that it is missing (TXN-15). */
export function reasonIssue(reason: string): FieldIssue | undefined {
  const text = reason.trim();
  return text.length > MAX_REASON
    ? { code: 'too_long', message: `Say it in ${MAX_REASON} characters at most.` }
    : controlIssue({ input: 'text', label: REASON_LABEL }, text);
}

/** Returns whether guards hold the file back, each one is ticked, and there is a reason (TXN-15). */
export const isAcceptable = ({ reason, report, ticked }: ImportContext): boolean =>
  report !== undefined &&
  report.guards.length > 0 &&
  report.guards.every(({ rule }) => ticked[rule] === true) &&
  reason.trim() !== '' &&
  reasonIssue(reason) === undefined;

/** Combines earlier accepted guards with the current ones. */
export const acceptedNow = ({ accepted, reason, report }: ImportContext): AcceptedGuards => ({
  rules: [
    ...new Set([...(accepted?.rules ?? []), ...(report?.guards ?? []).map(({ rule }) => rule)]),
  ],
  reason: reason.trim(),
});

/** Returns accepted guards and corrections as form fields. */
export const sentFields = ({
  accepted,
  corrected,
  file,
}: Pick<ImportContext, 'accepted' | 'corrected' | 'file'>): FormFields => [
  ...(accepted?.rules ?? []).map((rule) => ['accept', rule] as const),
  ...(accepted ? [['accept_reason', accepted.reason] as const] : []),
  ...(corrected ? correctionFields({ ...corrected, name: file?.name ?? '' }) : []),
];

type Cell = Pick<Correction, 'cell' | 'sheet'>;

/** Returns whether a cell is one of these; a cell without a sheet is on the first one that was checked. */
const isAmong = (cells: readonly Cell[], { report }: ImportContext) => {
  const placeOf = ({ cell, sheet = report?.sheets[0]?.name }: Cell) => `${sheet}!${cell}`;
  const places = new Set(cells.map(placeOf));
  return (cell: Cell): boolean => places.has(placeOf(cell));
};

/** Adds corrections to earlier ones; the latest of a cell counts. */
export function addCorrections(
  context: ImportContext,
  later: readonly Correction[],
): readonly Correction[] {
  const replaced = isAmong(later, context);
  return [...context.corrections.filter((correction) => !replaced(correction)), ...later];
}

/** Returns the corrections without those of the given cells; without any of them if no cells are given. */
export function dropCorrections(
  context: ImportContext,
  cells: readonly Cell[] | undefined,
): readonly Correction[] {
  if (cells === undefined) return [];
  const dropped = isAmong(cells, context);
  return context.corrections.filter((correction) => !dropped(correction));
}

/** Returns what is still only typed after these corrections were made. */
export function stillTyped(
  context: ImportContext,
  made: readonly Correction[],
): readonly Correction[] {
  return context.typed.filter((typed) => {
    const isMade = isAmong(
      made.filter(({ to }) => to === typed.to),
      context,
    );
    return !isMade(typed);
  });
}

/**
 * Returns whether nothing of the file was entered. A 409 doesn't count: the service is already processing
 * this key.
 */
export const enteredNothing = (error: unknown): boolean =>
  didNothing(error) && toFailure(error).status !== 409;

/** Returns whether the service has the file and is processing it. */
export const isRunning = (record: ImportRecord | undefined): boolean =>
  record?.state === 'running' || record?.state === 'received';

export const timeIsUp = ({ endsAt }: ImportContext): boolean =>
  endsAt !== undefined && Date.now() >= endsAt;

/** Returns when the time limit of an import that starts now ends. */
export const endOfTime = ({ input }: ImportContext): number | undefined =>
  input.timeLimitMs === undefined ? undefined : Date.now() + input.timeLimitMs;

/** An import that the service is processing is waited for as long as the time limit allows. */
export const asksAreUp = (context: ImportContext): boolean => {
  if (timeIsUp(context)) return true;
  if (!isRunning(context.heard)) return context.asks >= PATIENCE.unknownAsks;
  return context.endsAt === undefined && context.asks >= PATIENCE.runningAsks;
};

/** Returns whether the service has said, on every request, that it doesn't know this key. */
export const isUnknownToService = (context: ImportContext): boolean =>
  asksAreUp(context) && context.answered && !isRunning(context.heard);

export function nextWait({ asks, input: { askWaits = PATIENCE.waits } }: ImportContext): number {
  return askWaits[Math.min(asks, askWaits.length) - 1] ?? PATIENCE.waits[0];
}

/** The failure after the last request: the file may have been entered, and the service can't say yet. */
export const outcomeUnknown = (context: ImportContext): Failure => ({
  code: 'outcome_unknown',
  message: `The service does not say yet whether ${context.file?.name ?? 'the file'} was imported. Try again later: its outcome is looked up first, and it is never entered twice.`,
  ...(context.failure && { detail: context.failure.detail ?? context.failure.message }),
  outcome: 'unknown',
  retryable: true,
});

/** Sending failed: the outcome is unknown unless the error says that nothing was entered. */
export const sendingFailed = (context: ImportContext, error: unknown): Failure => ({
  ...toFailure(error, context.input.texts.failure),
  outcome: enteredNothing(error) ? 'none' : 'unknown',
});

/** The service accepted the file and reports that the import failed. */
export const importFailed = (context: ImportContext): Failure => ({
  code: 'import_failed',
  message: context.input.texts.failure,
  detail: 'The service reports that this import failed. Nothing of the file was entered.',
  outcome: 'none',
  retryable: true,
});
