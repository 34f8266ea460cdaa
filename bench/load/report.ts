import { machine, table, writeBetweenMarks } from '../machine.ts';
import type { StepResult } from './steps.ts';

export interface Setup {
  readonly name: string;
  readonly steps: readonly StepResult[];
}

const DOCUMENT = new URL('../../docs/load.md', import.meta.url);
const HEAD = [
  'at a time',
  'calls/s',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'failed',
  'p95 by kind of call, ms',
];

const cells = (step: StepResult): string[] => [
  String(step.users),
  step.perSecond.toFixed(0),
  ...[step.p50, step.p95, step.p99].map((ms) => ms.toFixed(1)),
  String(step.failed),
  Object.entries(step.byKind)
    .sort(([, a], [, b]) => b.p95 - a.p95)
    .map(([kind, { p95 }]) => `${kind} ${p95.toFixed(0)}`)
    .join(', '),
];

/** Writes the figures into docs/load.md. */
export function writeLoad(setups: readonly Setup[]): void {
  const parts = setups.map(
    ({ name, steps }) =>
      `**${name[0]?.toUpperCase()}${name.slice(1)}**\n\n${table(HEAD, steps.map(cells))}`,
  );
  writeBetweenMarks(DOCUMENT, 'load', `${machine()}.\n\n${parts.join('\n\n')}`);
}
