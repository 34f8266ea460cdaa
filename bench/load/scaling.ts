// `npm run bench scaling`: three sandboxes behind one address, on one PostgreSQL with a replica. Proves what survives
// the death of a sandbox and of the database, and measures how long each outage lasts.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { signedIn, startSandbox } from '../sandbox-process.ts';
import { type Answer, type Call, caller } from './client.ts';
import { openCluster } from './cluster.ts';
import { type Known, known, newFile } from './mix.ts';
import { inTurn, movable } from './one-address.ts';

const PROCESSES = 3;
const LARGE = 20_000;

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Not so: ${what}`);
  console.log(`✓ ${what}`);
}

const json = ({ body }: Answer) => JSON.parse(body);
const stored = async (call: Call): Promise<number> =>
  json(await call('fuel-transaction/authcode?size=1')).metadata.total_count;

/** A payment of one cent; every repetition has the same key. */
const pay = (call: Call, { invoices }: Known, key: string) => {
  const invoice = invoices[0] as Known['invoices'][number];
  return call('fuel-payment/register', {
    key,
    json: {
      invoice_id: invoice.number,
      company_name: invoice.company,
      currency: invoice.currency,
      amount_due: invoice.due,
      amount_paid: 0.01,
      payment_mode: 'cheque',
      payment_date: '2026-11-20',
      referenceId: 'SCALING',
    },
  });
};

/** Sends until the answer is a success; returns the milliseconds that took. */
async function untilDone(send: () => Promise<Answer>): Promise<number> {
  const started = performance.now();
  for (;;) {
    const answer = await send().catch(() => undefined);
    if (answer && answer.status < 300) return performance.now() - started;
    if (performance.now() - started > 120_000) throw new Error(`No success: ${answer?.body}`);
    await delay(100);
  }
}

async function stateless(urls: readonly string[], authorization: string): Promise<void> {
  const calls = urls.map((url) => caller(url, authorization));
  const answers = await Promise.all(calls.map((call) => call('profile/user')));
  check(
    answers.every(({ status }) => status === 200),
    'who signed in at one process is known at all',
  );
  const [one, other] = calls as [Call, Call];
  const reference = await known(one);
  const key = randomUUID();
  await pay(one, reference, key);
  const again = await pay(other, reference, key);
  check(
    again.headers['idempotent-replayed'] === 'true',
    'a payment sent again to another process is answered, not made again',
  );
}

/** Kills the process that works on an import; a client that sends it again has to wait, and then succeeds. */
async function killedImport(kill: () => Promise<void>, at: Call, there: Call): Promise<void> {
  const reference = await known(there);
  const before = await stored(there);
  const sending = { file: newFile(reference, LARGE), key: randomUUID() };
  const path = 'import_transactions?provider=ESSO';
  const first = at(path, sending).catch(() => undefined);
  const state = async () => json(await there(`imports?key=${sending.key}`))[0]?.state;
  while ((await state()) !== 'running') await delay(20);
  await delay(300);
  await kill();
  await first;
  check(
    (await stored(there)) === before,
    'nothing of an import is there when its process is killed',
  );
  const early = await there(path, sending);
  check(early.status === 409, 'who sends it again at once has to wait for its lease');
  const ms = await untilDone(() => there(path, sending));
  check(
    (await stored(there)) === before + LARGE,
    'another process takes it up, and enters each purchase once',
  );
  console.log(`  after ${(ms / 1_000).toFixed(1)} s: the lease, and the import`);
}

const folder = mkdtempSync(join(tmpdir(), 'forecourt-scaling-'));
const cluster = await openCluster();
try {
  const socketOf = (port: number) =>
    `${new URL(cluster.primary.url).searchParams.get('host')}/.s.PGSQL.${port}`;
  const database = await movable(socketOf(cluster.primary.port));
  const start = (index: number) =>
    startSandbox({ DATA_DIR: join(folder, String(index)), DATABASE_URL: database.url });
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

    const [first, ...others] = sandboxes as [(typeof sandboxes)[0], (typeof sandboxes)[0]];
    await killedImport(
      first.kill,
      caller(first.url, authorization),
      caller(others[0]?.url ?? '', authorization),
    );
    const reads = await Promise.all(
      Array.from({ length: 60 }, () => call('fuel-card-management?size=5')),
    );
    check(
      reads.every(({ status }) => status === 200),
      'the address answers with one process less',
    );

    check(replica.sql('select pg_is_in_recovery()') === 't', 'the replica follows the primary');
    const reference = await known(call);
    const keys: string[] = [];
    let paying = true;
    const payer = (async () => {
      while (paying) {
        const key = randomUUID();
        const answer = await pay(call, reference, key).catch(() => undefined);
        if (answer?.status === 201) keys.push(key);
      }
    })();
    await delay(3_000);
    await cluster.primary.kill();
    const confirmed = keys.length;
    replica.sql("alter system set synchronous_standby_names = ''");
    replica.sql('select pg_promote()');
    database.moveTo(socketOf(replica.port));
    const ms = await untilDone(() => pay(call, reference, randomUUID()));
    paying = false;
    await payer;
    console.log(
      `✓ the first payment on the promoted replica: ${(ms / 1_000).toFixed(1)} s after the primary died`,
    );
    const replayed = await Promise.all(
      keys.slice(0, confirmed).map((key) => pay(call, reference, key)),
    );
    check(
      confirmed > 0 && replayed.every(({ headers }) => headers['idempotent-replayed'] === 'true'),
      `none of ${confirmed} payments that were confirmed before is lost`,
    );
    check((await call('profile/user')).status === 200, 'nobody has to sign in again');
  } finally {
    await address.close();
    await Promise.all(sandboxes.map(({ stop }) => stop()));
    await database.close();
  }
} finally {
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
}
