import type { Call } from '../load/client.ts';

const LIST = 'fuel-transaction/authcode?size=50';
const contains = (field: string, text: string) =>
  `${LIST}&filter=${encodeURIComponent(`${field}::${text}`)}`;
const sumsOf = (body: object) => ({
  path: 'fuel-transaction/authcode/totals',
  json: { filters: [], ...body },
});
const JULY = { from: '2026-07-01', to: '2026-07-31' };

interface Asked {
  readonly name: string;
  readonly path: string;
  readonly json?: object;
}

/** What an office asks of its purchases. Each page has 50 of them and the count of all. */
export const ASKED: readonly Asked[] = [
  { name: 'first page', path: LIST },
  { name: 'page in the middle', path: `${LIST}&page=MIDDLE` },
  { name: 'by amount', path: `${LIST}&sort=txn_amount,desc` },
  { name: 'by company', path: `${LIST}&sort=txn_company,asc` },
  { name: 'a month', path: `${LIST}&from=${JULY.from}&to=${JULY.to}` },
  { name: 'company contains haul', path: contains('txn_company', 'haul') },
  { name: 'card number contains 123', path: contains('card_number', '123') },
  { name: 'authorization contains 123', path: contains('authentication_id', '123') },
  { name: 'authorization contains zzz', path: contains('authentication_id', 'zzz') },
  { name: 'amount contains 864', path: contains('txn_amount', '864') },
  { name: 'sums of a month', ...sumsOf(JULY) },
  { name: 'sums of all', ...sumsOf({}) },
];

/** Makes one of these calls; returns how long it took, in milliseconds. Throws if it was refused. */
async function timeOf(call: Call, { path, json }: Asked, rows: number): Promise<number> {
  const started = performance.now();
  const answer = await call(
    path.replace('MIDDLE', String(Math.floor(rows / 100))),
    json && { json },
  );
  const ms = performance.now() - started;
  if (answer.status !== 200) {
    throw new Error(`${path} was answered with ${answer.status}: ${answer.body.slice(0, 200)}`);
  }
  return ms;
}

/**
 * Returns the median of `rounds` of each call by name, in milliseconds, after a round that isn't counted. `signIn`
 * comes before each round, because it writes: what was counted before is discarded.
 */
export async function timesOf(
  rows: number,
  signIn: () => Promise<Call>,
  rounds: number,
): Promise<Readonly<Record<string, number>>> {
  const times = new Map<string, number[]>(ASKED.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    const call = await signIn();
    for (const asked of ASKED) {
      const ms = await timeOf(call, asked, rows);
      if (round > 0) times.get(asked.name)?.push(ms);
    }
  }
  const median = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return Object.fromEntries([...times].map(([name, values]) => [name, median(values)]));
}
