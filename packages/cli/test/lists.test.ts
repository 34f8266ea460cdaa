import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { withFaults } from './fixture.ts';
import { fixtureForAll } from './fixture-hooks.ts';

const { fixture } = fixtureForAll();

interface ListDocument {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly page: number;
  readonly size: number;
  readonly totalRecords: number;
  readonly totalPages: number;
}

async function list(...argv: string[]): Promise<ListDocument> {
  const { code, document, stderr } = await fixture.json(argv);
  expect([code, stderr]).toEqual([0, '']);
  return document as ListDocument;
}

const header = async (name: string) => {
  const { stdout } = await fixture.run([name, 'list', '--size', '1']);
  return stdout.split('\n')[0]?.split('\t');
};

describe('columns', () => {
  it('LIST-06 names provinces and countries for a reader, and keeps their codes for a program', async () => {
    const argv = ['companies', 'list', '--columns', 'state,country', '--size', '20'];
    const { stdout } = await fixture.run(argv, { columns: 120, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/Ontario +Canada/);
    const piped = await fixture.run(argv);
    expect(piped.stdout).toMatch(/ON\tCA\n/);
    expect(piped.stdout).not.toContain('Ontario');
    const { items } = await list(...argv);
    expect(new Set(items.map(({ country }) => country))).toEqual(new Set(['CA', 'US']));
  });

  it('CARD-01 lists cards with their columns', async () => {
    expect(await header('cards')).toEqual(
      'Number,Company,Plastic Type,Trailer,Status,Cash Advance,Cash Balance,Driver Name,Tractor,Reefer,UOM'.split(
        ',',
      ),
    );
  });

  it('TXN-01 lists transactions with their columns', async () => {
    expect(await header('transactions')).toEqual(
      'Auth Code,Time Stamp,Card Number,Site Number,Province State,Location,Company,Amount,Currency'.split(
        ',',
      ),
    );
  });

  it('INV-01 lists invoices with their columns', async () => {
    expect(await header('invoices')).toEqual(
      'Invoice Number,Company,Date Issued,Date Due,Start Date,End Date,Status,Total,Amount Due,Currency'.split(
        ',',
      ),
    );
  });
});

describe('states', () => {
  it('INV-05 says on a terminal since when an invoice is overdue, in red without NO_COLOR', async () => {
    const asked = ['invoices', 'list', '--filter', 'status:Sent', '--sort', 'due_date:asc'];
    const only = [...asked, '--size', '1', '--columns', 'invoice_number,status'];
    const { items } = await list(...asked, '--size', '1');
    const day = String(items[0]?.due_date);
    const now = new Date();
    const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
    const days = (today - Date.parse(day)) / 86_400_000;
    expect(days).toBeGreaterThan(1);
    const coloured = await fixture.run(only, { columns: 120 });
    expect(coloured.stdout).toContain(`\u001b[31mSent, overdue by ${days} days\u001b[39m`);
    const plain = await fixture.run(only, { columns: 120, env: { NO_COLOR: '1' } });
    expect(plain.stdout).toContain(`Sent, overdue by ${days} days`);
    expect(plain.stdout).not.toContain('\u001b[');
    const piped = await fixture.run(only);
    expect(piped.stdout.trim().split('\n').at(-1)?.split('\t').at(-1)).toBe('Sent');
  });

  it('CARD-11 shows a record by its state too', async () => {
    const { items } = await list('cards', 'list', '--filter', 'card_status:HOLD', '--size', '1');
    const { stdout } = await fixture.run(['cards', 'get', String(items[0]?.id)], { columns: 120 });
    expect(stdout).toContain('\u001b[33mHOLD\u001b[39m');
  });
});

describe('pages', () => {
  it('LIST-07 counts pages from 1 and returns the rest of the page', async () => {
    const first = await list('cards', 'list', '--size', '50');
    const last = await list('cards', 'list', '--size', '50', '--page', '3');
    expect({ ...first, items: first.items.length }).toEqual({
      items: 50,
      page: 1,
      size: 50,
      totalRecords: 120,
      totalPages: 3,
    });
    expect([last.items.length, last.page]).toEqual([20, 3]);
  });

  it('LIST-17 shows 10 rows by default, and accepts any size up to 50', async () => {
    expect((await list('cards', 'list')).items).toHaveLength(10);
    expect((await list('cards', 'list', '--size', '7')).items).toHaveLength(7);
    for (const size of ['0', '51', '5.5', 'many']) {
      const { code, stderr } = await fixture.run(['cards', 'list', '--size', size]);
      expect([code, stderr]).toEqual([2, 'forecourt: --size is a whole number from 1 to 50.\n']);
    }
  });

  it('LIST-17 writes every page with --all, each row once', async () => {
    const all = await list('cards', 'list', '--all', '--size', '7', '--sort', 'card_number');
    expect([all.items.length, all.page, all.size, all.totalRecords, all.totalPages]).toEqual([
      120, 1, 120, 120, 1,
    ]);
    expect(new Set(all.items.map(({ id }) => id)).size).toBe(120);
    const { stdout, stderr } = await fixture.run(['cards', 'list', '--all']);
    expect(stdout.split('\n')).toHaveLength(122);
    expect(stdout.match(/^Number\t/gm)).toHaveLength(1);
    expect(stderr).toBe('120 cards\n');
    expect((await list('cards', 'list', '--all', '--filter', 'card_number:0')).items).toEqual([]);
  });

  it('LIST-17 fails if a later page fails, with complete rows before it', async () => {
    const fault = {
      match: 'GET /api/v1/fuel-card-management',
      kind: 'status',
      value: 500,
      every: 2,
    } as const;
    await withFaults([fault], async (cut) => {
      const { code, stdout } = await cut.run(['cards', 'list', '--all']);
      expect(code).toBe(7);
      expect(stdout.split('\n')).toHaveLength(52);
    });
  });

  it('LIST-17 selects fields and rows with --all as without, and refuses a page with it', async () => {
    const fields = ['--columns', 'card_number', '--filter', 'card_status:active'];
    const { items } = await list('cards', 'list', '--all', ...fields);
    expect(items.length).toBeGreaterThan(50);
    expect(items.every((item) => Object.keys(item).join() === 'card_number')).toBe(true);
    const both = await fixture.run(['cards', 'list', '--all', '--page', '2']);
    expect([both.code, both.stderr]).toEqual([2, 'forecourt: Give --page or --all, not both.\n']);
  });

  it('LIST-03 prints which records are shown, separate from the result', async () => {
    const argv = ['cards', 'list', '--page', '2'];
    expect((await fixture.run(argv)).stderr).toBe('Showing record 11 to 20 of 120 records\n');
    expect((await fixture.run([...argv, '--quiet'])).stderr).toBe('');
  });

  it('returns an empty page after the last one, so that a loop over pages ends', async () => {
    const past = await list('cards', 'list', '--page', '99');
    expect(past).toEqual({ items: [], page: 99, size: 10, totalRecords: 120, totalPages: 12 });
  });
});

describe('order and filters', () => {
  const numbers = ({ items }: ListDocument) => items.map((item) => item.card_number);

  it('LIST-01 sorts in both directions, in any notation', async () => {
    const up = await list('cards', 'list', '--sort', 'card_number', '--size', '50');
    const down = await list('cards', 'list', '--sort', 'card_number:desc', '--size', '50');
    const comma = await list('cards', 'list', '--sort', 'card_number,desc', '--size', '50');
    expect(numbers(up)).toEqual([...numbers(up)].sort());
    expect(numbers(down)).toEqual(numbers(comma));
    expect(numbers(down)[0]).not.toBe(numbers(up)[0]);
  });

  it('LIST-07 filters by an exact value, by a part of one, and by several', async () => {
    const [card] = (await list('cards', 'list', '--size', '1')).items;
    const number = String(card?.card_number);
    expect(numbers(await list('cards', 'list', '--filter', `card_number:${number}`))).toEqual([
      number,
    ]);
    const part = await list('cards', 'list', '--filter', 'company_name::north');
    expect(part.totalRecords).toBeGreaterThan(0);
    expect(part.items.every((item) => /north/i.test(String(item.company_name)))).toBe(true);
    const both = ['--filter', 'company_name::north', '--filter', 'card_number:0'];
    expect((await list('cards', 'list', ...both)).totalRecords).toBe(0);
  });

  it('CARD-11 accepts a status as shown', async () => {
    const active = await list('cards', 'list', '--filter', 'card_status:active', '--size', '50');
    const held = await list('cards', 'list', '--filter', 'card_status:HOLD');
    expect(active.totalRecords + held.totalRecords).toBeLessThanOrEqual(120);
    expect(active.totalRecords).toBeGreaterThan(0);
    expect(active.items.every((item) => item.card_status === 'ACTIVE')).toBe(true);
  });

  it('LIST-07 limits a list by its own date, both days included', async () => {
    const days = ['--from', '2026-11-18', '--to', '2026-11-19'];
    const { items, totalRecords } = await list('transactions', 'list', ...days, '--size', '50');
    expect(totalRecords).toBeGreaterThan(0);
    expect(items.every(({ txn_date }) => /^2026-11-1[89]/.test(String(txn_date)))).toBe(true);
  });

  it('LIST-06 accepts a day as shown, and in other notations', async () => {
    const [invoice] = (await list('invoices', 'list', '--size', '1')).items;
    const [year = '', month, day] = String(invoice?.issued_date).split('-');
    const found = async (text: string) =>
      (await list('invoices', 'list', '--filter', `issued_date:${text}`)).totalRecords;
    const shown = await found(`${day}/${month}/${year.slice(2)}`);
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBe(await found(`${year}-${month}-${day}`));
    expect(shown).toBeLessThan((await list('invoices', 'list')).totalRecords);
  });

  it('LIST-14 takes ranges, choices and beginnings, and columns by their heading', async () => {
    const total = async (...filters: string[]) => {
      const flags = filters.flatMap((filter) => ['--filter', filter]);
      return (await list('transactions', 'list', ...flags, '--size', '50')).totalRecords;
    };
    const all = await total();
    const dear = await list('transactions', 'list', '--filter', 'amount>=1,000', '--size', '50');
    expect(dear.totalRecords).toBeGreaterThan(0);
    expect(dear.items.every(({ txn_amount }) => Number(txn_amount) >= 1000)).toBe(true);
    expect((await total('txn_amount<=999.99')) + dear.totalRecords).toBe(all);
    expect((await total('date<=10/11/26')) + (await total('date>=2026-11-11'))).toBe(all);
    expect(await total('dtl_stn_prv:ON', 'dtl_stn_prv:QC')).toBe(
      (await total('dtl_stn_prv:ON')) + (await total('dtl_stn_prv:QC')),
    );
    const [{ card_number: card } = {}] = dear.items;
    const digits = String(card).slice(0, 8);
    expect(await total(`card_number^=${digits.slice(0, 4)} ${digits.slice(4)}`)).toBeGreaterThan(0);
  });

  it('LIST-15 takes relative days for the own date, in a filter and at an end', async () => {
    const now = new Date();
    const day = (month: number, date: number) => {
      const at = new Date(now.getFullYear(), now.getMonth() + month, date);
      const two = (number: number) => String(number).padStart(2, '0');
      return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
    };
    const total = async (...flags: string[]) =>
      (await list('transactions', 'list', ...flags)).totalRecords;
    const [first, last] = [day(-1, 1), day(0, 0)];
    const lastMonth = await total('--from', first, '--to', last);
    expect(lastMonth).toBeGreaterThan(0);
    expect(lastMonth).toBeLessThan(await total());
    expect(await total('--on', 'last-month')).toBe(lastMonth);
    expect(await total('--on', 'Last month')).toBe(lastMonth);
    expect(await total('--filter', 'time stamp:last-month')).toBe(lastMonth);
    expect(await total('--from', 'last-month', '--to', last)).toBe(lastMonth);
    expect(await total('--on', first)).toBe(await total('--from', first, '--to', first));
    const { stderr } = await fixture.run(['transactions', 'list', '--on', 'last-month']);
    expect(stderr).toContain(`Days: Time Stamp from ${first} to ${last}.`);
    const due = ['invoices', 'list', '--filter', 'due_date<=yesterday'];
    const yesterday = day(0, now.getDate() - 1);
    expect((await list(...due)).totalRecords).toBe(
      (await list('invoices', 'list', '--filter', `due_date<=${yesterday}`)).totalRecords,
    );
    expect((await fixture.run(due)).stderr).toContain(`Days: Date Due to ${yesterday}.`);
  });

  it.each([
    [
      ['transactions', 'list', '--on', 'last-mouth'],
      '--on is a day of the calendar, YYYY-MM-DD, or a relative one, such as last-month.',
    ],
    // Nobody knows which of two days 03/04/2026 is.
    [
      ['transactions', 'list', '--on', '29/11/2026'],
      '--on is a day of the calendar, YYYY-MM-DD, or a relative one, such as last-month.',
    ],
    [['transactions', 'list', '--on', '2026-02-30'], '--on: there is no 30 February 2026'],
    [['transactions', 'list', '--on', 'today', '--from', '2026-01-01'], '--on, or --from and --to'],
    [['transactions', 'list', '--from', 'today', '--to', 'last-month'], 'No day is left'],
    [
      ['invoices', 'list', '--filter', 'due_date:today', '--filter', 'due_date:2026-11-01'],
      "Date Due: only one of its days can be relative, such as 'last month'.",
    ],
    [
      ['invoices', 'list', '--filter', 'due_date>=today', '--filter', 'due_date<=yesterday'],
      'Date Due: from is after to',
    ],
  ])('LIST-15 ends with 2 and says what is wrong: %j', async (argv, reported) => {
    const { code, stdout, stderr } = await fixture.run(argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reported);
  });

  it('ERR-01 says once what the service refuses of one filter', async () => {
    const { code, stderr } = await fixture.run(['trail', 'list', '--filter', 'record:foo:1']);
    expect([code, stderr.replace(/[\da-f-]{36}/, 'ID')]).toEqual([
      5,
      'forecourt: record is compared with a kind and an id, such as card:15, not with "foo:1".\nRequest id: ID\n',
    ]);
  });

  it.each([
    [['invoices', 'list', '--filter', 'total_amount>=10,93'], 'Total must be a number'],
    [['invoices', 'list', '--filter', 'status>=Open'], 'Status has no from and to'],
    [
      ['invoices', 'list', '--filter', 'due_date<=31/02/26'],
      'Date Due: there is no 31 February 2026: the month has 28 days',
    ],
    [['invoices', 'list', '--filter', 'total^=1'], 'Total is filtered by from and to'],
    [
      ['invoices', 'list', '--filter', 'total>=2', '--filter', 'total<=1'],
      'Total: from is more than to',
    ],
  ])('LIST-14 ends with 2 and says what is wrong: %j', async (argv, reported) => {
    const { code, stdout, stderr } = await fixture.run(argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reported);
  });

  it.each([
    [['cards', 'list', '--filter', 'nonsense:1'], "no field 'nonsense'"],
    [['cards', 'list', '--filter', 'card_number'], "not 'field:value'"],
    [['cards', 'list', '--sort', 'nonsense'], "no field 'nonsense'"],
    [['cards', 'list', '--sort', 'date'], "no field 'date'"],
    [['cards', 'list', '--sort', 'card_number:up'], '--sort'],
    [['cards', 'list', '--columns', 'card_number,nope'], "no field 'nope'"],
    [['cards', 'list', '--page', '0'], '--page'],
    [
      ['transactions', 'list', '--from', '2026-02-30'],
      '--from: there is no 30 February 2026: the month has 28 days.',
    ],
    [['transactions', 'list', '--from', '2026-03-02', '--to', '2026-03-01'], '--from'],
    [['cards', 'list', '--from', '2026-03-02'], 'unknown option'],
    [['cards', 'list', 'stray'], 'too many arguments'],
    [['cards'], 'Usage'],
    [['nonsense'], 'unknown command'],
  ])('ends with 2 and says what is wrong: %j', async (argv, reported) => {
    const { code, stdout, stderr } = await fixture.run(argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reported);
  });
});

describe('a usage error as JSON', () => {
  it.each([
    [['cards', 'list', '--nonsense'], 'cards.list'],
    [['cards', 'get'], 'cards.get'],
    [['cards'], 'cards'],
    [['nonsense'], 'forecourt'],
    [['login', 'stray'], 'login'],
    [[], 'forecourt'],
  ])('names the command that is meant: %j', async (argv, operation) => {
    const { code, stdout, document } = await fixture.json(argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(document).toMatchObject({ ok: false, operation, error: { code: 'usage' } });
  });
});

describe('output', () => {
  it('LIST-06 shows dates, card numbers and empty values for people on a terminal', async () => {
    const { stdout } = await fixture.run(['transactions', 'list', '--size', '1'], { columns: 160 });
    expect(stdout).toMatch(/\d\d\/\d\d\/26 \d{1,2}:\d\d [AP]M/);
    expect(stdout).toMatch(/7076 8\d{3} \d{4} \d{4}/);
    const empties = await fixture.run(['users', 'list', '--size', '50']);
    expect(empties.stdout).toContain('\t-\t');
  });

  it('prints raw values in a pipe, one row per line', async () => {
    const { stdout } = await fixture.run(['transactions', 'list', '--size', '5']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[1]?.split('\t')[1]).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect(lines[1]?.split('\t')[2]).toMatch(/^\d{16}$/);
    expect(lines[1]?.split('\t')[7]).toMatch(/^-?\d+\.\d\d$/);
  });

  it('LIST-01 shows the selected columns, and only those fields as JSON', async () => {
    const argv = ['cards', 'list', '--size', '1', '--columns', 'uom,card_number'];
    expect((await fixture.run(argv)).stdout.split('\n')[0]).toBe('UOM\tNumber');
    expect(Object.keys((await list(...argv)).items[0] ?? {})).toEqual(['uom', 'card_number']);
  });

  it('never exceeds a narrow terminal, and says what it left out', async () => {
    const { stdout, stderr } = await fixture.run(['cards', 'list'], { columns: 60 });
    const lines = stripVTControlCharacters(stdout).split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
    expect(stderr).toContain('No room for');
  });

  it('LIST-05 says so if nothing was found', async () => {
    const argv = ['cards', 'list', '--filter', 'card_number:0'];
    expect(await fixture.run(argv, { columns: 80 })).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No Manage cards found.\n',
    });
  });

  it('LIST-14 says which filter no row can fit, and what there is instead', async () => {
    const argv = ['cards', 'list', '--filter', 'card_status:HODL'];
    expect(await fixture.run(argv, { columns: 80 })).toEqual({
      code: 0,
      stdout: '',
      stderr: "No Manage cards found.\nStatus has no 'HODL'. It has RELEASE (ACTIVE), HOLD.\n",
    });
  });

  it('CARD-14 shows one card by its id, TXN-10 a transaction with its lines', async () => {
    const [card] = (await list('cards', 'list', '--size', '1')).items;
    const { document } = await fixture.json(['cards', 'get', String(card?.id)]);
    expect(document).toMatchObject({ id: card?.id, card_number: card?.card_number });
    const [transaction] = (await list('transactions', 'list', '--size', '1')).items;
    const shown = await fixture.run(['transactions', 'get', String(transaction?.id)], {
      columns: 200,
    });
    expect(shown.stdout).toContain('View Transaction');
    expect(shown.stdout).toMatch(/Fuel Purchase[\s\S]*Code[\s\S]*D1/);
  });

  it('INV-06 shows an invoice by its number, with what it bills', async () => {
    const [invoice] = (await list('invoices', 'list', '--size', '1')).items;
    const argv = ['invoices', 'get', String(invoice?.invoice_number)];
    expect((await fixture.run(argv)).stdout).toContain('# Billed Fuel Invoices');
    expect((await fixture.json(argv)).document).toMatchObject({ id: invoice?.id });
  });

  it('exits with 2 for an id that does not exist', async () => {
    const { code, document } = await fixture.json(['cards', 'get', '999999999']);
    expect(code).toBe(2);
    expect(document).toMatchObject({ ok: false, operation: 'cards.get', error: { status: 404 } });
  });
});
