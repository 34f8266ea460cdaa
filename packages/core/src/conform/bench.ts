import { type Client, createClient } from '../client/client.ts';
import { createHttp } from '../http/create-http.ts';
import type { Anomaly, Download } from '../http/http.types.ts';
import { ApiError, sleep } from '../http/outcome.ts';
import { type Action, can, type MenuAccess } from '../permissions/index.ts';
import { memoryStore } from '../session/create-session.ts';
import type {
  ConformFinding,
  ConformOptions,
  Exchange,
  PlainCall,
  Sending,
} from './conform.types.ts';
import { type Masking, masking, recordingFetch, seenAnswer } from './transport.ts';

/** Why a promise can't be checked here. It is neither kept nor broken. */
export class Unchecked extends Error {
  override readonly name = 'Unchecked';
}

/** The backend stopped answering: further calls would only wait. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp';
}

/** Somebody who calls: the header value, and the rights as far as the backend shows them. */
export interface Caller {
  readonly authorization: string;
  readonly access?: MenuAccess | undefined;
}

/** What is wrong with an answer, and what to do about it. */
interface Complaint {
  readonly requirement: string;
  readonly expected: string;
  /** By default the answer's status and the headers that matter. */
  readonly received?: string;
  readonly fix: string;
}

/** How one reading call of the client is made. */
interface Reading {
  readonly requirement: string;
  /** A backend without this call answers 404, and a client does without it. */
  readonly optional?: boolean | undefined;
  /** Refusals that are right answers too: 403 for who may not switch accounts. */
  readonly alsoRight?: readonly number[];
  readonly dialect?: 'query' | 'body';
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** After so many calls without an answer, one after another, a run ends. */
const MOST_SILENT = 4;
/** A backend that limits calls is waited for, so often and so long in ms. */
const MOST_WAITS = 3;
const LONGEST_WAIT_MS = 20_000;
/** A client repeats a call after such a wait in ms; here there is nothing to spare. */
const RETRY = { limit: 2, baseMs: 20, maxMs: 2_000 };

/** 'status 200, application/json'. */
export function answerText({ error, headers, status, text }: Exchange): string {
  if (status === undefined) return error?.detail ?? error?.message ?? 'no answer';
  const type = headers.get('content-type')?.split(';')[0];
  const body = text === '' ? 'no body' : (type ?? 'without a content type');
  return `status ${status}, ${body}`;
}

const nothing = (call: PlainCall, baseUrl: string): Exchange => ({
  sent: { method: call.method, url: `${baseUrl}/${call.path}`, headers: {} },
  ...{ status: undefined, headers: new Headers(), text: '', json: undefined },
});

const isDownload = (value: unknown): value is Download =>
  typeof value === 'object' && value !== null && 'body' in value && 'fileName' in value;

/** What the checks of all promises share: the calls they send, and where they report. */
export interface Bench {
  readonly options: ConformOptions;
  /** Who calls: signed in by the promise `sign-in`, or given. */
  account: Caller | undefined;
  limited: Caller | undefined;
  readonly mask: Masking;
  /** Values that may not appear in a report. */
  readonly secrets: string[];
  /** What the check in progress found. */
  readonly findings: ConformFinding[];
  readonly notes: string[];
  /** Calls so far. */
  calls: number;
  /** Sends one call as it is and returns what was received, whatever it is. */
  send(call: PlainCall, sending?: Sending): Promise<Exchange>;
  /** Makes a call of the client and reports what the client can't read. Resolves to what it read. */
  read<T>(
    call: string,
    reading: Reading,
    run: (client: Client, signal: AbortSignal | undefined) => Promise<T>,
  ): Promise<T | undefined>;
  /** Reports an answer that breaks the promise. */
  broken(exchange: Exchange, complaint: Complaint): void;
  /** Whether the account may do this, as far as the backend says. */
  may(action: Action): boolean;
  /** Rows and records that several checks look at, loaded once. */
  readonly kept: Map<string, unknown>;
}

/** Creates the bench of one run. */
export function createBench(options: ConformOptions): Bench {
  const { baseUrl, signal } = options;
  const secrets: string[] = [];
  const mask = masking(() => secrets);
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const fetchIt = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  let silent = 0;

  const base = {
    ...{ baseUrl, timeoutMs, idleMs: timeoutMs, retry: RETRY },
    ...(options.userAgent && { userAgent: options.userAgent }),
    ...(options.onTrace && { onTrace: options.onTrace }),
  };

  /** Counts calls without an answer and ends a run that only waits. */
  const heard = (error: ApiError | undefined) => {
    const isSilent = error !== undefined && (error.kind === 'timeout' || error.kind === 'network');
    silent = isSilent ? silent + 1 : 0;
    if (silent < MOST_SILENT) return;
    throw new GaveUp(`The backend stopped answering: ${error?.detail ?? error?.message}`);
  };

  const recording = (seen: Exchange[], { headers = {}, lose = 0 }: Sending = {}) => {
    let left = lose;
    return recordingFetch({
      ...{ send: fetchIt, mask, headers },
      onExchange: (exchange) => {
        if (exchange.status === undefined) bench.calls += 1;
        seen.push(exchange);
      },
      isLost: () => left-- > 0,
    });
  };

  async function sendOnce(call: PlainCall, sending: Sending): Promise<Exchange> {
    signal?.throwIfAborted();
    const seen: Exchange[] = [];
    const authorization =
      sending.as === undefined ? bench.account?.authorization : (sending.as ?? undefined);
    const http = createHttp({
      ...base,
      fetch: recording(seen, sending),
      authorization: () => authorization,
      retry: { ...RETRY, limit: sending.lose ?? 0 },
    });
    const operation = `${call.method} ${call.path}`;
    const error = await http.download({ ...call, operation, ...(signal && { signal }) }).then(
      ({ body }) => body.cancel().then(() => undefined),
      (thrown: unknown) => {
        if (thrown instanceof ApiError) return thrown;
        throw thrown;
      },
    );
    signal?.throwIfAborted();
    heard(error);
    return { ...(seen.at(-1) ?? nothing(call, baseUrl)), ...(error && { error }) };
  }

  const bench: Bench = {
    ...{ options, mask, secrets, account: undefined, limited: undefined, calls: 0 },
    ...{ findings: [], notes: [], kept: new Map() },

    async send(call, sending = {}) {
      for (let again = 0; ; again += 1) {
        const exchange = await sendOnce(call, sending);
        const isBusy = exchange.status === 429 || exchange.status === 503;
        const wait = isBusy ? exchange.error?.retryAfterMs : undefined;
        if (wait === undefined || wait > LONGEST_WAIT_MS || again === MOST_WAITS) return exchange;
        await sleep(wait, signal);
      }
    },

    async read(call, reading, run) {
      signal?.throwIfAborted();
      const seen: Exchange[] = [];
      const anomalies: Anomaly[] = [];
      const client = createClient({
        ...base,
        ...(reading.dialect && { dialect: reading.dialect }),
        fetch: recording(seen),
        store: memoryStore(bench.account),
        onAnomaly: (anomaly) => void anomalies.push(anomaly),
      });
      const last = () =>
        seen.at(-1) ?? nothing({ method: 'GET', path: call.replace(/^\w+ /, '') }, baseUrl);
      const { alsoRight = [], requirement } = reading;
      try {
        const result = await run(client, signal);
        if (isDownload(result)) await result.body.cancel();
        heard(undefined);
        complainOfFields(bench, last(), anomalies, requirement);
        return result;
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof ApiError)) throw error;
        heard(error);
        if (error.status !== undefined && alsoRight.includes(error.status)) return undefined;
        if (error.status === 404 && reading.optional) {
          bench.notes.push(`${call} is not offered (404); clients do without it.`);
          return undefined;
        }
        const isMissing = error.status === 404;
        const why = error.kind === 'http' ? '' : `: ${error.detail ?? error.message}`;
        bench.broken(last(), {
          requirement,
          expected: `an answer to ${call} that a client can read`,
          received: `${answerText(last())}${why}`,
          fix: isMissing
            ? 'Add this call: docs/openapi.json has its parameters and its answer.'
            : 'Answer this call as docs/openapi.json says.',
        });
        return undefined;
      }
    },

    broken(exchange, { received = answerText(exchange), ...complaint }) {
      bench.findings.push({
        ...complaint,
        received: mask(received),
        request: exchange.sent,
        answer: seenAnswer(exchange, mask),
        also: [],
      });
    },

    may: (action) =>
      bench.account?.access === undefined || can(bench.account.access, action).allowed,
  };
  return bench;
}

/** Reports the fields that a client had to leave empty, a few of them in words. */
function complainOfFields(
  bench: Bench,
  exchange: Exchange,
  anomalies: readonly Anomaly[],
  requirement: string,
): void {
  if (anomalies.length === 0) return;
  const some = anomalies.slice(0, 3).map(({ message, path }) => `${path || 'body'}: ${message}`);
  const more = anomalies.length > some.length ? `; ${anomalies.length - some.length} more` : '';
  bench.broken(exchange, {
    requirement,
    expected: 'fields as docs/openapi.json has them',
    received: `${some.join('; ')}${more}`,
    fix: 'Send these fields as the contract says; clients show them empty now.',
  });
}

/** Returns a promise's need that nothing in this run can fill, as the reason why it is not checked. */
export const unchecked = (reason: string): never => {
  throw new Unchecked(reason);
};
