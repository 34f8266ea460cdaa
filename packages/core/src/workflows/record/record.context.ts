import type { Draft, FormMode, Issues } from '../../resource/form.types.ts';
import type { ReferenceLists } from '../reference-lists.ts';
import type { Failure } from '../view.ts';
import type { Conflict } from './record.conflict.ts';
import type { MeanwhileChange, RecordCall, RecordInput, RecordResult } from './record.types.ts';

/** Plain JSON, the record and the fetched lists aside; both are loaded again after a resume. */
export interface RecordContext {
  readonly input: RecordInput;
  readonly mode: FormMode | 'remove';
  readonly record: unknown;
  /** The version that `began` is of; undefined where the service tells none. */
  readonly etag: string | undefined;
  /** The draft as it was begun: the loaded values, or a new record's. */
  readonly initial: Draft;
  readonly draft: Draft;
  /** Names of secret fields that were given; their values stay with the run. */
  readonly secretsProvided: readonly string[];
  /** Fields that a person was at: what is wrong with them is shown. */
  readonly touched: readonly string[];
  /** Everything that is wrong is shown: somebody tried to submit. */
  readonly shown: boolean;
  /** All that is wrong with the draft, shown or not. */
  readonly issues: Issues;
  /** What the service found wrong, until the field is changed (FORM-06). */
  readonly refused: Issues;
  /** Index of the wizard's step. */
  readonly step: number;
  readonly lists: ReferenceLists;
  /** Idempotency key of what is being sent; kept while its outcome is open. */
  readonly key: string | undefined;
  /** What is being sent, whole, so that it can be sent again as it was; not where a secret is in it. */
  readonly call: RecordCall | undefined;
  /** What may have been sent held a secret that is gone: it can't be asked for again. */
  readonly secretsLost: boolean;
  /** What somebody else changed meanwhile, until it is settled. */
  readonly conflict: Conflict | undefined;
  /** What others changed and was put together with mine without a question, by name. */
  readonly meanwhile: Readonly<Record<string, MeanwhileChange>>;
  /** How often the run went on from a conflict by itself. */
  readonly merges: number;
  /** The version to delete now, where the one that was seen is no more. */
  readonly removeEtag: string | undefined;
  /** What a look before sending came to, as a question; and the one that was answered with yes. */
  readonly question: string | undefined;
  readonly confirmed: string | undefined;
  readonly doing: 'load' | 'save' | 'remove';
  readonly result: RecordResult | undefined;
  readonly failure: Failure | undefined;
  /** Taken up from a saved run: what was typed goes on top of what is loaded. */
  readonly resumed: boolean;
}

/** Nothing typed yet. */
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
