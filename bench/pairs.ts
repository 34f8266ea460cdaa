import { spawnSync } from 'node:child_process';
import type { Found } from './programs/report-result.ts';

/** One run of a program. */
export interface Run {
  readonly ms: number;
  /** Peak memory of its process in MB, if it reports it. */
  readonly memory?: number | undefined;
  readonly found?: Found | undefined;
}

/** Something to measure, from its start to its end. */
export interface Program {
  readonly name: string;
  readonly run: () => Run | Promise<Run>;
}

export interface Pair {
  readonly name: string;
  /** The highest acceptable ratio; none if a row only shows how others compare. */
  readonly goal?: number;
  /** The highest acceptable peak memory of our side, in MB. */
  readonly memoryGoal?: number;
  readonly ours: Program;
  readonly against: Program;
  readonly runs: number;
}

export interface Ratio {
  readonly name: string;
  readonly against: string;
  readonly goal: number | undefined;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** Medians, in ms. */
  readonly oursMs: number;
  readonly againstMs: number;
  /** Medians of the peaks, in MB. */
  readonly memory?: number | undefined;
  readonly memoryGoal?: number | undefined;
  readonly againstMemory?: number | undefined;
}

type Env = Readonly<Record<string, string>>;

/** Runs the project's Node with these arguments; a program may report its result in its last line. */
export function nodeProgram(name: string, args: readonly string[], env?: Env): Program {
  const options = { encoding: 'utf8', env: { ...process.env, ...env } } as const;
  return {
    name,
    run: () => {
      const started = performance.now();
      const { status, stderr, stdout } = spawnSync(process.execPath, args, options);
      const ms = performance.now() - started;
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr.slice(0, 500)}`);
      const reported = stdout.trim().split('\n').at(-1) ?? '';
      return { ms, ...(reported.startsWith('{"memory":') && JSON.parse(reported)) };
    },
  };
}

const sorted = (values: readonly number[]) => [...values].sort((left, right) => left - right);
const median = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)] ?? 0;

function memoryOf(runs: readonly Run[]): number | undefined {
  const peaks = runs.flatMap(({ memory }) => (memory === undefined ? [] : [memory]));
  return peaks.length === 0 ? undefined : median(peaks);
}

function agree({ name }: Pair, ours: Run, against: Run): void {
  if (!ours.found || !against.found) return;
  const [one, other] = [JSON.stringify(ours.found), JSON.stringify(against.found)];
  if (one !== other) throw new Error(`${name}: the two sides disagree, ${one} and ${other}.`);
}

/** Runs both alternately, A B A B, after one uncounted run of each; returns the ratio of each pair. */
export async function measure(pair: Pair): Promise<Ratio> {
  const { against, goal, memoryGoal, name, ours, runs } = pair;
  agree(pair, await ours.run(), await against.run());
  const samples: { ours: Run; against: Run }[] = [];
  for (let run = 0; run < runs; run += 1) {
    samples.push({ ours: await ours.run(), against: await against.run() });
  }
  const ratios = samples.map((sample) => sample.ours.ms / sample.against.ms);
  return {
    name,
    against: against.name,
    goal,
    median: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    oursMs: median(samples.map((sample) => sample.ours.ms)),
    againstMs: median(samples.map((sample) => sample.against.ms)),
    memory: memoryOf(samples.map((sample) => sample.ours)),
    memoryGoal,
    againstMemory: memoryOf(samples.map((sample) => sample.against)),
  };
}
