// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../src/db/engine.ts';
import { CARD, PATH } from './card.kit.ts';
import { keptData } from './database.ts';
import { ADMIN, type Client, fileForm, IN_TESTS, openSandbox, signIn, VIEWER } from './helpers.ts';

/** A service with these types of cards instead of those that a new one begins with, and one card of a type of its own. */
async function openWith(types: Readonly<Record<string, readonly string[]>>) {
  const place = await keptData(IN_TESTS);
  const sandbox = await openSandbox(place);
  const store = await openStore(place);
  afterAll(() => store.close());
  await store.write(async (tx) => {
    await tx.deleteFrom('listed_types').execute();
    for (const [type, values] of Object.entries(types)) {
      const rows = values.map((value, position) => ({ type, value, position }));
      await tx.insertInto('listed_types').values(rows).execute();
    }
    await tx.updateTable('cards').set({ card_type: 'Gold', plastic_type: 'Wood' }).execute();
    const other = tx.updateTable('cards').set({ card_type: 'Copper' });
    await other.where('company_id', '=', 2).execute();
  });
  const [admin, viewer] = [await signIn(sandbox, ADMIN), await signIn(sandbox, VIEWER)];
  return { admin, viewer };
}

const errorsOf = async (answer: Response) => [answer.status, (await answer.json()).errors];
const NOT_OFFERED = (pointer: string, label: string) => [
  422,
  [{ pointer, detail: `${label} must be one of the choices` }],
];

describe('CARD-09 a service with card types of its own', () => {
  let admin: Client;
  let viewer: Client;
  beforeAll(async () => {
    ({ admin, viewer } = await openWith({
      CARD_TYPE: ['Gold', 'Silver'],
      PLASTIC_TYPE: ['Wood', 'Steel'],
      CASH_ADVANCE_TYPE: ['Never'],
      USAGE_ABOVE_LIMITS: ['Ask'],
    }));
  });
  const own = {
    ...{ ...CARD, card_type: 'Silver', plastic_type: 'Steel', cash_advance_type: 'Never' },
    usage_above_volume_limits: 'Ask',
  };

  it('takes its own types and refuses others, at their fields', async () => {
    expect((await admin.call(PATH, { body: own })).status).toBe(201);
    const number = { card_number: '7010000000000002' };
    const others = await admin.call(PATH, { body: { ...own, ...number, card_type: 'Fleet' } });
    expect(await errorsOf(others)).toEqual(NOT_OFFERED('/card_type', 'Card Type'));
  });

  it('lists a stored type that is not its own to those who read such a card, and takes it from them', async () => {
    const keys = async (who: Client) =>
      (await who.json('types?type=CARD_TYPE')).content.map(({ key }: any) => key);
    expect(await keys(admin)).toEqual(['Gold', 'Silver', 'Copper']);
    expect(await keys(viewer)).toEqual(['Gold', 'Silver']);
    const odd = { ...own, card_number: '7010000000000003', card_type: 'Copper' };
    expect((await admin.call(PATH, { body: odd })).status).toBe(201);
  });

  it('leaves a stored type as it is while others of its card are changed', async () => {
    const { content } = await admin.json(`${PATH}?size=1&filter=card_type:Copper`);
    const [{ id }] = content;
    const body = { driver_name: 'Ada Okafor' };
    const changed = await admin.call(`${PATH}/${id}`, { method: 'PUT', body });
    expect(await changed.json()).toMatchObject({ driver_name: 'Ada Okafor', card_type: 'Copper' });
  });

  it('names its own types in the template, and holds a file against them', async () => {
    const answer = await admin.call(`${PATH}/download-fuel-card-csv`);
    const { openWorkbook } = await import('@forecourt/core/provider-files');
    const book = await openWorkbook({ name: 'template.xlsx', blob: await answer.blob() });
    const written: unknown[] = [];
    for await (const batch of book.rows(1)) written.push(...batch.map(({ cells }) => cells));
    expect(written).toContainEqual(['card_type', 'Card Type', 'required', 'Gold or Silver']);
    const columns = Object.keys(own).filter((name) => name !== 'pay_check_balance');
    const row = (number: string, type: string) =>
      columns.map((name) => {
        const changed = { ...own, card_number: number, card_type: type } as any;
        const text =
          name.includes('day') && changed[name].startsWith?.('{') ? 'monday' : changed[name];
        return `"${text}"`;
      });
    const lines = [
      [...columns, 'paycheck_balance'],
      [...row('7010000000000011', 'Gold'), '1'],
      [...row('7010000000000012', 'Fleet'), '1'],
    ];
    const bytes = new TextEncoder().encode(lines.map((cells) => cells.join(',')).join('\r\n'));
    const form = fileForm(bytes, 'cards.csv');
    expect(await admin.json(`${PATH}/upload-fuel-card-csv`, { body: form })).toMatchObject({
      imported: 1,
      rejected: [
        {
          ...{ row: 3, column: 'card_type', value: 'Fleet' },
          message: 'Card Type must be one of the choices',
        },
      ],
    });
  });
});

