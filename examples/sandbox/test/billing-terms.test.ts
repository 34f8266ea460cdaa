import { expect, it } from 'vitest';
import { openBilling } from './billing.kit.ts';

const { bill, buy, haul, make, store } = await openBilling();

it.each([
  [0, '20-12-2026'],
  [1, '21-11-2026'],
  [365, '20-11-2027'],
])('INV-14 with terms of %i days it is due on %s', async (due_days, due_date) => {
  const of = await haul(`Terms Haul ${due_days}`, `TE${due_days}`);
  await buy(of);
  await store.write((tx) =>
    tx.updateTable('customers').set({ due_days }).where('name', '=', of.name).execute(),
  );
  expect(await bill(of)).toMatchObject({ due_date });
});

it('INV-14 with terms beyond any calendar it wants them corrected, or its due date', async () => {
  const of = await haul('Slipped Haul', 'SLI');
  await buy(of);
  await store.write((tx) =>
    tx
      .updateTable('customers')
      .set({ due_days: 999_999_999 })
      .where('name', '=', of.name)
      .execute(),
  );
  const refused = await make(of, 100);
  expect([refused.status, (await refused.json()).errors]).toEqual([
    422,
    [
      {
        pointer: '/due_date',
        detail:
          'Slipped Haul has payment terms of 999999999 days. Correct them, or send the due date.',
      },
    ],
  ]);
  expect((await make(of, 100, { due_date: '24-12-2026' })).status).toBe(201);
});
