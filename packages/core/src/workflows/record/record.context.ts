import type { Draft, FormMode, Issues } from '../../resource/form.types.ts';
import type { ReferenceLists } from '../reference-lists.ts';
import type { Failure } from '../view.ts';
import type { Conflict } from './record.conflict.ts';
import type { MeanwhileChange, RecordCall, RecordInput, RecordResult } from './record.types.ts';

/** Plain JSON except for the record and the loaded lists, which are loaded again after a resume. */
export interface RecordContext {
  readonly input: RecordInput;
  readonly mode: FormMode | 'remove';
  readonly record: unknown;
  /** Version of the record that `initial` is based on; undefined if the service sends none. */
  readonly etag: string | undefined;
  /** The initial draft: the loaded values, or a new record's. */
  readonly initial: Draft;
  readonly draft: Draft;
  /** Names of the secret fields that have been given; their values stay with the run. */
  readonly secretsProvided: readonly string[];
  /** Fields the user has visited, whose issues are shown. */
  readonly touched: readonly string[];
  /** All issues are shown, because the user has tried to submit. */
  readonly shown: boolean;
  /** All issues of the draft, shown or not. */
  readonly issues: Issues;
  /** Issues reported by the service; each lasts until its field is changed (FORM-06). */
  readonly refused: Issues;
  /** Index of the wizard's current step. */
  readonly step: number;
  readonly lists: ReferenceLists;
  /** Idempotency key of the current call; kept while its outcome is open. */
  readonly key: string | undefined;
  /** The complete call, so that it can be repeated unchanged; absent if it contains a secret. */
  readonly call: RecordCall | undefined;
  /** A call that may have been sent contained a secret that is lost, so it can't be repeated. */
  readonly secretsLost: boolean;
  /** Both sides' changes, until the conflict is settled. */
  readonly conflict: Conflict | undefined;
  /** Others' changes that were merged without asking, by field name. */
  readonly meanwhile: Readonly<Record<string, MeanwhileChange>>;
  /** How often the run has merged a conflict automatically. */
  readonly merges: number;
  /** The version to delete, if it has changed since the record was loaded. */
  readonly removeEtag: string | undefined;
  /** The question raised before sending, and the one that was answered with yes. */
  readonly question: string | undefined;
  readonly confirmed: string | undefined;
  readonly doing: 'load' | 'save' | 'remove';
  readonly result: RecordResult | undefined;
  /** What the form says about itself until something is typed: changes that were dropped. */
  readonly notice: string | undefined;
  readonly failure: Failure | undefined;
  /** Resumed from a saved run: the typed values go on top of the loaded record. */
  readonly resumed: boolean;
}

/** Values of secret fields by name; the run keeps them outside its context. */
export type Secrets = Readonly<Record<string, string>>;

/** State of a form before anything is typed. */
export const UNTOUCHED = {
  secretsProvided: [],
  touched: [],
  shown: false,
  issues: {},
  refused: {},
  step: 0,
  key: undefined,
  call: undefined,
  secretsLost: false,
  failure: undefined,
  conflict: undefined,
  notice: undefined,
  meanwhile: {},
  merges: 0,
  removeEtag: undefined,
  question: undefined,
  confirmed: undefined,
} satisfies Partial<RecordContext>;

export const startContext = (input: RecordInput): RecordContext => ({
  ...UNTOUCHED,
  input,
  mode: input.mode ?? 'view',
  record: undefined,
  etag: input.etag,
  initial: {},
  draft: {},
  lists: {},
  doing: 'load',
  result: undefined,
  resumed: false,
});
