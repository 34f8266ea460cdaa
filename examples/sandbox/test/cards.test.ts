// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.

import { describe, expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import { demoCardNumber } from '../../provider-files/demo-cards.ts';
import { essoFile, essoLine } from './esso-file.ts';
import { ADMIN, CLERK, fileForm, openSandbox, signIn, VIEWER } from './helpers.ts';

const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const clerk = await signIn(sandbox, CLERK);
const viewer = await signIn(sandbox, VIEWER);

const PATH = 'fuel-card-management';
const NORTH_HAUL = 'North Haul Carriers Ltd.';

const CARD = {
  card_number: '7010000000000001',
  company_name: NORTH_HAUL,
  card_type: 'Diesel only',
  plastic_type: 'Fleet',
  card_status: 'RELEASE',
  card_group: 'Sudbury terminal',
  driver_name: 'Ines Okafor',
  driver_id: '004711',
  other_id: 'ON ABC 1234',
  commercial_driver_license: 'ON12345678',
  vehicle_assigned_to_card: 'T1001',
  trailer_number: 'TR00042',
  odometer: 120_000,
  trip_number: 12,
  usage_above_volume_limits: 'No',
  cash_advance_type: 'Daily',
  cash_refresh_days: '{"monday":true,"thursday":true}',
  refreshing_cash_limits: 300,
  refreshing_cash_balance: 20.5,
  daily_card_limit: 1_500,
  debit_dollar_balance: 0,
  increment_dash_cash_amount: 0,
  pay_check_balance: 12.34,
  dash_cash_balance: 0,
  dash_cash_memo: 'None',
  weekly_product_refresh: 'monday',
  weekly_product_refresh_money_amount: 900,
  weekly_fuel_quantity_limit: 1_200,
  weekly_vehicle_quantity_refresh_day: '{"na":true}',
  weekly_fuel_quantity_balance: 0,
  daily_vehicle_quantity_limit_in_gallons: 200,
  non_highway_fuel_limit: 0,
};

const lastChange = async () => (await admin.json('audit?size=1')).content[0];
const detail = async (answer: Response) => ({
  status: answer.status,
  errors: (await answer.json()).errors,
});

describe('CARD-14 one card', () => {
  it('is made, read, changed and deleted, and the trail tells it', async () => {
    const made = await clerk.call(PATH, { body: CARD });
    expect(made.status).toBe(201);
    const card = await made.json();
    expect(card).toMatchObject({
      company: 1,
      company_number: 'NHC',
      status: 'ACTIVE',
      card_issue_date: '2026-11-20',
      refreshing_cash_balance: 20.5,
      uom: 'Litres',
    });
    expect(await admin.json(`${PATH}/${card.id}`)).toEqual(card);
    expect(await viewer.json(`${PATH}/${card.id}`)).toEqual(card);
    const creation = await lastChange();
    expect(creation).toMatchObject({
      action: 'cards.create',
      resource: 'cards',
      record_id: String(card.id),
      actor: CLERK,
    });
    expect(JSON.stringify(creation)).not.toContain(CARD.card_number);

    const body = { ...card, driver_name: 'Luc Nadeau', card_status: 'HOLD', card_number: '1' };
    const changed = await clerk.call(`${PATH}/${card.id}`, { method: 'PUT', body });
    expect(changed.status).toBe(200);
    // CARD-09: its number stays.
    expect(await changed.json()).toEqual({
      ...card,
      driver_name: 'Luc Nadeau',
      card_status: 'HOLD',
      status: 'INACTIVE',
    });
    expect(await lastChange()).toMatchObject({
      action: 'cards.update',
      changes: { driver_name: ['Ines Okafor', 'Luc Nadeau'], card_status: ['RELEASE', 'HOLD'] },
    });

    expect((await clerk.call(`${PATH}/${card.id}`, { method: 'DELETE' })).status).toBe(403);
    const gone = await admin.call(`${PATH}/${card.id}`, { method: 'DELETE' });
    expect([gone.status, await gone.json()]).toEqual([200, {}]);
    expect((await admin.call(`${PATH}/${card.id}`)).status).toBe(404);
    expect((await admin.call(`${PATH}/${card.id}`, { method: 'DELETE' })).status).toBe(404);
    expect(await lastChange()).toMatchObject({ action: 'cards.delete', actor: ADMIN });
  });

  it('CARD-09 CARD-12 is refused field by field with the texts of core', async () => {
    const { driver_name: _, trip_number: __, ...rest } = CARD;
    const body = {
      ...rest,
      card_number: '7010000000000002',
      odometer: 'far',
      daily_card_limit: -1,
    };
    expect(await detail(await admin.call(PATH, { body }))).toMatchObject({
      status: 422,
      errors: [{ pointer: '/odometer' }],
    });
    const found = await detail(await admin.call(PATH, { body: { ...body, odometer: 1.5e9 } }));
    expect(found.status).toBe(422);
    expect(found.errors).toEqual(
      expect.arrayContaining([
        { pointer: '/driver_name', detail: 'Driver Name is required' },
        { pointer: '/trip_number', detail: 'Trip Number is required' },
        { pointer: '/daily_card_limit', detail: 'Daily Card Limit must be 0 or more' },
        { pointer: '/odometer', detail: 'Odometer is too large' },
      ]),
    );
    const other = { ...CARD, card_number: '7010000000000003' };
    for (const [name, value] of [
      ['company_name', 'Nobody Ltd.'],
      ['card_status', 'LOST'],
      ['cash_refresh_days', '{}'],
      ['cash_refresh_days', '{"monday":true,"na":true}'],
      ['cash_refresh_days', 'monday'],
      ['card_number', demoCardNumber(0)],
    ] as const) {
      const refused = await detail(await admin.call(PATH, { body: { ...other, [name]: value } }));
      expect([refused.status, refused.errors[0].pointer]).toEqual([422, `/${name}`]);
    }
    expect((await admin.json(`${PATH}?filter=card_number::70100000`)).totalRecords).toBe(0);
  });

  it('CARD-12 takes the paycheck balance under either name', async () => {
    const body = { ...CARD, card_number: '7010000000000004' };
    const card = await (await admin.call(PATH, { body })).json();
    expect(card.paycheck_balance).toBe(12.34);
    const put = (sent: object) => admin.json(`${PATH}/${card.id}`, { method: 'PUT', body: sent });
    expect((await put({ pay_check_balance: 7 })).paycheck_balance).toBe(7);
    expect((await put({ paycheck_balance: 8 })).paycheck_balance).toBe(8);
    expect((await put({})).driver_name).toBe(CARD.driver_name);
  });

  it("ACC-04 another company's card is none", async () => {
    const { content } = await admin.json(`${PATH}?size=400`);
    const foreign = content.find((card: any) => card.company !== 1);
    const switched = await admin.call('switch/1');
    const acting = admin.as(switched.headers.get('authorization') ?? '');
    const put = await acting.call(`${PATH}/${foreign.id}`, { method: 'PUT', body: foreign });
    expect(put.status).toBe(404);
    const body = { ...CARD, card_number: '7010000000000005', company_name: foreign.company_name };
    expect((await acting.call(PATH, { body })).status).toBe(422);
  });
});

describe('CARD-06 assigning', () => {
  const assign = (client: typeof admin, customerCompanyId: unknown, cardIds: unknown) =>
    client.call(`${PATH}/assign-card-company-bulk`, { body: { customerCompanyId, cardIds } });

  it('shows the cards to the new company at once, and its purchases from today on', async () => {
    const { content } = await admin.json(`${PATH}?size=400`);
    const first = content.find((card: any) => card.card_number === demoCardNumber(0));
    const others = content.filter((card: any) => card.company !== 1 && card.id !== first.id);
    const ids = [first.id, others[0].id, others[1].id];
    const before = (await viewer.json(PATH)).totalRecords;
    const mine = first.company === 1 ? 1 : 0;
    const done = await assign(clerk, '1', ids.map(String));
    expect([done.status, await done.json()]).toEqual([200, { assigned: 3 }]);
    expect((await viewer.json(PATH)).totalRecords).toBe(before + 3 - mine);
    expect(await viewer.json(`${PATH}/${others[0].id}`)).toMatchObject({
      company: 1,
      company_name: NORTH_HAUL,
      company_number: 'NHC',
    });
    expect(await lastChange()).toMatchObject({
      action: 'cards.assign',
      record_id: '1',
      changes: { company_name: NORTH_HAUL, cardIds: ids },
    });
    // Bought two days ago: still its former company's.
    const file = essoFile([essoLine({ number: '900001', card: others[0].card_number })]);
    const form = fileForm(file, 'day.xls');
    expect((await admin.call('import_transactions?provider=ESSO', { body: form })).status).toBe(
      200,
    );
    const [row] = (await admin.json('fuel-transaction/authcode?filter=authentication_id:A900001'))
      .transactions;
    expect(row.txn_company).toBe(others[0].company_name);
  });

  it('is all or nothing', async () => {
    const { content } = await admin.json(`${PATH}?size=400`);
    const foreign = content.filter((card: any) => card.company !== 1).map((card: any) => card.id);
    const refused = await detail(await assign(admin, 1, [foreign[0], 999_999]));
    expect(refused).toEqual({
      status: 422,
      errors: [{ pointer: '/cardIds/1', detail: 'Card 999999 was not found.' }],
    });
    expect((await admin.json(`${PATH}/${foreign[0]}`)).company).not.toBe(1);
    expect((await detail(await assign(admin, 999, [foreign[0]]))).errors[0].pointer).toBe(
      '/customerCompanyId',
    );
    expect((await assign(admin, 1, [])).status).toBe(400);
    expect((await assign(admin, undefined, [1])).status).toBe(400);
    expect((await assign(viewer, 1, [1])).status).toBe(403);
  });
});

describe('CARD-03 CARD-05 cards from a file', () => {
  const upload = async (client: typeof admin, bytes: Uint8Array, name: string) =>
    client.call(`${PATH}/upload-fuel-card-csv`, { body: fileForm(bytes, name) });
  const text = (value: string) => new TextEncoder().encode(value);
  const template = async () => {
    const answer = await clerk.call(`${PATH}/download-fuel-card-csv?format=csv`);
    return (await answer.text()).replace('\uFEFF', '').trim().split(',');
  };
  const rowsOf = (columns: string[], cards: Record<string, unknown>[]) =>
    cards.map((card) => columns.map((name) => card[name] ?? ''));
  const sheet = (
    columns: string[],
    cards: Record<string, unknown>[],
    bookType: 'xlsx' | 'xls' | 'csv',
  ) => {
    const book = utils.book_new();
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([columns, ...rowsOf(columns, cards)]),
      'Cards',
    );
    const type = bookType === 'xls' ? 'biff8' : bookType;
    return new Uint8Array(write(book, { type: 'buffer', bookType: type }));
  };
  const card = (number: number, more: object = {}) => ({
    ...CARD,
    paycheck_balance: 1,
    cash_refresh_days: 'monday, Thursday',
    weekly_vehicle_quantity_refresh_day: 'N/A',
    card_number: `702000000000${String(number).padStart(4, '0')}`,
    ...more,
  });

  it('CARD-05 gives the template, a workbook unless CSV is asked for', async () => {
    const xlsx = await clerk.call(`${PATH}/download-fuel-card-csv`);
    expect(xlsx.headers.get('content-disposition')).toContain('SampleCardTemplate.xlsx');
    const bytes = new Uint8Array(await xlsx.arrayBuffer());
    const empty = await upload(clerk, bytes, 'SampleCardTemplate.xlsx');
    expect(await empty.json()).toEqual({ imported: 0, rejected: [] });
    expect(await template()).toEqual(expect.arrayContaining(['card_number', 'dash_cash_memo']));
    expect((await clerk.call(`${PATH}/download-fuel-card-csv?format=pdf`)).status).toBe(400);
  });

  it.each(['xlsx', 'xls', 'csv'] as const)('makes cards of a filled-in %s', async (kind) => {
    const columns = await template();
    const start = { xlsx: 10, xls: 20, csv: 30 }[kind];
    const sent = [card(start), card(start + 1, { card_status: 'active' })];
    const answer = await upload(clerk, sheet(columns, sent, kind), `cards.${kind}`);
    expect(await answer.json()).toEqual({ imported: 2, rejected: [] });
    const { content } = await viewer.json(
      `${PATH}?filter=card_number:${card(start + 1).card_number}`,
    );
    expect(content[0]).toMatchObject({ card_status: 'RELEASE', driver_name: 'Ines Okafor' });
    expect(JSON.parse(content[0].cash_refresh_days)).toMatchObject({
      monday: true,
      thursday: true,
      friday: false,
    });
  });

  it('enters the good rows, tells row, column, value and message of the others', async () => {
    const columns = await template();
    const answer = await upload(
      clerk,
      sheet(
        columns,
        [
          card(40),
          card(41, { driver_name: '', odometer: 'far' }),
          card(40),
          card(42, { company_name: 'Nobody Ltd.' }),
          card(43, { cash_refresh_days: 'someday' }),
          card(44, { card_number: 70_200_000_000_000_440 }),
        ],
        'xlsx',
      ),
      'cards.xlsx',
    );
    expect(answer.status).toBe(200);
    const { imported, rejected } = await answer.json();
    expect(imported).toBe(1);
    expect(rejected).toEqual([
      { row: 3, column: 'driver_name', value: '', message: 'Driver Name is required' },
      { row: 3, column: 'odometer', value: 'far', message: 'Odometer must be a whole number' },
      {
        row: 4,
        column: 'card_number',
        value: '…0040',
        message: 'The file has this card twice; the first row counts.',
      },
      {
        row: 5,
        column: 'company_name',
        value: 'Nobody Ltd.',
        message: 'There is no company of that name.',
      },
      {
        row: 6,
        column: 'cash_refresh_days',
        value: 'someday',
        message: 'Write weekdays with commas between, or N/A.',
      },
      {
        row: 7,
        column: 'card_number',
        value: '…0440',
        message: 'The number lost digits. Format the cell as text.',
      },
    ]);
  });

  it('changes cards that are there; an export can be handed in again', async () => {
    const { content } = await admin.json(`${PATH}?size=3`);
    const ids = content.map((row: any) => row.id);
    const exported = await (await admin.call(`${PATH}/export`, { body: { cardIds: ids } })).text();
    const answer = await upload(clerk, text(exported), 'Cards.csv');
    expect(await answer.json()).toEqual({ imported: 3, rejected: [] });
    for (const before of content) expect(await admin.json(`${PATH}/${before.id}`)).toEqual(before);
    const [known] = content;
    const line = `card_number,Driver Name,company_name\r\n${known.card_number},Gwen Rasmus,`;
    expect((await (await upload(clerk, text(line), 'one.csv')).json()).imported).toBe(1);
    expect(await admin.json(`${PATH}/${known.id}`)).toEqual({
      ...known,
      driver_name: 'Gwen Rasmus',
    });
  });

  it("ACC-04 leaves another company's cards alone", async () => {
    const { content } = await admin.json(`${PATH}?size=400`);
    const foreign = content.find((row: any) => row.company !== 1);
    const switched = await admin.call('switch/1');
    const acting = admin.as(switched.headers.get('authorization') ?? '');
    const line = `card_number,driver_name\r\n${foreign.card_number},Gwen Rasmus`;
    const answer = await (await upload(acting, text(line), 'one.csv')).json();
    expect(answer).toMatchObject({ imported: 0, rejected: [{ row: 2, column: 'card_number' }] });
    expect((await admin.json(`${PATH}/${foreign.id}`)).driver_name).toBe(foreign.driver_name);
  });

  it('refuses what is no card file, whole', async () => {
    const count = async () => (await admin.json(PATH)).totalRecords;
    const before = await count();
    for (const [bytes, name] of [
      [text('card_number,shoe_size\r\n1,42'), 'cards.csv'],
      [text('card_number,card_number\r\n1,1'), 'cards.csv'],
      [text('driver_name\r\nInes'), 'cards.csv'],
      [text('card_number\r\n1'), 'cards.pdf'],
      [new Uint8Array(), 'cards.csv'],
      [sheet(await template(), [card(50)], 'xlsx').slice(0, 900), 'cards.xlsx'],
    ] as const) {
      const answer = await upload(clerk, bytes, name);
      expect(answer.status).toBe(422);
      expect((await answer.json()).errors[0].pointer).toBe('/file');
    }
    expect(await count()).toBe(before);
    expect((await upload(viewer, text('card_number\r\n1'), 'cards.csv')).status).toBe(403);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
