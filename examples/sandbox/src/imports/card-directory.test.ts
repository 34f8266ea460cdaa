import { describe, expect, it } from 'vitest';
import { openTestStore } from '../../test/database.ts';
import { CardDirectory } from './card-directory.ts';

describe('TXN-13 cards by the numbers files print', async () => {
  const store = await openTestStore();
  await store.write(async () => {
    store.insertMany('companies', [
      { id: 1, name: 'First' },
      { id: 2, name: 'Second' },
    ]);
    store.insertMany('cards', [
      { id: 1, card_number: '5600170000005373' },
      { id: 2, card_number: '5600171111110541' },
      { id: 3, card_number: '7076851111110541' },
      { id: 4, card_number: '560017005373' },
    ]);
    store.insertMany('card_assignments', [
      { card_id: 1, company_id: 1, from_date: '2026-01-01' },
      { card_id: 1, company_id: 2, from_date: '2026-06-01' },
      { card_id: 2, company_id: 1, from_date: '2026-01-01' },
      { card_id: 3, company_id: 2, from_date: '2026-01-01' },
      { card_id: 4, company_id: 2, from_date: '2026-01-01' },
    ]);
  });

  const match = (number: string) =>
    store.write(async (tx) => {
      const cards = new CardDirectory(tx);
      await cards.load([number]);
      const found = cards.match(number);
      return typeof found === 'string' ? found : found.id;
    });

  it.each([
    ['5600170000005373', 1],
    ['560017XXXXXX5373', 1],
    ['560017XX5373', 4],
    ['560017XXXXXX0541', 2],
    ['*0541', 'ambiguous'],
    ['*9999', 'unknown'],
    ['0541', 'unknown'],
    ['%0541', 'unknown'],
  ])('%s is %s', async (number, expected) => {
    expect(await match(number)).toBe(expected);
  });

  it('belong to whom they were assigned to on the day', async () => {
    await store.write(async (tx) => {
      const cards = new CardDirectory(tx);
      await cards.load(['5600170000005373']);
      const card = cards.match('5600170000005373');
      if (typeof card === 'string') throw new Error(card);
      expect(card.companyOn('2026-05-31')?.name).toBe('First');
      expect(card.companyOn('2026-06-01')?.name).toBe('Second');
    });
  });
});