it('CARD-09 keeps a choice as the key that it matched, however it was entered', async () => {
  const sandbox = await openSandbox(await keptData(IN_TESTS));
  const admin = await signIn(sandbox, ADMIN);
  const blanks = {
    ...{ card_status: ' HOLD ', card_type: ' Diesel only ', plastic_type: 'Fleet  ' },
    ...{ cash_advance_type: '\tDaily', usage_above_volume_limits: ' No ' },
    weekly_product_refresh: ' monday',
  };
  const keys = {
    ...{ card_status: 'HOLD', card_type: 'Diesel only', plastic_type: 'Fleet' },
    ...{ cash_advance_type: 'Daily', usage_above_volume_limits: 'No' },
    weekly_product_refresh: 'monday',
  };
  const stored = async (number: string) =>
    (await admin.json(`${PATH}?filter=card_status:HOLD&filter=card_number:${number}`)).content;
  const created = await admin.call(PATH, { body: { ...CARD, ...blanks } });
  expect(created.status).toBe(201);
  expect(await stored(CARD.card_number)).toMatchObject([keys]);

  const other = { ...CARD, card_number: '7010000000000002' };
  const { id } = await (await admin.call(PATH, { body: other })).json();
  const changed = await admin.call(`${PATH}/${id}`, { method: 'PUT', body: blanks });
  expect(changed.status).toBe(200);
  expect(await stored('7010000000000002')).toMatchObject([keys]);

  const { pay_check_balance: _, ...columns } = {
    ...{ ...CARD, ...blanks, card_number: '7010000000000003', paycheck_balance: 1 },
    ...{ cash_refresh_days: 'monday', weekly_vehicle_quantity_refresh_day: 'N/A' },
  };
  const lines = [Object.keys(columns), Object.values(columns).map((value) => `"${value}"`)];
  const bytes = new TextEncoder().encode(lines.map((cells) => cells.join(',')).join('\r\n'));
  const body = fileForm(bytes, 'cards.csv');
  expect(await admin.json(`${PATH}/upload-fuel-card-csv`, { body })).toEqual({
    ...{ imported: 1, created: 1, changed: 0, records: ['7010000000000003'], rejected: [] },
  });
  expect(await stored('7010000000000003')).toMatchObject([keys]);

  for (const type of ['CARD_TYPE', 'PLASTIC_TYPE', 'CASH_ADVANCE_TYPE', 'USAGE_ABOVE_LIMITS']) {
    const { content } = await admin.json(`types?type=${type}`);
    const offered = content.map(({ key }: any) => key);
    expect(offered).toEqual(offered.map((key: string) => key.trim()));
  }
});

it('CARD-09 a service that lists no types takes any', async () => {
  const { admin } = await openWith({});
  const free = { ...CARD, cash_advance_type: 'Now and then', card_type: ' Anything ' };
  const answer = await admin.call(PATH, { body: free });
  expect(await answer.json()).toMatchObject({ card_type: 'Anything' });
});

// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
