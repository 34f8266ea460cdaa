// `npm run kills -- [--rounds N] [--seed S] [--engine sqlite|postgres]`
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createSandbox } from '../../src/index.ts';
import { Acknowledged, DEMO_DAY, kill } from './kill.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
if (!(rounds > 0) || !Number.isSafeInteger(seed) || !/^(sqlite|postgres)$/.test(values.engine)) {
  console.error('Use: npm run kills -- [--rounds N] [--seed S] [--engine sqlite|postgres]');
  process.exit(2);
}

/** A new database on the server that `scripts/kills.mjs` started. */
async function createDatabase(): Promise<string> {
  const address = new URL(process.env.TEST_POSTGRES ?? '');
  const client = new pg.Client(address.href);
  await client.connect();
  await client.query('create database kills');
  await client.end();
  address.pathname = '/kills';
  return address.href;
}

const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-kills-'));
const location = {
  dataDir,
  ...(values.engine === 'postgres' ? { databaseUrl: await createDatabase() } : {}),
};
const demo = { customers: 12, cards: 400, transactions: 1_500, invoices: 40 };
await (await createSandbox({ ...location, demo, passwordCost: 4, referenceDay: DEMO_DAY })).close();

const done = new Acknowledged();
let faults = 0;
for (let round = 0; round < rounds && faults === 0; round += 1) {
  const found = await kill(location, seed + round, done);
  faults += found.length;
  for (const fault of found) console.log(`seed ${seed + round}: ${fault}`);
  if (rounds < 10 || (round + 1) % 10 === 0)
    console.log(
      `${round + 1} kills, ${done.payments.length} payments, ${done.purchases.length} purchases acknowledged`,
    );
}
console.log(
  `${done.edits.length} edits and ${done.invoices.length} invoices were acknowledged. ${faults} faults on ${values.engine}; seed ${seed}. ${done.payments.length} payments and ${done.purchases.length} purchases were acknowledged.`,
);
if (faults > 0) console.log(`What was left is in ${dataDir}.`);
else rmSync(dataDir, { recursive: true, force: true });
process.exitCode = faults === 0 ? 0 : 1;
