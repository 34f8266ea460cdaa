/**
 * Holds a backend against the HTTP contract: its promises as data, each with the calls that show whether it is kept.
 * The calls go over the client's own transport, and the client's own functions read the answers, so that what passes
 * here works in portal and command line.
 */

import { NOT_THE_SERVICE } from '../http/not-the-service.ts';
import { ApiError } from '../http/outcome.ts';
import { type Bench, createBench, GaveUp, Unchecked } from './bench.ts';
import type {
  ConformFinding,
  ConformOptions,
  ConformReport,
  ContractPromise,
  PromiseResult,
} from './conform.types.ts';
import { removeOwn } from './own-card.ts';
import { CONTRACT_PROMISES } from './promises.ts';

const knownIds = () => CONTRACT_PROMISES.map(({ id }) => id);

/** The promises to check, and those that they need. Throws a TypeError for an unknown id. */
function chosen(only: readonly string[] | undefined): readonly ContractPromise[] {
  if (only === undefined) return CONTRACT_PROMISES;
  const unknown = only.find((id) => !knownIds().includes(id));
  if (unknown !== undefined) {
    throw new TypeError(`There is no promise '${unknown}'. Promises: ${knownIds().join(', ')}.`);
  }
  const wanted = new Set(only);
  for (const { id, needs = [] } of [...CONTRACT_PROMISES].reverse()) {
    if (wanted.has(id)) for (const need of needs) wanted.add(need);
  }
  return CONTRACT_PROMISES.filter(({ id }) => wanted.has(id));
}

/** A text without the figures and names that differ from call to call. */
const alike = (text: string): string => text.replace(/'[^']*'|\d+/g, '#');

const callOf = ({ method, url }: ConformFinding['request']): string =>
  `${method} ${new URL(url).pathname}`;

/** One finding for all calls that are wrong in the same way. */
function grouped(findings: readonly ConformFinding[]): readonly ConformFinding[] {
  const found = new Map<string, { first: ConformFinding; also: string[] }>();
  for (const finding of findings) {
    const { received, fix, request, requirement } = finding;
    const key = [requirement, alike(received), fix].join('\n');
    const known = found.get(key);
    if (known) known.also.push(callOf(request));
    else found.set(key, { first: finding, also: [] });
  }
  return [...found.values()].map(({ also, first }) => ({
    ...first,
    also: [...new Set(also)].filter((call) => call !== callOf(first.request)),
  }));
}

/** Why a promise isn't checked in this run; undefined if it is. */
function reasonNot(
  promise: ContractPromise,
  { allowWrites }: ConformOptions,
  faults: ReadonlyMap<string, string>,
): string | undefined {
  if (promise.writes && !allowWrites) return 'it changes records, which is not allowed in this run';
  const need = faultBehind(promise, faults);
  return need && `it needs ${need}, which is broken`;
}

/** The broken promise that keeps this one from being checked, directly or by one that it needs. */
const faultBehind = ({ needs = [] }: ContractPromise, faults: ReadonlyMap<string, string>) =>
  needs.map((id) => faults.get(id)).find((fault) => fault !== undefined);

async function judge(
  bench: Bench,
  promise: ContractPromise,
  reason: string | undefined,
): Promise<PromiseResult> {
  const { check, id, requirements, title } = promise;
  const about = { id, requirements, title };
  const started = performance.now();
  const before = bench.calls;
  bench.findings.length = 0;
  bench.notes.length = 0;
  let why = reason;
  if (why === undefined) {
    try {
      await check(bench);
    } catch (error) {
      if (!(error instanceof Unchecked)) throw error;
      why = error.message;
    }
  }
  const findings = grouped(bench.findings);
  const state = findings.length > 0 ? 'broken' : why === undefined ? 'kept' : 'unchecked';
  return {
    ...{ ...about, state, findings, notes: [...bench.notes], calls: bench.calls - before },
    ...(state === 'unchecked' && why !== undefined && { reason: why }),
    ms: Math.round(performance.now() - started),
  };
}

/** Errors after which nothing can be said about a backend: it isn't there, or something else answers for it. */
const isElsewhere = ({ code, detail, kind }: ApiError): boolean =>
  kind === 'network' ||
  kind === 'timeout' ||
  code === 'redirected' ||
  detail === NOT_THE_SERVICE.page;

/**
 * Makes sure that the backend is there and knows the account, before anything is checked. Rejects with an `ApiError`:
 * no connection, a web page or a redirect in place of the service, an authorization that is over.
 */
