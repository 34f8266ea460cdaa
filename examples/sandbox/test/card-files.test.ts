// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.

import { describe, expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import { ADMIN, CLERK, fileForm, openSandbox, signIn, VIEWER } from './helpers.ts';
import { watchStalls } from './stalls.ts';

const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const clerk = await signIn(sandbox, CLERK);
const viewer = await signIn(sandbox, VIEWER);

import { CARD, PATH } from './card.kit.ts';

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

  it('CARD-05 downloads the template, a workbook unless CSV is requested', async () => {
    const xlsx = await clerk.call(`${PATH}/download-fuel-card-csv`);
    expect(xlsx.headers.get('content-disposition')).toContain('SampleCardTemplate.xlsx');
    const bytes = new Uint8Array(await xlsx.arrayBuffer());
    const empty = await upload(clerk, bytes, 'SampleCardTemplate.xlsx');
    expect(await empty.json()).toEqual({
      ...{ imported: 0, created: 0, changed: 0, records: [] },
      rejected: [],
    });
    expect(await template()).toEqual(expect.arrayContaining(['card_number', 'dash_cash_memo']));
    expect((await clerk.call(`${PATH}/download-fuel-card-csv?format=pdf`)).status).toBe(400);
  });

  it.each(['xlsx', 'xls', 'csv'] as const)('creates cards from a filled-in %s', async (kind) => {
    const columns = await template();
    const start = { xlsx: 10, xls: 20, csv: 30 }[kind];
    const sent = [card(start), card(start + 1, { card_status: 'active' })];
    const answer = await upload(clerk, sheet(columns, sent, kind), `cards.${kind}`);
    expect(await answer.json()).toEqual({
      ...{ imported: 2, created: 2, changed: 0, rejected: [] },
      records: sent.map(({ card_number }) => card_number),
    });
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

  it('enters the valid rows, and reports row, column, value and message of the others', async () => {
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
    const rows = (await admin.json(`${PATH}?size=3`)).content;
    // A record's own answer carries its version in the header.
    const content = rows.map(({ etag: _, ...card }: any) => card);
    const ids = content.map((row: any) => row.id);
    const exported = await (await admin.call(`${PATH}/export`, { body: { cardIds: ids } })).text();
    const answer = await upload(clerk, text(exported), 'Cards.csv');
    expect(await answer.json()).toMatchObject({
      ...{ imported: 3, created: 0, changed: 3, rejected: [] },
    });
    for (const before of content) expect(await admin.json(`${PATH}/${before.id}`)).toEqual(before);
    const [known] = content;
    const line = `card_number,Driver Name,company_name\r\n${known.card_number},Gwen Rasmus,`;
    expect((await (await upload(clerk, text(line), 'one.csv')).json()).imported).toBe(1);
    expect(await admin.json(`${PATH}/${known.id}`)).toEqual({
      ...known,
      driver_name: 'Gwen Rasmus',
    });
  });

  it('CARD-03 takes a card that is written in two ways for one, and names the first fifty', async () => {
    const columns = await template();
    const many = Array.from({ length: 52 }, (_, at) => card(60 + at));
    const twice = card(60, { card_number: '7020 0000 0000 0060' });
    const answer = await upload(clerk, sheet(columns, [...many, twice], 'csv'), 'cards.csv');
    const { created, records, rejected } = await answer.json();
    expect([created, records.length, records[0], records[49]]).toEqual([
      ...[52, 50, '7020000000000060', '7020000000000109'],
    ]);
    expect(rejected).toMatchObject([
      { row: 54, message: 'The file has this card twice; the first row counts.' },
    ]);
  });

  it('CARD-03 CARD-09 takes the harmless ways to write a number, and refuses what is none with its row', async () => {
    const columns = await template();
    const written = [
      ...['7020 0000 0000 0801', '7020-0000-0000-0802', "'7020000000000803"],
      ...['7020000000000804.0', '７０２００００００００００８０５', '7020-0000-0000-0801'],
      ...['7.07685E+15', '=7020000000000806', '-7020000000000807', '12', '<b>1</b>', '..', 'a/b'],
      'X'.repeat(300),
    ];
    const rows = written.map((card_number) => card(0, { card_number }));
    const answer = await upload(clerk, sheet(columns, rows, 'csv'), 'cards.csv');
    const { records, rejected } = await answer.json();
    expect(records).toEqual([
      ...['7020000000000801', '7020000000000802', '7020000000000803'],
      ...['7020000000000804', '7020000000000805'],
    ]);
    const none = 'Card Number must be 6 to 20 digits, with nothing but blanks or hyphens between';
    expect(rejected.map(({ column, message, row }: any) => [row, column, message])).toEqual([
      [7, 'card_number', 'The file has this card twice; the first row counts.'],
      [
        8,
        'card_number',
        'Excel has shortened this number: format the column as text and enter all digits again',
      ],
      ...[9, 10, 11, 12, 13, 14, 15].map((row) => [row, 'card_number', none]),
    ]);
    // The same number again, in another writing, is the same card.
    const line = 'card_number,driver_name\r\n7020 0000-0000 0802,Gwen Rasmus';
    const again = await (await upload(clerk, text(line), 'one.csv')).json();
    expect(again).toMatchObject({ created: 0, changed: 1 });
    // So it is for a card that is sent alone.
    for (const [card_number, status] of [
      ['7020-0000-0000-0803', 422],
      ['a/b', 422],
    ] as const) {
      const body = { ...CARD, card_number };
      const sent = await clerk.call(PATH, { body });
      expect((await sent.json()).errors).toEqual([
        {
          pointer: '/card_number',
          detail: card_number === 'a/b' ? none : 'There is a card of that number already.',
        },
      ]);
      expect(sent.status).toBe(status);
    }
  });

  it("ACC-04 leaves another company's cards alone", async () => {
    const { content } = await admin.json(`${PATH}?size=400`);
    const foreign = content.find((row: any) => row.company !== 1);
    const switched = await (await signIn(sandbox, ADMIN)).call('switch/1');
    const acting = admin.as(switched.headers.get('authorization') ?? '');
    const line = `card_number,driver_name\r\n${foreign.card_number},Gwen Rasmus`;
    const answer = await (await upload(acting, text(line), 'one.csv')).json();
    expect(answer).toMatchObject({ imported: 0, rejected: [{ row: 2, column: 'card_number' }] });
    expect((await admin.json(`${PATH}/${foreign.id}`)).driver_name).toBe(foreign.driver_name);
  });

  it('CARD-03 WIRE-06 stops after 500 faults, and says how many rows are left', async () => {
    const lines = Array.from({ length: 9_000 }, (_, row) => `70768500008${row + 10_000},Ines,,`);
    const file = text(`card_number,driver_name,company_name,odometer\r\n${lines.join('\r\n')}`);
    const stalls = watchStalls();
    const answer = await (await upload(clerk, file, 'wrong.csv')).json();
    expect(stalls.worst()).toBeLessThan(400);
    stalls.stop();
    expect(answer.imported).toBe(0);
    expect(answer.rejected.length).toBeLessThan(520);
    const last = answer.rejected.at(-1);
    expect(last).toMatchObject({ column: '', value: '' });
    const left = (9_002 - last.row).toLocaleString('en');
    expect(last.message).toBe(
      `After 500 faults, ${left} more rows were not looked at. Correct these first, then hand in the file again.`,
    );
  });

  it('CARD-03 WIRE-06 refuses a file of more than 10,000 rows, whole and soon', async () => {
    const lines = Array.from({ length: 169_000 }, () => '7076850000000991,,,');
    const file = text(`card_number,driver_name,company_name,odometer\r\n${lines.join('\r\n')}`);
    const stalls = watchStalls();
    const answer = await upload(clerk, file, 'many.csv');
    expect(stalls.worst()).toBeLessThan(400);
    stalls.stop();
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors).toEqual([
      { pointer: '/file', detail: 'The file has more than 10,000 rows. Hand it in in parts.' },
    ]);
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
