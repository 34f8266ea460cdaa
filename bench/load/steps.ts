import type { Call } from './client.ts';
import { type Known, nextStep } from './mix.ts';

/** The result of a step: a number of clients that call without a pause. */
export interface StepResult {
  readonly users: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly failed: number;
  readonly byKind: Readonly<Record<string, { readonly calls: number; readonly p95: number }>>;
  readonly failures: readonly string[];
}

const USERS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const SECONDS = 6;
/** Throughput has stopped growing if more clients gain less than this factor in calls a second. */
const GAIN = 1.05;
const FAILED = 0.01;

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

async function step(call: Call, known: Known, users: number): Promise<StepResult> {
  const taken: { kind: string; ms: number }[] = [];
  const failures = new Set<string>();
  let failed = 0;
  const started = performance.now();
  const until = started + SECONDS * 1_000;
  const user = async (): Promise<void> => {
    while (performance.now() < until) {
      const { kind, path, options } = nextStep(known);
      const begun = performance.now();
      const answer = await call(path, options).catch((error: Error) => error.message);
      taken.push({ kind, ms: performance.now() - begun });
      if (typeof answer !== 'string' && answer.status < 400) continue;
      failed += 1;
      failures.add(
        `${kind}: ${typeof answer === 'string' ? answer : `${answer.status} ${answer.body.slice(0, 160)}`}`,
      );
    }
  };
  await Promise.all(Array.from({ length: users }, user));
  const seconds = (performance.now() - started) / 1_000;
  const sorted = (all: typeof taken) => all.map(({ ms }) => ms).sort((a, b) => a - b);
  const all = sorted(taken);
  return {
    users,
    perSecond: taken.length / seconds,
    p50: quantile(all, 0.5),
    p95: quantile(all, 0.95),
    p99: quantile(all, 0.99),
    failed,
    failures: [...failures].slice(0, 5),
    byKind: Object.fromEntries(
      Object.entries(Object.groupBy(taken, ({ kind }) => kind)).map(([kind, own = []]) => [
        kind,
        { calls: own.length, p95: quantile(sorted(own), 0.95) },
      ]),
    ),
  };
}

/** Increases the number of clients until throughput stops growing, then runs two more steps to show what happens. */
export async function untilItBends(
  call: Call,
  known: Known,
  onStep: (result: StepResult) => void,
): Promise<StepResult[]> {
  const results: StepResult[] = [];
  let bent = 0;
  // Warms up, because code that is not compiled yet is not what we measure.
  await step(call, known, 2);
  for (const users of USERS) {
    const result = await step(call, known, users);
    onStep(result);
    const best = Math.max(0, ...results.map(({ perSecond }) => perSecond));
    results.push(result);
    const broken = result.failed > FAILED * result.perSecond * SECONDS;
    if (broken || result.perSecond < best * GAIN) bent += 1;
    if (bent > 2 || broken) break;
  }
  return results;
}
