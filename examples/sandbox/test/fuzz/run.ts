// The fuzzer's one flow: a service in a process of its own, calls of the OpenAPI document made odd by a seed, and what
// must hold after each of them. `fuzz.test.ts` runs it for a few seconds, `main.ts` for as long as one likes.
import fc from 'fast-check';
import { type Attack, attacksOn } from './attacks.ts';
import { CALLS } from './calls.ts';
import { type Outcome, Service } from './service.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly ms: number;
  /** Goes on until it has made so many calls, however long a busy machine takes; default 0. */
  readonly least?: number;
  /** Makes a PostgreSQL database; without it the embedded one is attacked. */
  readonly createDatabase?: () => Promise<string>;
  /** How long the service's event loop may stand still. */
  readonly maxStallMs: number;
  readonly log?: (line: string) => void;
}

export interface FuzzReport {
  readonly calls: number;
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Calls of the document that were attacked. */
  readonly attacked: number;
  readonly worstStallMs: number;
  /** Heap after the first thousand calls and at the end, after a collection. */
  readonly heapMb: readonly [early: number, last: number];
  /** What should not be; each names its call and the batch that makes it again. */
  readonly findings: readonly string[];
}

const BATCH = 100;
const MANY_FINDINGS = 25;

const shown = ({ body, headers, method, path }: Attack): string =>
  [
    `${method} ${path.slice(0, 300)}`,
    JSON.stringify(headers),
    body === undefined ? '' : Buffer.from(body).toString('utf8').slice(0, 600),
  ].join('\n  ');

/** What is wrong with an outcome; undefined when nothing is. */
function faultOf(attack: Attack, { status, text }: Outcome): string | undefined {
  if (status === -1) return 'no answer within a minute';
  if (status === 0) return attack.cut ? undefined : 'the connection ended without an answer';
  if (status >= 500) return `status ${status} ${text.slice(0, 300)}`;
  if (status >= 400 && status !== 431 && !text.includes('"requestId"')) {
    // Node itself refuses what is no HTTP.
    return text === '' ? undefined : `status ${status} without a problem: ${text.slice(0, 200)}`;
  }
  return undefined;
}

/** Attacks a service for a time. The same seed makes the same calls in the same order. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { createDatabase, least = 0, log = () => undefined, maxStallMs, ms, seed } = options;
  const fresh = async () => createDatabase?.();
  let service = await Service.start(await fresh());
  const findings: string[] = [];
  const statuses: Record<string, number> = {};
  const attacked = new Set<string>();
  let [calls, worstStallMs, early, last] = [0, 0, 0, 0];
  const until = performance.now() + ms;
  const isOver = () => calls >= least && performance.now() >= until;
  try {
    const attack = attacksOn(CALLS, await service.targets());
    // What the start took is not a call's doing.
    await service.vitals();
    for (let batch = 0; !isOver() && findings.length < MANY_FINDINGS; batch += 1) {
      for (const one of fc.sample(attack, { seed: seed + batch, numRuns: BATCH })) {
        if (isOver()) break;
        const logged = service.log.length;
        const outcome = await service.send(one);
        calls += 1;
        attacked.add(one.name);
        statuses[outcome.status] = (statuses[outcome.status] ?? 0) + 1;
        const where = `(seed ${seed + batch})`;
        const fault = faultOf(one, outcome);
        if (fault)
          findings.push(
            `${fault} ${where}\n  ${shown(one)}\n  ${service.log.slice(logged).slice(0, 1_200)}`,
          );
        if (!service.alive) {
          findings.push(
            `the service ended ${where}\n  ${shown(one)}\n  ${service.log.slice(-2_000)}`,
          );
          break;
        }
        if (outcome.ms > 200) {
          const { stallMs } = await service.vitals();
          worstStallMs = Math.max(worstStallMs, stallMs);
          if (stallMs > maxStallMs)
            findings.push(`a stall of ${stallMs} ms ${where}\n  ${shown(one)}`);
        }
        const signedOut = outcome.status === 401 && one.name !== 'POST /login';
        if (signedOut && !(await service.nextSession())) {
          await service.stop();
          service = await Service.start(await fresh());
        }
      }
      if (!service.alive) break;
      const { heapMb, stallMs } = await service.vitals();
      worstStallMs = Math.max(worstStallMs, stallMs);
      if (batch === 10) early = heapMb;
      last = heapMb;
      if (batch % 50 === 0)
        log(
          `${calls} calls, ${findings.length} findings, heap ${heapMb} MB, worst stall ${worstStallMs} ms`,
        );
    }
  } finally {
    await service.stop();
  }
  return {
    calls,
    statuses,
    attacked: attacked.size,
    worstStallMs,
    heapMb: [early || last, last],
    findings,
  };
}
