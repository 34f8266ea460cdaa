import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { machine, table, writeBetweenMarks } from './machine.ts';
import type { Ratio } from './pairs.ts';

/** A measured row and its machine. */
export interface Figure extends Ratio {
  readonly subject: string;
  readonly unit: 'ms' | 'bytes';
  readonly machine?: string;
}

const KEPT = new URL('figures.json', import.meta.url);
const DOCUMENT = new URL('../docs/numbers.md', import.meta.url);
const HEAD = ['what', 'against', 'ratio (spread)', 'goal', 'both sides', 'peak memory'];

/** Formats small times with enough digits to distinguish them. */
const time = (ms: number): string => {
  if (ms >= 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms >= 100) return `${ms.toFixed(0)} ms`;
  return ms >= 1 ? `${ms.toFixed(1)} ms` : `${(ms * 1_000).toFixed(1)} µs`;
};
const size = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
const ratio = (value: number): string => value.toFixed(value < 0.1 ? 3 : 2);

function goal({ goal: limit, median }: Figure): string {
  if (limit === undefined) return '';
  return median <= limit ? `${limit}` : `${limit}, **missed**`;
}

function memory({ memory: peak, memoryGoal, againstMemory }: Figure): string {
  if (peak === undefined) return '';
  const limit = memoryGoal === undefined ? '' : `, goal ${memoryGoal}`;
  const missed = memoryGoal !== undefined && peak > memoryGoal ? ', **missed**' : '';
  return `${peak} MB${limit}${missed}; the other ${againstMemory ?? '?'} MB`;
}

const cells = (figure: Figure): string[] => {
  const text = figure.unit === 'bytes' ? size : time;
  return [
    figure.name,
    figure.against,
    `${ratio(figure.median)} (${ratio(figure.min)} to ${ratio(figure.max)})`,
    goal(figure),
    `${text(figure.oursMs)}, ${text(figure.againstMs)}`,
    memory(figure),
  ];
};

/** Formats a figure as a line for a terminal. */
export const figureText = (figure: Figure): string => {
  const [name, against, spread, limit, sides, peak] = cells(figure);
  const more = [limit ? `goal ${limit}` : 'no goal', sides, peak].filter(Boolean).join('; ');
  return `${name} × ${against}: ${spread}; ${more}`;
};

/** Stores these figures with those of other rows, and writes all of them into docs/numbers.md. */
export function writeNumbers(measured: readonly Figure[], order: readonly string[]): void {
  const before: Figure[] = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : [];
  const byName = new Map(before.map((figure) => [figure.name, figure]));
  for (const figure of measured) byName.set(figure.name, { ...figure, machine: machine() });
  const all = order.flatMap((name) => byName.get(name) ?? []);
  writeFileSync(KEPT, `${JSON.stringify(all, undefined, 2)}\n`);
  const machines = [...new Set(all.map((figure) => figure.machine ?? ''))].sort();
  const subjects = Object.entries(Object.groupBy(all, ({ subject }) => subject)).map(
    ([subject, figures = []]) => `### ${subject}\n\n${table(HEAD, figures.map(cells))}`,
  );
  writeBetweenMarks(
    DOCUMENT,
    'numbers',
    [`Measured: ${machines.join('; ')}.`, ...subjects].join('\n\n'),
  );
}
