// One round: a server in a process of its own under load, SIGKILL at a seeded moment, and a look at what it left.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { seededRandom } from '../../../provider-files/random.ts';
import type { Schema } from '../../src/db/schema.ts';
import { checkDatabase } from '../../src/operations/check.ts';
import { type DataLocation, openDatabase } from '../../src/operations/databases.ts';
import { PASSWORD } from '../../src/seed/accounts.ts';
import { essoFile, essoLine } from '../esso-file.ts';
import { programOf } from '../programs.ts';
import { seededInvoices, trailFaults, unfinished } from './trail-faults.ts';

const SERVER = programOf('serve');

/** What the service said it had done, over all rounds. */
export class Acknowledged {
  /** Authorization codes of purchases. */
  readonly purchases: string[] = [];
  /** References of payments of one cent. */
  readonly payments: string[] = [];
  /** Drivers that cards were given, each another one. */
  readonly edits: string[] = [];
  /** Numbers of invoices that were made of what was unbilled. */
  readonly invoices: string[] = [];
}

async function start(location: DataLocation): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, SERVER, {
    env: {
      ...process.env,
      PORT: '0',
      ...(location.dataDir === undefined ? {} : { DATA_DIR: location.dataDir }),
      ...(location.databaseUrl === undefined ? {} : { DATABASE_URL: location.databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const killWithUs = () => server.kill('SIGKILL');
  process.once('exit', killWithUs);
  server.once('exit', () => process.off('exit', killWithUs));
  let output = '';
  server.stdout.setEncoding('utf8');
  for await (const text of server.stdout) {
    output += text;
    if (output.includes('nobody@forecourt.test')) break;
  }
  const url = /http:\S+/.exec(output)?.[0];
  if (url === undefined)
    throw new Error('The server did not start on what the kill before it left.');
  return { server, url };
}

// biome-ignore lint/suspicious/noExplicitAny: what the wire gives.
type Json = any;
type Send = (
  path: string,
  body?: object,
  method?: string,
) => Promise<{ readonly status: number; readonly json: () => Promise<Json> }>;

async function signIn(url: string): Promise<Send> {
  const answer = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin@forecourt.test', password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}.`);
  const authorization = answer.headers.get('authorization') ?? '';
  return (path, body, method = body === undefined ? 'GET' : 'POST') => {
    const form = body instanceof FormData;
    return fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { authorization, ...(body && !form ? { 'content-type': 'application/json' } : {}) },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    });
  };
}

/** The last day of the data, whose November is unbilled. */
export const DEMO_DAY = '2026-11-20';

const ROWS = 20;
const MAX_MS = 60_000;
const STEP_MS = 10;

async function importFile(send: Send, first: number, done: Acknowledged): Promise<void> {
  const numbers = Array.from({ length: ROWS }, (_, at) => String(first + at));
  const form = new FormData();
  const file = essoFile(numbers.map((number) => essoLine({ number })));
  form.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), `night-${first}.xls`);
  const { status } = await send('import_transactions?provider=ESSO', form);
  if (status === 200) done.purchases.push(...numbers.map((number) => `A${number}`));
}

async function pay(send: Send, id: string, referenceId: string, done: Acknowledged): Promise<void> {
  const { invoice_dto: invoice } = await (await send(`spol/invoices/${id}`)).json();
  const { status } = await send('fuel-payment/register', {
    payment_date: new Date().toISOString().slice(0, 10),
    company_name: invoice.company_name,
    invoice_id: invoice.invoice_number,
    amount_due: invoice.amount_due,
    amount_paid: 0.01,
    currency: invoice.currency,
    payment_mode: 'cheque',
    referenceId,
  });
  if (status === 201) done.payments.push(referenceId);
}

/** Gives a card another driver. Two workers that meet at a card have one of them refused. */
async function edit(send: Send, id: string, driver_name: string, done: Acknowledged) {
  const { etag: _, ...card } = await (await send(`fuel-card-management/${id}`)).json();
  const { status } = await send(`fuel-card-management/${id}`, { ...card, driver_name }, 'PUT');
  if (status === 200) done.edits.push(driver_name);
}

/** Bills what a company has unbilled, or makes its invoice void so that it has something again. */
async function bill(send: Send, of: Json, done: Acknowledged): Promise<void> {
  const days = { start_date: '2026-11-01', end_date: DEMO_DAY };
  const asked = { company: of.company_name, currency: of.currency, ...days };
  const { count, seen, total_amount } = await (await send('spol/invoices/preview', asked)).json();
  if (!(count > 0 && total_amount > 0)) return;
  const body = { ...asked, lines: 'unbilled', seen, total_amount };
  const made = await send('spol/invoices/', body);
  if (made.status !== 201) return;
  const { invoice_number: number } = await made.json();
  done.invoices.push(number);
  await send(`spol/invoices/${number}/void`, { reason: 'For the next run' });
}

