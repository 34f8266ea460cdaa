import type { Call, Trace } from '../http/http.types.ts';
import type { ApiError } from '../http/outcome.ts';
import type { Bench } from './bench.ts';

/** An account of the backend that is checked: what it signs in with, or the authorization that it has. */
export type ConformAccount =
  | { readonly email: string; readonly password: string }
  | { readonly authorization: string };

/** Options of `conform`. */
export interface ConformOptions {
  /** Base address including the version: 'http://127.0.0.1:4300/api/v1'. */
  readonly baseUrl: string;
  /** An account with as many rights as possible; promises that need a right it lacks are not checked. */
  readonly account: ConformAccount;
  /** An account that lacks rights, best one without any: without it, refusals for missing rights are hardly checked. */
  readonly limited?: ConformAccount | undefined;
  /**
   * Also checks the promises about changes. Creates records named 'Forecourt conform …' and removes them afterwards.
   * Default false: nothing is sent that could change a record.
   */
  readonly allowWrites?: boolean | undefined;
  /** Ids of the promises to check; by default all. */
  readonly only?: readonly string[] | undefined;
  /** Longest wait for one answer, in ms; default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Sends the requests; by default the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Ends the run after the call in progress; what was created is removed all the same. */
  readonly signal?: AbortSignal | undefined;
  /** Sent as `user-agent`. */
  readonly userAgent?: string | undefined;
  /** Called after each call. */
  readonly onTrace?: ((trace: Trace) => void) | undefined;
}

/** What one promise of the HTTP contract says. Its id is stable: reports, tests and exceptions name it. */
export interface PromiseFacts {
  /** 'idempotent-replay' */
  readonly id: string;
  /** What a backend promises, as a sentence. */
  readonly title: string;
  /** Requirements that it follows from: 'WIRE-05'. */
  readonly requirements: readonly [string, ...string[]];
  /** Checked only if changes are allowed. */
  readonly writes?: true;
  /** Promises without which this one says nothing: it is not checked if one of them is broken. */
  readonly needs?: readonly string[];
}

/** A promise with how it is checked. */
export interface ContractPromise extends PromiseFacts {
  /** Sends its calls and reports what is broken. Throws an `Unchecked` that says why it can't be checked. */
  readonly check: (bench: Bench) => Promise<void>;
}

/** A request as it was sent, without secrets and card numbers. */
export interface SentRequest {
  /** 'GET' */
  readonly method: string;
  /** Whole address. */
  readonly url: string;
  /** Names in lower case; an authorization reads 'Bearer ***'. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its beginning. */
  readonly body?: string;
}

/** What was received, without secrets and card numbers. */
export interface SeenAnswer {
  /** Undefined if nothing was received. */
  readonly status?: number;
  /** Those that matter for the contract. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its beginning. */
  readonly body?: string;
}

/** One way in which a promise is broken. */
export interface ConformFinding {
  /** Which requirement says so: 'WIRE-05'. */
  readonly requirement: string;
  /** What should have come. */
  readonly expected: string;
  /** What was received instead. */
  readonly received: string;
  /** What to change in the backend. */
  readonly fix: string;
  readonly request: SentRequest;
  readonly answer: SeenAnswer;
  /** Further calls with the same finding: 'GET users'. */
  readonly also: readonly string[];
}

/** What became of one promise: kept, broken, or not checked. */
export interface PromiseResult {
  readonly id: string;
  readonly title: string;
  readonly requirements: readonly string[];
  readonly state: 'kept' | 'broken' | 'unchecked';
  /** Why it was not checked. */
  readonly reason?: string;
  readonly findings: readonly ConformFinding[];
  /** What a reader should know although nothing is broken: optional calls that the backend doesn't have. */
  readonly notes: readonly string[];
  /** Calls that were sent for it. */
  readonly calls: number;
  /** Duration in ms. */
  readonly ms: number;
}

/** The result of a whole run. */
export interface ConformReport {
  readonly baseUrl: string;
  readonly allowWrites: boolean;
  readonly results: readonly PromiseResult[];
  /** Number of promises that are kept. */
  readonly kept: number;
  /** Number of promises that are broken. */
  readonly broken: number;
  /** Number of promises that couldn't be checked. */
  readonly unchecked: number;
  /** Records that were created and could not be removed, each with where it is and why. */
  readonly leftovers: readonly string[];
  /** The run was interrupted: the last results are missing. */
  readonly interrupted: boolean;
}

/** One call and its answer. */
export interface Exchange {
  readonly sent: SentRequest;
  /** Undefined if nothing was received. */
  readonly status: number | undefined;
  readonly headers: Headers;
  readonly text: string;
  /** The answer's body as JSON; undefined if it is none. */
  readonly json: unknown;
  /** Why the client refuses the answer, or got none. */
  readonly error?: ApiError;
}

/** How a call is sent. */
export interface Sending {
  /** Whose authorization it carries: by default the account's; null for none, or another header value. */
  readonly as?: string | null;
  /** Drops this many answers after they have arrived, as a broken connection does; the client then repeats the call. */
  readonly lose?: number;
  /** Headers besides the call's own. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call without its name, which is made of method and path. */
export type PlainCall = Omit<Call, 'operation' | 'signal' | 'timeoutMs' | 'anonymous'>;
