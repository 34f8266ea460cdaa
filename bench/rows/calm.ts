import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PASSWORD } from '@forecourt/sandbox';
import { openCluster } from '../../examples/cluster/postgres.ts';
import type { Service } from '../../examples/cluster/service.ts';
import { cached, makeOnce } from '../cache.ts';
import { writePipelineFile } from '../inputs/pipeline-file.ts';
import { caller } from '../load/client.ts';
import type { Prepared, Programs, Row } from '../row.ts';
import { signedIn, startSandbox } from '../sandbox-process.ts';

const PAUSE_MS = 10;

/** Times of another person's calls during one busy hour, in ms: the 99th percentiles. */
interface Waits {
  readonly page: number;
  readonly health: number;
}

const percentile99 = (times: readonly number[]): number =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;

/** Last days of the runs' files: each import has purchases of its own. */
const UNTIL = ['2026-11-18', '2026-08-20', '2026-05-20', '2026-02-18', '2025-11-19', '2025-08-20'];

const fileOf = (run: number): string => {
  const until = UNTIL[run];
  if (until === undefined) throw new Error(`There is no file for run ${run}.`);
  return makeOnce(`pipeline-100k-until-${until}.xlsx`, (path) =>
    writePipelineFile(path, 88, until),
  );
};

async function waitsOf(url: string, busyHour: string, run: number): Promise<Waits> {
  const authorization = await signedIn(url);
  const call = caller(url, authorization);
  const file = fileOf(run);
  const args = [busyHour, url, authorization, file, 'clerk@forecourt.test', PASSWORD];
  // A process of its own: what it receives must not delay the measured calls.
  const busy = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(busy, 'exit');
  const times = { page: [] as number[], health: [] as number[] };
  const measure = async (of: keyof typeof times, path: string) => {
    while (busy.exitCode === null) {
      const started = performance.now();
      const { status } = await call(path);
      if (status !== 200) throw new Error(`${path}: ${status}`);
      times[of].push(performance.now() - started);
      await delay(PAUSE_MS);
    }
  };
  await Promise.all([
    measure('page', 'fuel-transaction/authcode?size=50'),
    measure('health', '/healthz'),
  ]);
  const [code] = await ended;
  if (code !== 0) throw new Error(`The other calls ended with ${code}.`);
  return { page: percentile99(times.page), health: percentile99(times.health) };
}

/** Both rows of an engine report the same runs. */
const kept = new Map<string, Waits[]>();

type Opened = Service & { readonly close: () => Promise<void> };

async function onSqlite(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'));
  await (await startSandbox({ DATA_DIR: cached('large'), SEED: 'large' })).stop();
  cpSync(cached('large'), folder, { recursive: true });
  const sandbox = await startSandbox({ DATA_DIR: folder });
  const close = async () => {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...sandbox, close };
}

async function onPostgres(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'));
  const cluster = await openCluster();
  const settings = { DATA_DIR: folder, SEED: 'large', DATABASE_URL: cluster.primary.url };
  const sandbox = await startSandbox(settings);
  const close = async () => {
    await sandbox.stop();
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...sandbox, close };
}

const RUNS = 1;

async function prepared(
  program: Programs,
  engine: string,
  open: () => Promise<Opened>,
  of: keyof Waits,
  ms: number,
): Promise<Prepared> {
  const known = kept.get(engine) ?? [];
  kept.set(engine, known);
  const sandbox = known.length > RUNS ? undefined : await open();
  let run = 0;
  return {
    goal: 1,
    ours: {
      name: engine,
      run: async () => {
        known[run] ??= await waitsOf(String(sandbox?.url), program('busy-hour'), run);
        run += 1;
        return { ms: known[run - 1]?.[of] ?? 0 };
      },
    },
    against: { name: `${ms} ms`, run: () => ({ ms }) },
    runs: RUNS,
    tidy: async () => sandbox?.close(),
  };
}

const calm = (engine: string, open: () => Promise<Opened>): Row[] => [
  {
    name: `p99 of a list page in a busy hour, ${engine}`,
    prepare: (program) => prepared(program, engine, open, 'page', 50),
  },
  {
    name: `p99 of /healthz in a busy hour, ${engine}`,
    prepare: (program) => prepared(program, engine, open, 'health', 20),
  },
];

export const rows: readonly Row[] = [
  ...calm('node:sqlite', onSqlite),
  ...calm('PostgreSQL', onPostgres),
];
