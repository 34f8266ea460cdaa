// `npm run bench scaling`: three sandboxes behind one address, on one PostgreSQL with a replica, behind pgbouncer. Loads
// one, two and three of them until they bend, proves what survives the death of a sandbox, of the pooler and of the
// primary, and measures how long callers notice it. --write updates docs/scaling.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inTurn } from '../../examples/cluster/one-address.ts';
import { openPooler } from '../../examples/cluster/pooler.ts';
import { openCluster } from '../../examples/cluster/postgres.ts';
import { machine, table, writeBetweenMarks } from '../machine.ts';
import { signedIn, startSandbox } from '../sandbox-process.ts';
import { caller } from './client.ts';
import { known } from './mix.ts';
import { check, killedImport, type Outage, payingThrough, stateless } from './outages.ts';
import { type StepResult, untilItBends } from './steps.ts';

const PROCESSES = 3;
const DOCUMENT = new URL('../../docs/scaling.md', import.meta.url);

interface Curve {
  readonly processes: number;
  readonly steps: readonly StepResult[];
}

async function curveOf(urls: readonly string[], authorization: string): Promise<Curve> {
  const address = await inTurn(urls);
  try {
    const call = caller(address.url, authorization);
    console.log(`${urls.length} processes`);
    const steps = await untilItBends(call, await known(call), ({ users, perSecond, p95, failed }) =>
      console.log(
        `  ${users} at a time: ${perSecond.toFixed(0)} calls/s, p95 ${p95.toFixed(1)} ms, ${failed} failed`,
      ),
    );
    return { processes: urls.length, steps };
  } finally {
    await address.close();
  }
}

function write(curves: readonly Curve[], outages: readonly Outage[]): void {
  const users = [...new Set(curves.flatMap(({ steps }) => steps.map((step) => step.users)))];
  const cell = ({ steps }: Curve, count: number): string => {
    const step = steps.find((one) => one.users === count);
    return step ? `${step.perSecond.toFixed(0)} (${step.p95.toFixed(0)} ms)` : '';
  };
  const curve = table(
    ['at a time', ...curves.map(({ processes }) => `${processes} × calls/s (p95)`)],
    users.map((count) => [String(count), ...curves.map((one) => cell(one, count))]),
  );
  const broken = table(
    ['killed', 'confirmed before', 'failed', 'next payment after'],
    outages.map(({ what, confirmed, failed, ms }) => [
      what,
      String(confirmed),
      String(failed),
      `${(ms / 1_000).toFixed(2)} s`,
    ]),
  );
  writeBetweenMarks(DOCUMENT, 'scaling', [`${machine()}.`, curve, broken].join('\n\n'));
}

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const folder = mkdtempSync(join(tmpdir(), 'forecourt-scaling-'));
const cluster = await openCluster();
try {
  const pooler = await openPooler(cluster);
  const start = (index: number) =>
    startSandbox({ DATA_DIR: join(folder, String(index)), DATABASE_URL: pooler.url });
  console.log(`PostgreSQL ${cluster.version}, ${PROCESSES} processes`);
  const sandboxes = await Promise.all(
    Array.from({ length: PROCESSES }, (_, index) => start(index)),
  );
  const replica = await cluster.addReplica();
  const urls = sandboxes.map(({ url }) => url);
  const address = await inTurn(urls);
  const authorization = await signedIn(address.url);
  const call = caller(address.url, authorization);
  try {
    await stateless(urls, authorization);
    const curves: Curve[] = [];
    for (let count = 1; count <= PROCESSES; count += 1) {
      curves.push(await curveOf(urls.slice(0, count), authorization));
    }

    const [first, second, third] = sandboxes as [
      (typeof sandboxes)[0],
      (typeof sandboxes)[0],
      (typeof sandboxes)[0],
    ];
    const outages = [await payingThrough(call, 'a process', first.kill)];
    const taken = await killedImport(
      second.kill,
      caller(second.url, authorization),
      caller(third.url, authorization),
    );
    console.log(`  after ${(taken / 1_000).toFixed(1)} s: the lease, and the import`);
    outages.push(
      await payingThrough(call, 'the pooler, started again at once', async () => {
        await pooler.kill();
        await pooler.start();
      }),
    );
    check(replica.sql('select pg_is_in_recovery()') === 't', 'the replica follows the primary');
    outages.push(
      await payingThrough(call, 'the primary, its replica promoted at once', async () => {
        await cluster.primary.kill();
        replica.sql("alter system set synchronous_standby_names = ''");
        replica.sql('select pg_promote()');
        await pooler.moveTo(replica);
      }),
    );
    check((await call('profile/user')).status === 200, 'nobody has to sign in again');
    for (const { ms, what } of outages) console.log(`  ${what}: ${(ms / 1_000).toFixed(2)} s`);
    if (values.write) write(curves, outages);
  } finally {
    await address.close();
    await Promise.all(sandboxes.map(({ stop }) => stop()));
    await pooler.kill();
  }
} finally {
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
}
