import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCluster } from '../../examples/cluster/postgres.ts';
import type { Service } from '../../examples/cluster/service.ts';
import { cached } from '../cache.ts';
import { caller } from '../load/client.ts';
import type { Program } from '../pairs.ts';
import type { Prepared, Row } from '../row.ts';
import { signedIn, startSandbox } from '../sandbox-process.ts';

const filter = (text: string) => `filter=${encodeURIComponent(text)}`;

/** Pages of 50 of a million transactions, each with its count. */
const PAGES: readonly string[] = [
  '',
  'page=10000',
  'sort=txn_amount,desc',
  'sort=txn_company,asc',
  'from=2026-01-01&to=2026-01-31',
  filter('hdr_currency:CAD'),
  filter('txn_company::haul'),
  `${filter('txn_company::haul')}&sort=txn_amount,asc`,
  filter('dtl_stn_addr::main'),
  filter('card_number::123'),
  filter('authentication_id::123'),
  filter('authentication_id::zzz'),
  filter('txn_amount::864'),
  filter('txn_amount::864.45'),
  filter('txn_date::2026-01'),
];

/** Requests all pages; `of` reduces their times to one figure. */
const asking = (name: string, url: string, of: (times: readonly number[]) => number): Program => ({
  name,
  run: async () => {
    // Signing in is a write, so no cached count is used.
    const call = caller(url, await signedIn(url));
    const times: number[] = [];
    for (const page of PAGES) {
      const started = performance.now();
      const { status, body } = await call(`fuel-transaction/authcode?size=50&${page}`);
      times.push(performance.now() - started);
      if (status !== 200) throw new Error(`${page}: ${status} ${body.slice(0, 200)}`);
    }
    return { ms: of(times) };
  },
});

const large = () => startSandbox({ DATA_DIR: cached('large'), SEED: 'large' });
const sum = (times: readonly number[]) => times.reduce((all, ms) => all + ms, 0);
const slowest = (times: readonly number[]) => Math.max(...times);

async function onPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'));
  const cluster = await openCluster();
  const settings = { DATA_DIR: folder, SEED: 'large', DATABASE_URL: cluster.primary.url };
  const sandbox = await startSandbox(settings);
  const stop = async () => {
    await sandbox.stop();
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { name: `PostgreSQL ${cluster.version.split(' ')[0]}`, url: sandbox.url, stop };
}

async function againstPostgres(): Promise<Prepared> {
  const sandbox = await large();
  const other = await onPostgres();
  return {
    ours: asking('node:sqlite', sandbox.url, sum),
    against: asking(other.name, other.url, sum),
    runs: 5,
    tidy: async () => {
      await Promise.all([sandbox.stop(), other.stop()]);
    },
  };
}

const within = (
  ms: number,
  engine: string,
  open: () => Promise<Pick<Service, 'url' | 'stop'>>,
): Row => ({
  name: `the slowest of ${PAGES.length} pages of 1,000,000 transactions, ${engine}`,
  prepare: async () => {
    const sandbox = await open();
    return {
      goal: 1,
      ours: asking(engine, sandbox.url, slowest),
      against: { name: `${ms} ms`, run: () => ({ ms }) },
      runs: 5,
      tidy: sandbox.stop,
    };
  },
});

export const rows: readonly Row[] = [
  {
    name: `${PAGES.length} pages of 1,000,000 transactions, with counts`,
    prepare: againstPostgres,
  },
  within(100, 'node:sqlite', large),
  within(200, 'PostgreSQL', onPostgres),
];
