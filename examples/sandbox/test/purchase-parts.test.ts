import { describe, expect, it } from 'vitest';
import { openBilling } from './billing.kit.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const { admin, buy, haul, importStop, store } = await openBilling();
const of = await haul('Parts Haul', 'PRT');

/** The ids of the purchases whose field contains this. */
async function found(field: string, part: string): Promise<number[]> {
  const query = `size=100&filter=${encodeURIComponent(`${field}::${part}`)}`;
  const { transactions } = await admin.json(`fuel-transaction/authcode?${query}`);
  return transactions.map(({ id }: any) => id);
}

describe('LIST-14 a part of a code or an amount', () => {
  it('is looked up in an index, if it has three characters', async () => {
    expect(await store.havingPart('authentication_id', 'A12')).toBeDefined();
    expect(await store.havingPart('amount_minor', '4.5')).toBeDefined();
    expect(await store.havingPart('authentication_id', 'A1')).toBeUndefined();
    expect(await store.havingPart('authentication_id', 'Ärz')).toBeUndefined();
    expect(await store.havingPart('amount_minor', '-4.5')).toBeUndefined();
  });

  it('finds a purchase that is entered by hand, changed and deleted', async () => {
    const one = await buy(of, [{ dtl_amt: 7391.46, dtl_hst_amt: 0 }]);
    const code = String(one.authentication_id);
    expect(await found('authentication_id', code.slice(1))).toEqual([one.id]);
    expect(await found('txn_amount', '391.4')).toEqual([one.id]);
    const line = { ...one.txn_attr[0], dtl_amt: 8264.05 };
    const change = { method: 'PUT', body: { ...one, txn_attr: [line] } };
    expect((await admin.call(`fuel-transaction/${one.id}`, change)).status).toBe(200);
    expect(await found('txn_amount', '391.4')).toEqual([]);
    expect(await found('txn_amount', '264.05')).toEqual([one.id]);
    expect((await admin.call(`transaction/${one.id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await found('txn_amount', '264.05')).toEqual([]);
    expect(await found('authentication_id', code.slice(1))).toEqual([]);
  });

  it('finds what an import enters, and what it adds to a purchase', async () => {
    expect((await importStop(of, '884412', ['DSL'])).status).toBe(200);
    const [id, ...others] = await found('authentication_id', '4412');
    expect([id, others]).toEqual([expect.any(Number), []]);
    const { transactions } = await admin.json('fuel-transaction/authcode?size=100');
    const before = transactions.find((row: any) => row.id === id).txn_amount.toFixed(2);
    expect(await found('txn_amount', before)).toEqual([id]);
    expect((await importStop(of, '884412', ['DSL', 'DEF'])).status).toBe(200);
    const again = await admin.json('fuel-transaction/authcode?size=100');
    const after = again.transactions.find((row: any) => row.id === id).txn_amount.toFixed(2);
    expect(after).not.toBe(before);
    expect(await found('txn_amount', after)).toEqual([id]);
    expect(await found('txn_amount', before)).toEqual([]);
  });

  it('lets another connection change purchases after an import', async () => {
    await store.write((tx) => tx.updateTable('companies').set({ code: 'PRT' }).execute());
    expect((await importStop(of, '775533', ['DSL'])).status).toBe(200);
    await store.write((tx) =>
      tx
        .updateTable('transactions')
        .set({ company_name: 'Moved Haul' })
        .where('authentication_id', 'like', '%775533%')
        .execute(),
    );
    expect(await found('txn_company', 'Moved')).toEqual(await found('authentication_id', '75533'));
  });

  it.each(['%%%', '___', '"""', 'A" OR "B', "o'c", '* *', '\\\\\\', 'code : x'])(
    'finds nothing by %s, whatever it means to the database',
    async (part) => {
      expect(await found('authentication_id', part)).toEqual([]);
    },
  );
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
