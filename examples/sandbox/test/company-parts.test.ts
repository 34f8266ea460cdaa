import { describe, expect, it } from 'vitest';
import { ADMIN, openSandbox, signIn, VIEWER } from './helpers.ts';

const PATH = 'fuel-transaction/authcode';

interface Purchase {
  readonly id: number;
  readonly txn_company: string;
  readonly txn_date: string;
  readonly txn_amount: number;
  readonly hdr_currency: string;
}

/** Cents by currency. */
function centsOf(rows: readonly Purchase[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { hdr_currency: currency, txn_amount: amount } of rows) {
    sums[currency] = (sums[currency] ?? 0) + Math.round(amount * 100);
  }
  return sums;
}

const MATCHES = {
  contains: (name: string, part: string) => name.includes(part),
  begins: (name: string, part: string) => name.startsWith(part),
} as const;

const PARTS = ['haul', 'HAUL', 'north haul', 'n', ' ', '.', 'ltd.', 'é', 'zzz'];
const DAYS = [{}, { from: '2026-09-10', to: '2026-10-20' }, { from: '2026-11-01' }] as const;

const CASES = PARTS.flatMap((part) =>
  (['contains', 'begins'] as const).flatMap((match) =>
    DAYS.map((days) => ({ part, match, days, by: JSON.stringify(days) })),
  ),
);

describe('LIST-07 LIST-15 purchases of the companies whose name has a part', async () => {
  const sandbox = await openSandbox();
  const admin = await signIn(sandbox, ADMIN);
  const viewer = await signIn(sandbox, VIEWER);

  const readAll = async (client: typeof admin): Promise<readonly Purchase[]> =>
    (await client.json(`${PATH}?size=10000`)).transactions;
  const all = { admin: await readAll(admin), viewer: await readAll(viewer) };

  /** Compares the number, the first page and the sums with what all rows of the account say. */
  async function compare(
    client: typeof admin,
    all: readonly Purchase[],
    { part, match, days }: (typeof CASES)[number],
  ) {
    const { from = '', to = '9999' } = days as { readonly from?: string; readonly to?: string };
    const wanted = all.filter(
      ({ txn_company: name, txn_date: date }) =>
        MATCHES[match](name.toLowerCase(), part.toLowerCase()) &&
        date.slice(0, 10) >= from &&
        date.slice(0, 10) <= to,
    );
    const filters = [{ filterField: 'txn_company', matchStrategy: match, query: part }];
    const filter = `txn_company${{ contains: '::', begins: '^=' }[match]}${part}`;
    const query = new URLSearchParams({ filter, ...days, size: '20' });
    const found = await client.json(`${PATH}?${query}`);
    const { totals } = await client.json(`${PATH}/totals`, { body: { filters, ...days } });
    expect(found.metadata.total_count).toBe(wanted.length);
    expect(found.transactions.map(({ id }: Purchase) => id)).toEqual(
      wanted.slice(0, 20).map(({ id }) => id),
    );
    const sums = totals.map((of: { currency: string; sums: { txn_amount: string } }) => [
      of.currency,
      Number(of.sums.txn_amount.replace('.', '')),
    ]);
    expect(Object.fromEntries(sums)).toEqual(centsOf(wanted));
    return wanted;
  }

  it.each(CASES)('$match $part, $by', async (one) => {
    await compare(admin, all.admin, one);
    await compare(viewer, all.viewer, one);
  });

  it('follow a purchase that is deleted', async () => {
    const one = { part: 'haul', match: 'contains', days: {}, by: '' } as const;
    const before = await compare(admin, all.admin, one);
    const statuses: number[] = [];
    for (const { id } of before) {
      statuses.push((await admin.call(`transaction/${id}`, { method: 'DELETE' })).status);
      if (statuses.at(-1) === 200) break;
    }
    expect(statuses.at(-1)).toBe(200);
    expect(await compare(admin, await readAll(admin), one)).toHaveLength(before.length - 1);
  });
});
