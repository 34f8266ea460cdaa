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

it.each([
  [3_650, 422, '/due_date', 'Date Due must be between 01/01/2000 and a year from today.'],
  [
    3_651,
    422,
    '/due_date',
    'Edge Haul 3651 has payment terms of 3651 days. Correct them, or send the due date.',
  ],
])(
  'INV-14 terms of %i days are refused with what is wrong',
  async (due_days, status, pointer, detail) => {
    const of = await haul(`Edge Haul ${due_days}`, `ED${due_days}`);
    await buy(of);
    await store.write((tx) =>
      tx.updateTable('customers').set({ due_days }).where('name', '=', of.name).execute(),
    );
    const refused = await make(of, 100);
    expect([refused.status, (await refused.json()).errors]).toEqual([
      status,
      [{ pointer, detail }],
    ]);
  },
);

it('INV-14 of several customers of a company the first one’s terms count', async () => {
  const of = await haul('Several Haul', 'SEV');
  await buy(of);
  await store.write(async (tx) => {
    const more = { name: 'Several Haul South', company_id: of.id, due_days: 90 };
    await tx.insertInto('customers').values(more).execute();
  });
  expect(await bill(of)).toMatchObject({ due_date: '11-12-2026' });
});
