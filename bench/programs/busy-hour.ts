// What the service does at its worst while others work: an import, a report over a million, ten exports, a hundred
// sign-ins. Ends when all of them are answered.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Call, caller } from '../load/client.ts';

const [, , url = '', authorization = '', path = '', user = '', password = ''] = process.argv;
const call = caller(url, authorization);

async function answered(what: string, sent: ReturnType<Call>, ...right: readonly number[]) {
  const { body, status } = await sent;
  if (!right.includes(status)) throw new Error(`${what}: ${status} ${body.slice(0, 200)}`);
}

const REPORT = { report_type: 'sales', format: 'excel', from: '2000-01-01', to: '2099-12-31' };

/** Asks again while too much else is computed. */
async function report(): Promise<void> {
  for (;;) {
    const answer = await call('reporting', { json: REPORT });
    if (answer.status !== 503) return answered('The report', Promise.resolve(answer), 200);
    await delay(1_000);
  }
}

const signIn = () => {
  const json = { username: user, password };
  // Too many at once are told to come back.
  return answered('A sign-in', call('login', { json }), 200, 429, 503);
};

await Promise.all([
  answered(
    'The import',
    call('import_transactions?provider=Pipeline', {
      file: { name: 'night.xlsx', bytes: readFileSync(path) },
      key: crypto.randomUUID(),
    }),
    200,
  ),
  report(),
  ...Array.from({ length: 10 }, () =>
    answered('An export', call('fuel-transaction/export', { json: { filters: [] } }), 200, 503),
  ),
  ...Array.from({ length: 100 }, signIn),
]);
