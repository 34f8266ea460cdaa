import type { Draft } from '@forecourt/core';
import { FULL_ACCESS } from '@forecourt/core/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../src/audit/audit.ts';
import type { CardFileRow } from '../src/cards/card-file.ts';
import { checkCards, enterCards } from '../src/cards/import-cards.ts';
import { openStore } from '../src/db/engine.ts';
import { CARD, NORTH_HAUL } from './card.kit.ts';
import { keptData } from './database.ts';
import { ADMIN, IN_TESTS, NOW, openSandbox } from './helpers.ts';

const place = await keptData(IN_TESTS);
await openSandbox(place);
const store = await openStore(place);
afterAll(() => store.close());

const { id: userId } = await store.read
  .selectFrom('users')
  .select('id')
  .where('email', '=', ADMIN)
  .executeTakeFirstOrThrow();
const actor = {
  account: { userId, email: ADMIN, companyId: null, access: FULL_ACCESS },
  ...{ requestId: 'r-1', address: '127.0.0.1', at: NOW, today: '2026-11-20' },
} as unknown as Actor;

const { pay_check_balance: _, ...card } = CARD;
const texts = Object.fromEntries(
  Object.entries({ ...card, paycheck_balance: 1 }).map(([name, value]) => [name, String(value)]),
);
const draft: Draft = {
  ...texts,
  cash_refresh_days: { monday: true },
  weekly_vehicle_quantity_refresh_day: { na: true },
};
const rowsOf = (numbers: readonly string[], changes: Draft = {}): CardFileRow[] =>
  numbers.map((card_number, index) => ({
    ...{ row: index + 2, cells: { card_number }, faults: [] },
    draft: { ...draft, ...changes, card_number },
  }));
const enter = (checked: Awaited<ReturnType<typeof checkCards>>) =>
  store.write((tx) => enterCards(tx, actor, checked, 'cards.csv'));
const stored = (numbers: readonly string[]) =>
  store.read.selectFrom('cards').selectAll().where('card_number', 'in', numbers).execute();

let base = 7_030_000_000_000_000;
const numbered = (count: number) => Array.from({ length: count }, (_, at) => String(base + at));
beforeEach(() => {
  base += 1_000;
});

describe('CARD-03 a file of cards, checked beside other changes', () => {
  it('keeps no other change waiting while it is checked', async () => {
    const numbers = numbered(300);
    const events: string[] = [];
    // What the check reads first arrives only once the other change is made.
    const changed = Promise.withResolvers<void>();
    const read = store.read.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await changed.promise;
        return result;
      },
    });
    const checked = checkCards(read, actor, rowsOf(numbers)).then((found) => {
      events.push('checked');
      return found;
    });
    const change = { driver_name: 'Meanwhile' };
    await store.write((tx) => tx.updateTable('cards').set(change).where('id', '=', 1).execute());
    events.push('other change');
    changed.resolve();
    expect(await enter(await checked)).toMatchObject({ created: 300, changed: 0, rejected: [] });
    expect(events).toEqual(['other change', 'checked']);
  });

  it('checks a row again whose number was given to a card meanwhile', async () => {
    const numbers = numbered(3);
    const [, second = ''] = numbers;
    const checked = await checkCards(store.read, actor, rowsOf(numbers));
    await enter(await checkCards(store.read, actor, rowsOf([second], { driver_name: 'First' })));
    expect(await enter(checked)).toMatchObject({ created: 2, changed: 1, records: numbers });
    const trail = await store.read
      .selectFrom('audit')
      .select(['action', 'changes'])
      .where('resource', '=', 'cards')
      .orderBy('id', 'desc')
      .limit(3)
      .execute();
    expect(trail.map(({ action }) => action).sort()).toEqual([
      ...['cards.create', 'cards.create', 'cards.update'],
    ]);
    expect(trail.find(({ action }) => action === 'cards.update')?.changes).toContain(
      '"driver_name":["First","Ines Okafor"]',
    );
  });

  it('never puts what it read over what somebody changed meanwhile', async () => {
    const numbers = numbered(1);
    await enter(await checkCards(store.read, actor, rowsOf(numbers)));
    const only = numbers.map((card_number) => ({
      ...{ row: 2, cells: { card_number }, faults: [] },
      draft: { card_number, driver_name: 'From the file' },
    }));
    const checked = await checkCards(store.read, actor, only);
    const meanwhile = { trailer_number: 'TR-MEANWHILE' };
    await store.write((tx) =>
      tx.updateTable('cards').set(meanwhile).where('card_number', 'in', numbers).execute(),
    );
    expect(await enter(checked)).toMatchObject({ changed: 1 });
    expect(await stored(numbers)).toMatchObject([
      { driver_name: 'From the file', trailer_number: 'TR-MEANWHILE' },
    ]);
  });

  it('rejects a row whose company is called otherwise by now', async () => {
    const numbers = numbered(1);
    const checked = await checkCards(store.read, actor, rowsOf(numbers));
    const rename = (from: string, name: string) =>
      store.write((tx) =>
        tx.updateTable('companies').set({ name }).where('name', '=', from).execute(),
      );
    await rename(NORTH_HAUL, 'South Haul Ltd.');
    const answer = await enter(checked);
    await rename('South Haul Ltd.', NORTH_HAUL);
    expect(answer).toMatchObject({
      ...{ imported: 0, records: [] },
      rejected: [{ column: 'company_name', message: 'There is no company of that name.' }],
    });
    expect(await stored(numbers)).toEqual([]);
  });

  it('names a company that does not exist differently from another company, in a row of a stored card', async () => {
    const numbers = numbered(1);
    await enter(await checkCards(store.read, actor, rowsOf(numbers)));
    const other = await store.read
      .selectFrom('companies')
      .select('name')
      .where('name', '!=', NORTH_HAUL)
      .executeTakeFirstOrThrow();
    const refusedWith = async (company_name: string) =>
      (await checkCards(store.read, actor, rowsOf(numbers, { company_name }))).bad;
    expect(await refusedWith('Nowhere Ltd.')).toMatchObject([
      { rejected: [{ column: 'company_name', message: 'There is no company of that name.' }] },
    ]);
    expect(await refusedWith(other.name)).toMatchObject([
      {
        rejected: [
          {
            column: 'company_name',
            message: 'The card is another company’s. Assign it instead.',
          },
        ],
      },
    ]);
  });

  it('stores all of its good rows or none', async () => {
    const numbers = numbered(450);
    const checked = await checkCards(store.read, actor, rowsOf(numbers));
    const last = checked.good.at(-1);
    if (!last) throw new Error('All rows are good.');
    const broken = { ...last, columns: { ...last.columns, driver_name: null } } as never;
    const good = [...checked.good.slice(0, -1), broken];
    await expect(enter({ ...checked, good })).rejects.toThrow();
    expect(await stored(numbers)).toEqual([]);
    expect(await enter(checked)).toMatchObject({ created: 450 });
  });
});
