import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { machine, table, writeBetweenMarks } from '../machine.ts';
import { peer } from '../peers.ts';
import { ASKED } from './calls.ts';

/** Median times by call, in milliseconds, at a number of purchases. */
export interface Measured {
  readonly engine: string;
  readonly rows: number;
  readonly times: Readonly<Record<string, number>>;
  /** When and where, once it is kept. */
  readonly machine?: string;
}

const KEPT = new URL('figures.json', import.meta.url);

const DOCUMENT = new URL('../../docs/numbers.md', import.meta.url);
const PICTURE = new URL('../../docs/growth.svg', import.meta.url);

const count = (rows: number): string => rows.toLocaleString('en-US');

function tableOf(engine: string, measured: readonly Measured[]): string {
  const ofEngine = measured.filter((one) => one.engine === engine);
  const cells = ASKED.map(({ name }) => [
    name,
    ...ofEngine.map(({ times }) => (times[name] ?? 0).toFixed(1)),
  ]);
  const head = [`${engine}, ms`, ...ofEngine.map(({ rows }) => count(rows))];
  return table(head, cells);
}

function draw(measured: readonly Measured[]): void {
  const values = measured.flatMap(({ engine, rows, times }) =>
    ASKED.map(({ name }) => ({ engine, rows, call: name, ms: times[name] ?? 0 })),
  );
  const input = JSON.stringify({ values, calls: ASKED.map(({ name }) => name) });
  const { status, stdout, stderr } = spawnSync(process.execPath, [peer('draw-growth.mjs')], {
    input,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Drawing failed: ${stderr}`);
  writeFileSync(fileURLToPath(PICTURE), stdout);
}

/** Keeps these with what was measured of other engines and sizes; draws docs/growth.svg and writes docs/numbers.md of all. */
export function writeGrowth(measured: readonly Measured[]): void {
  const before: Measured[] = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : [];
  const isNew = ({ engine, rows }: Measured) =>
    measured.some((one) => one.engine === engine && one.rows === rows);
  const all = [
    ...before.filter((one) => !isNew(one)),
    ...measured.map((one) => ({ ...one, machine: machine() })),
  ].sort((left, right) => left.rows - right.rows);
  writeFileSync(KEPT, `${JSON.stringify(all, undefined, 2)}\n`);
  draw(all);
  const engines = [...new Set(all.map(({ engine }) => engine))].sort().reverse();
  const tables = engines.map((engine) => tableOf(engine, all));
  const machines = [...new Set(all.map(({ machine = '' }) => machine))].sort();
  writeBetweenMarks(
    DOCUMENT,
    'growth',
    [`Measured: ${machines.join('; ')}.`, ...tables].join('\n\n'),
  );
}
