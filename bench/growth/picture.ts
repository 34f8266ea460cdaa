import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { machine, table, writeBetweenMarks } from '../machine.ts';
import { peer } from '../peers.ts';
import { ASKED } from './calls.ts';

/** Median times by call, in milliseconds, at a number of purchases. */
export interface Measured {
  readonly engine: string;
  readonly rows: number;
  readonly times: Readonly<Record<string, number>>;
}

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

/** Draws docs/growth.svg and writes the figures into docs/numbers.md. */
export function writeGrowth(measured: readonly Measured[]): void {
  draw(measured);
  const engines = [...new Set(measured.map(({ engine }) => engine))];
  const tables = engines.map((engine) => tableOf(engine, measured));
  writeBetweenMarks(DOCUMENT, 'growth', [`${machine()}.`, ...tables].join('\n\n'));
}
