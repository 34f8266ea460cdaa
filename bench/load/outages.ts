import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type Call, caller } from './client.ts';
import { type Known, known, newFile } from './mix.ts';

const LARGE = 20_000;
const PAYERS = 4;
const PATIENCE_MS = 120_000;

export function check(holds: boolean, what: string): void {
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
    if (performance.now() - started > PATIENCE_MS) throw new Error(`No success: ${answer?.body}`);
    await delay(100);
  }
}

/** Kills the process that works on an import; a client that sends it again has to wait, and then succeeds. */
export async function killedImport(
  kill: () => Promise<void>,
  at: Call,
  there: Call,
): Promise<number> {
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
  return ms;
}

export interface Outage {
  readonly what: string;
  /** Payments that were confirmed before it. */
  readonly confirmed: number;
  /** Payments that were answered with a failure or not at all. */
  readonly failed: number;
  /** From its beginning to the next confirmed payment, in ms. */
  readonly ms: number;
}

/**
 * Lets clients pay without a pause while something breaks, until payments succeed again. Throws if a payment that was
 * confirmed before is lost, or was made twice.
 */
export async function payingThrough(
  call: Call,
  what: string,
  breaking: () => Promise<void>,
): Promise<Outage> {
  const reference = await known(call);
  const keys: string[] = [];
  let paying = true;
  let failed = 0;
  let broken = Number.POSITIVE_INFINITY;
  let back = 0;
  const payer = async () => {
    while (paying) {
      const key = randomUUID();
      const sent = performance.now();
      const answer = await pay(call, reference, key).catch(() => undefined);
      if (answer?.status === 201) {
        keys.push(key);
        if (sent > broken) back ||= performance.now();
      } else failed += 1;
    }
  };
  const payers = Array.from({ length: PAYERS }, payer);
  await delay(3_000);
  const confirmed = keys.length;
  broken = performance.now();
  await breaking();
  const until = broken + PATIENCE_MS;
  while (back === 0 && performance.now() < until) await delay(20);
  await delay(1_000);
  paying = false;
  await Promise.all(payers);
  let kept = 0;
  for (const key of keys) {
    let answer: Answer | undefined;
    await untilDone(async () => {
      answer = await pay(call, reference, key);
      return answer;
    });
    if (answer?.headers['idempotent-replayed'] === 'true') kept += 1;
  }
  check(
    back > 0 && kept === keys.length,
    `${what}: none of ${keys.length} confirmed payments is lost, ${confirmed} of them from before`,
  );
  return { what, confirmed, failed, ms: back - broken };
}

/** Proves that a session and an idempotency key are everybody's. */
export async function stateless(urls: readonly string[], authorization: string): Promise<void> {
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