/** Imports, payments, edits and invoices without end, four at a time, until the connection is gone. */
async function load(url: string, seed: number, done: Acknowledged): Promise<void> {
  const send = await signIn(url);
  const { content } = await (await send('spol/invoices/?size=50')).json();
  const open = (content as Json[]).filter(
    ({ amount_due, status }) => amount_due > 5 && status !== 'Draft',
  );
  const { content: cards } = await (await send('fuel-card-management?size=20')).json();
  const chance = seededRandom(seed).next;
  const one = (rows: readonly Json[]): Json => rows[Math.floor(chance() * rows.length)];
  const worker = async (worker: number) => {
    for (let at = 0; ; at += 1) {
      const kind = chance();
      const name = `${seed}-${worker}-${at}`;
      if (kind < 0.3) await importFile(send, seed * 100_000 + (at * 4 + worker) * ROWS, done);
      else if (kind < 0.6) await pay(send, one(open).id, `K${name}`, done);
      else if (kind < 0.8) await edit(send, one(cards).id, `D${name}`, done);
      else await bill(send, one(open), done);
    }
  };
  // A worker ends with the connection.
  await Promise.all([0, 1, 2, 3].map((one) => worker(one).catch(() => undefined)));
}

/** Rows that the service acknowledged and that are not there, or there twice, or not in the trail. */
async function lost(
  location: DataLocation,
  { edits, payments, purchases }: Acknowledged,
  seeded: ReadonlySet<string>,
): Promise<string[]> {
  const database = await openDatabase(location);
  try {
    const { findings } = await checkDatabase(database);
    const times = async (table: 'payments' | 'transactions', column: string) => {
      const { rows } = await sql<{ key: string; n: number }>`
        select ${sql.ref(column)} as key, count(*) as n from ${sql.table(table)} group by ${sql.ref(column)}`.execute(
        database.db,
      );
      return new Map(rows.map(({ key, n }) => [key, Number(n)]));
    };
    const paid = await times('payments', 'reference');
    const bought = await times('transactions', 'printed_auth_code');
    return [
      ...findings,
      ...(await trailFaults(database.db, { edits, seeded })),
      ...payments
        .filter((one) => paid.get(one) !== 1)
        .map((one) => `payment ${one}: ${paid.get(one) ?? 0} times`),
      ...purchases
        .filter((one) => bought.get(one) !== 1)
        .map((one) => `purchase ${one}: ${bought.get(one) ?? 0} times`),
    ];
  } finally {
    await database.close();
  }
}

/** Reads the data while a server has them. */
async function look<T>(location: DataLocation, at: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
  const database = await openDatabase(location);
  try {
    return await at(database.db);
  } finally {
    await database.close();
  }
}

/**
 * Starts a server on the data, loads it, kills it at a moment that the seed says, and looks at what is there. Gives what
 * is wrong; `done` grows by what was acknowledged.
 */
export async function kill(
  location: DataLocation,
  seed: number,
  done: Acknowledged,
): Promise<readonly string[]> {
  const { server, url } = await start(location);
  const [left, seeded] = await look(location, async (db) => [
    await unfinished(db),
    await seededInvoices(db),
  ]);
  let unloaded: unknown;
  const loading = load(url, seed, done).catch((error: unknown) => {
    unloaded = error;
  });
  // From the first change of each kind that it acknowledged: how long signing in and starting a thread
  // that reads files take says nothing.
  const counts = () => Object.values(done).map(({ length }) => length);
  const before = counts();
  const isIdle = () => counts().some((count, at) => count === before[at]);
  for (let waited = 0; waited < MAX_MS; waited += STEP_MS) {
    if (unloaded || !isIdle()) break;
    await delay(STEP_MS);
  }
  // A kill proves nothing where nothing was acknowledged before it.
  const idle = isIdle();
  await delay(seededRandom(seed).next() * 1_200);
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await Promise.all([ended, loading]);
  const cause = unloaded instanceof Error ? ` (${unloaded.message})` : '';
  return [
    ...(idle ? [`The server acknowledged no change of some kind before the kill${cause}.`] : []),
    ...left,
    ...(await lost(location, done, seeded)),
  ];
}
