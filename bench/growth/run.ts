// `npm run bench growth`: how long lists, searches and sums take on `--from` to `--to` purchases, by default 10,000 to a million.
// --write draws docs/growth.svg and writes the figures into docs/numbers.md.
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSandbox } from '@forecourt/sandbox';
import { openCluster } from '../../examples/cluster/postgres.ts';
import { cached } from '../cache.ts';
import { caller } from '../load/client.ts';
import { signedIn, startSandbox } from '../sandbox-process.ts';
import { timesOf } from './calls.ts';
import { type Measured, writeGrowth } from './picture.ts';

const ROUNDS = 5;
const SIZES = [10_000, 100_000, 1_000_000, 10_000_000];

/** As many customers, stations and cards as the demo data has. */
const dataOf = (transactions: number) => ({
  seed: 'large' as const,
  demo: { transactions, invoices: 2_000 },
});

async function fill(
  where: { readonly dataDir: string; readonly databaseUrl?: string },
  rows: number,
) {
  console.log(`  making ${rows} purchases …`);
  const sandbox = await createSandbox({ ...where, ...dataOf(rows) });
  await sandbox.close();
}

async function measure(
  engine: string,
  rows: number,
  settings: Readonly<Record<string, string>>,
): Promise<Measured> {
  const sandbox = await startSandbox(settings);
  try {
    const signIn = async () => caller(sandbox.url, await signedIn(sandbox.url));
    const times = await timesOf(rows, signIn, ROUNDS);
    for (const [name, ms] of Object.entries(times)) {
      console.log(`  ${engine}, ${rows}: ${name} ${ms.toFixed(1)} ms`);
    }
    return { engine, rows, times };
  } finally {
    await sandbox.stop();
  }
}

/** Keeps the databases for the next run. */
async function onSqlite(sizes: readonly number[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const rows of sizes) {
    const dataDir = cached(`growth-${rows}`);
    if (!existsSync(dataDir)) {
      const part = `${dataDir}.part`;
      rmSync(part, { recursive: true, force: true });
      await fill({ dataDir: part }, rows);
      renameSync(part, dataDir);
    }
    measured.push(await measure('SQLite', rows, { DATA_DIR: dataDir }));
  }
  return measured;
}

async function onPostgres(sizes: readonly number[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const rows of sizes) {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-growth-'));
    const cluster = await openCluster();
    try {
      const databaseUrl = cluster.primary.url;
      await fill({ dataDir: folder, databaseUrl }, rows);
      // As an hour after: with its statistics, and with no hint bits left to write.
      cluster.primary.sql('vacuum analyze');
      const settings = { DATA_DIR: folder, DATABASE_URL: databaseUrl };
      const engine = `PostgreSQL ${cluster.version.split('.')[0]}`;
      measured.push(await measure(engine, rows, settings));
    } finally {
      await cluster.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return measured;
}

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '10000' },
    to: { type: 'string', default: '1000000' },
    engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
    write: { type: 'boolean', default: false },
  },
});
const sizes = SIZES.filter((rows) => rows >= Number(values.from) && rows <= Number(values.to));
const measured = [
  ...(values.engine.includes('sqlite') ? await onSqlite(sizes) : []),
  ...(values.engine.includes('postgres') ? await onPostgres(sizes) : []),
];
if (values.write) writeGrowth(measured);
