// `npm run bench load [sqlite | postgres | processes …]`: a realistic mix of calls with increasing concurrency,
// until throughput stops growing. --write updates docs/load.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inTurn } from '../../examples/cluster/one-address.ts';
import { openCluster } from '../../examples/cluster/postgres.ts';
import { signedIn, startSandbox } from '../sandbox-process.ts';
import { caller } from './client.ts';
import { known } from './mix.ts';
import { type Setup, writeLoad } from './report.ts';
import { type StepResult, untilItBends } from './steps.ts';

const line = ({ users, perSecond, p50, p95, p99, failed, failures }: StepResult): string =>
  [
    `${users} at a time: ${perSecond.toFixed(0)} calls/s`,
    `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)} ms`,
    `${failed} failed ${failures.join(' | ')}`,
  ].join('; ');

async function load(name: string, url: string): Promise<Setup> {
  console.log(name);
  const call = caller(url, await signedIn(url));
  const steps = await untilItBends(call, await known(call), (result) =>
    console.log(`  ${line(result)}`),
  );
  return { name, steps };
}

async function onSqlite(folder: string): Promise<Setup> {
  const sandbox = await startSandbox({ DATA_DIR: join(folder, 'sqlite') });
  try {
    return await load('one process on node:sqlite', sandbox.url);
  } finally {
    await sandbox.stop();
  }
}

async function onPostgres(folder: string, processes: number): Promise<Setup> {
  const cluster = await openCluster();
  try {
    const start = (index: number) =>
      startSandbox({
        DATA_DIR: join(folder, `process-${index}`),
        DATABASE_URL: cluster.primary.url,
      });
    const sandboxes = await Promise.all(
      Array.from({ length: processes }, (_, index) => start(index)),
    );
    const address = await inTurn(sandboxes.map(({ url }) => url));
    const only = processes === 1 ? sandboxes[0]?.url : undefined;
    const on = `on PostgreSQL ${cluster.version.split(' ')[0]}`;
    try {
      return await load(
        processes === 1 ? `one process ${on}` : `${processes} processes behind one address ${on}`,
        only ?? address.url,
      );
    } finally {
      await address.close();
      await Promise.all(sandboxes.map(({ stop }) => stop()));
    }
  } finally {
    await cluster.close();
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const SETUPS = {
  sqlite: (folder: string) => onSqlite(folder),
  postgres: (folder: string) => onPostgres(folder, 1),
  processes: (folder: string) => onPostgres(folder, 3),
};
const wanted = Object.entries(SETUPS).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);
const folder = mkdtempSync(join(tmpdir(), 'forecourt-load-'));
try {
  const setups: Setup[] = [];
  for (const [, run] of wanted) setups.push(await run(folder));
  if (values.write) writeLoad(setups);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