async function knock(bench: Bench): Promise<void> {
  const { account } = bench.options;
  const as = 'authorization' in account ? account.authorization : null;
  const call = { method: 'GET', path: 'screens', query: [['app', 'FF']] } as const;
  if (as !== null) bench.secrets.push(as);
  const { error, headers, status, text } = await bench.send(call, { as });
  if (error && isElsewhere(error)) throw error;
  const isPage = /^\s*<(?:!doctype html|html)\b/i.test(text);
  if (
    status !== undefined &&
    status < 300 &&
    (isPage || /html/i.test(headers.get('content-type') ?? ''))
  ) {
    throw new ApiError({
      ...{ kind: 'schema', operation: 'conform', code: 'unreadable', detail: NOT_THE_SERVICE.page },
      message: "The service's answer can't be read",
    });
  }
  if (as !== null && status === 401) {
    throw new ApiError({
      ...{ kind: 'http', operation: 'conform', code: 'http_401', status },
      message: 'The authorization is over or unknown to this backend.',
    });
  }
}

/** Removes what the run made, also after an interruption and under a session of its own. */
async function cleanUp(bench: Bench, options: ConformOptions): Promise<readonly string[]> {
  const { signal: _, ...rest } = options;
  const cleaner = createBench(rest);
  cleaner.account = bench.account;
  for (const [key, value] of bench.kept) cleaner.kept.set(key, value);
  return removeOwn(cleaner).catch(() => [
    'records named “Forecourt conform …”: the backend stopped answering',
  ]);
}

const summed = (
  options: ConformOptions,
  results: readonly PromiseResult[],
  more: Pick<ConformReport, 'leftovers' | 'interrupted'>,
): ConformReport => {
  const count = (state: PromiseResult['state']) =>
    results.filter((result) => result.state === state).length;
  return {
    ...{ baseUrl: options.baseUrl, allowWrites: options.allowWrites === true, results },
    ...{ kept: count('kept'), broken: count('broken'), unchecked: count('unchecked'), ...more },
  };
};

/**
 * Holds a backend against the HTTP contract. Yields the result of each promise as it is known, and returns the report.
 * Nothing but reading is sent unless `allowWrites`. A run that is interrupted, by its signal or by leaving the loop,
 * still removes what it created.
 *
 * Rejects with an `ApiError` if there is nothing to check (no connection, a web page in place of the service, an
 * authorization that is over), and with a TypeError for an unknown promise in `only`. What the backend does wrong is a
 * finding, never an error.
 *
 * @param options the backend's address, an account, and what may be sent
 * @example
 * const run = conform({ baseUrl: 'http://127.0.0.1:4300/api/v1', account: { email, password } });
 * for await (const { id, state } of run) console.log(state, id);
 */
export async function* conform(
  options: ConformOptions,
): AsyncGenerator<PromiseResult, ConformReport> {
  const promises = chosen(options.only);
  const bench = createBench(options);
  await knock(bench);
  const results: PromiseResult[] = [];
  // By promise: the broken one that makes it say nothing, which may be itself.
  const faults = new Map<string, string>();
  let leftovers: readonly string[] = [];
  let gaveUp: string | undefined;
  try {
    for (const promise of promises) {
      if (options.signal?.aborted) break;
      const reason = gaveUp ?? reasonNot(promise, options, faults);
      const result = await judge(bench, promise, reason).catch((error: unknown) => {
        if (options.signal?.aborted) return undefined;
        if (!(error instanceof GaveUp)) throw error;
        gaveUp = error.message;
        return judge(bench, promise, gaveUp);
      });
      if (result === undefined) break;
      results.push(result);
      const fault = result.state === 'broken' ? promise.id : faultBehind(promise, faults);
      if (fault !== undefined) faults.set(promise.id, fault);
      yield result;
    }
  } finally {
    leftovers = await cleanUp(bench, options);
    await leaveSessions(bench, options);
  }
  return summed(options, results, {
    leftovers,
    interrupted: results.length < promises.length,
  });
}

/** A backend that doesn't answer any more keeps nobody waiting for the sign-out. */
const SIGN_OUT_MS = 2_000;

/** Ends the sessions that the run signed in; those that were given stay. */
async function leaveSessions(bench: Bench, options: ConformOptions): Promise<void> {
  const { signal: _, ...rest } = options;
  const cleaner = createBench({ ...rest, timeoutMs: SIGN_OUT_MS });
  const own = [
    'email' in options.account && bench.account,
    options.limited && 'email' in options.limited && bench.limited,
  ];
  for (const caller of own) {
    if (!caller) continue;
    await cleaner
      .send({ method: 'POST', path: 'logout' }, { as: caller.authorization })
      .catch(() => undefined);
  }
}
