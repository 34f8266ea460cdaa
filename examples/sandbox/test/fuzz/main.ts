// `npm run fuzz -- [--minutes N] [--seed S] [--engine sqlite|postgres]`
import { parseArgs } from 'node:util';
import pg from 'pg';
import { fuzz } from './run.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (!(minutes > 0) || !Number.isSafeInteger(seed) || !/^(sqlite|postgres)$/.test(values.engine)) {
  console.error('Use: npm run fuzz -- [--minutes N] [--seed S] [--engine sqlite|postgres]');
  process.exit(2);
}

/** A new database on the server that `scripts/fuzz.mjs` started. */
async function createDatabase(): Promise<string> {
  const address = new URL(process.env.TEST_POSTGRES ?? '');
  const client = new pg.Client(address.href);
  await client.connect();
  const name = `fuzz_${Date.now()}`;
  await client.query(`create database ${name}`);
  await client.end();
  address.pathname = `/${name}`;
  return address.href;
}

console.log(`Fuzzing for ${minutes} min on ${values.engine}, seed ${seed}.`);
const report = await fuzz({
  seed,
  ms: minutes * 60_000,
  maxStallMs: 250,
  ...(values.engine === 'postgres' ? { createDatabase } : {}),
  log: console.log,
});
const { attacked, calls, findings, heapMb, statuses, worstStallMs } = report;
for (const finding of findings) console.log(`\n${finding}`);
console.log(`\n${calls} calls of ${attacked} kinds: ${JSON.stringify(statuses)}`);
console.log(
  `Worst stall ${worstStallMs} ms; heap ${heapMb[0]} MB early, ${heapMb[1]} MB at the end.`,
);
console.log(`${findings.length} findings. Seed ${seed}.`);
process.exitCode = findings.length === 0 ? 0 : 1;
