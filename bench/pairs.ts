import { spawnSync } from 'node:child_process';

/** A program as it is started: its arguments to the project's Node. */
export interface Program {
  readonly name: string;
  readonly args: readonly string[];
}

export interface Pair {
  readonly name: string;
  /** What the ratio should stay at or under. */
  readonly goal: number;
  readonly ours: Program;
  readonly against: Program;
  readonly runs: number;
}

export interface Ratio {
  readonly name: string;
  readonly goal: number;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly ours: number;
  readonly against: number;
}

function time({ name, args }: Program): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr.slice(0, 500)}`);
  return performance.now() - started;
}

const sorted = (values: readonly number[]) => [...values].sort((left, right) => left - right);
const median = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)] ?? 0;

/** Runs both in turn, A B A B, after a run of each that is not counted; ratios pair by pair. */
export function measure({ name, goal, ours, against, runs }: Pair): Ratio {
  time(ours);
  time(against);
  const samples = Array.from({ length: runs }, () => ({
    ours: time(ours),
    against: time(against),
  }));
  const ratios = samples.map((sample) => sample.ours / sample.against);
  return {
    name,
    goal,
    median: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    ours: median(samples.map((sample) => sample.ours)),
    against: median(samples.map((sample) => sample.against)),
  };
}
