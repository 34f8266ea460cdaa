import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Schema } from '../src/db/schema.ts';
import { ADMIN, openSandbox, signIn } from './helpers.ts';
import { openOldData } from './old-data.kit.ts';

const COMPANY = {
  companyName: 'Łarkspire & Søn Ltd.',
  documentEmail: 'office@larkspire.test',
  phone: '7055550123',
  address1: '88 Regent Street',
  country: 'CA',
  state: 'ON',
  city: 'Sudbury',
  postalCode: 'P3E 3Z9',
  email: 'hanne@larkspire.test',
  firstName: 'Hanne',
  lastName: 'Jaswal',
  pwd: 'Cartage-9999',
};

const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const register = (changes: object) =>
  admin.call('fuel-company/register', { body: { ...COMPANY, ...changes } });
const errorsOf = async (answer: Response) => [answer.status, (await answer.json()).errors];

describe('names that look alike', () => {
  it('WIRE-06 can be used once', async () => {
    expect((await register({})).status).toBe(201);
    const alike = [
      'Łarkspire & Søn Ltd.',
      'łARKSPIRE & SØN LTD.',
      'Łarkspire  &   Søn Ltd.',
      ' Łarkspire & Søn\u00a0Ltd. ',
      'Łarkspire & Søn Ltd.'.normalize('NFD'),
      'Łark\u200bspire & Søn Ltd.',
      'Łark\u00adspire\ufeff & Søn Ltd.',
      'Łarkspire & Søn \uff2c\uff54\uff44.',
    ];
    for (const [index, companyName] of alike.entries()) {
      const answer = await register({ companyName, email: `other${index}@larkspire.test` });
      expect(await errorsOf(answer), JSON.stringify(companyName)).toEqual([
        422,
        [
          {
            pointer: '/companyName',
            detail:
              'There is a company of that name already. Names that differ only in case, spaces or invisible characters count as the same.',
          },
        ],
      ]);
    }
    const other = { companyName: 'Łarkspire & Søns Ltd.', email: 'lone@larkspire.test' };
    expect((await register(other)).status).toBe(201);
  });

  it('WIRE-06 are taken by one of two who register at the same time', async () => {
    const answers = await Promise.all(
      ['Twin Haul', 'twin  HAUL', 'Twin\u00a0Haul'].map((companyName, index) =>
        register({ companyName, email: `twin${index}@twin.test` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect((await admin.json('companies?filter=name::twin')).totalRecords).toBe(1);
  });

  it('CUST-02 a customer can not take the name of another, and may change its own', async () => {
    const { content } = await admin.json('customers?size=2&sort=id,asc');
    const [one, other] = content;
    const put = (name: string) =>
      admin.call(`customers/${one.id}`, { method: 'PUT', body: { name } });
    expect(await errorsOf(await put(`${other.name.toUpperCase()}\u200b`))).toEqual([
      422,
      [
        {
          pointer: '/name',
          detail:
            'This name is taken. Names that differ only in case, spaces or invisible characters count as the same.',
        },
      ],
    ]);
    expect((await put(one.name.toUpperCase())).status).toBe(200);
    expect((await put(one.name)).status).toBe(200);
    expect((await put('Renamed Carriers')).status).toBe(200);
    const renamed = { companyName: 'RENAMED  carriers', email: 'r@renamed.test' };
    expect((await errorsOf(await register(renamed)))[0]).toBe(422);
    expect(
      (await register({ companyName: 'Third Carriers', email: 'r@renamed.test' })).status,
    ).toBe(201);
  });

  it('WIRE-06 COMP-02 CUST-02 a word of two alphabets is refused, a whole word in another is a name', async () => {
    const detail = (label: string) =>
      `${label} mixes Latin and Cyrillic letters in 'N\u043erth', so that it looks like another name. Type the word in one alphabet`;
    const sent = { companyName: 'N\u043erth Haul Carriers Ltd.', email: 'n@north.test' };
    expect(await errorsOf(await register(sent))).toEqual([
      422,
      [{ pointer: '/companyName', detail: detail('Company Name') }],
    ]);
    const [one] = (await admin.json('customers?size=1&sort=id,asc')).content;
    const put = (body: object) => admin.call(`customers/${one.id}`, { method: 'PUT', body });
    expect(await errorsOf(await put({ name: 'N\u043erth' }))).toEqual([
      422,
      [{ pointer: '/name', detail: detail('Name') }],
    ]);
    expect((await put({ oprtng_name: 'Пётр Ltd. Société d’État' })).status).toBe(200);
  });

  it('WIRE-06 USER-04 a name and a reason that show nothing are missing', async () => {
    for (const blank of ['\u200b', ' \u200d\u2060 ', '\u00ad\ufeff', '\u3164', '\u2800']) {
      const missing = await errorsOf(await register({ companyName: blank, email: 'z@z.test' }));
      expect([blank, ...missing]).toEqual([
        blank,
        422,
        [{ pointer: '/companyName', detail: 'Company Name is required' }],
      ]);
      const reversed = await admin.call('fuel-payment/1/reverse', { body: { reason: blank } });
      expect(await errorsOf(reversed)).toEqual([
        422,
        [{ pointer: '/reason', detail: 'Reason is required' }],
      ]);
    }
  });

  it.each([
    ['companyName', 'Larkspire\r\nCartage', 'Company Name'],
    ['companyName', 'Lark\u202eerips', 'Company Name'],
    ['firstName', 'Han\u0007ne', 'First Name'],
    ['lastName', 'Jas\u2066wal', 'Last Name'],
    ['address2', 'Unit\u20284', 'Street Address 2'],
  ])('WIRE-06 %s may not be %j', async (name, value, label) => {
    expect(await errorsOf(await register({ [name]: value, email: 'c@c.test' }))).toEqual([
      422,
      [
        {
          pointer: `/${name}`,
          detail: `${label} may not contain line breaks or control characters`,
        },
      ],
    ]);
  });

  it.each(['a@b.test\r\nBcc: all@x.test', '"a b"@x.test', 'a..b@x.test', 'аda@x.test'])(
    'AUTH-01 documentEmail and email may not be %j',
    async (email) => {
      for (const name of ['documentEmail', 'email']) {
        const sent = { companyName: 'Mail Haul', email: 'm@mail.test', [name]: email };
        expect(await errorsOf(await register(sent))).toEqual([
          422,
          [{ pointer: `/${name}`, detail: 'Invalid email address' }],
        ]);
      }
    },
  );

  it('WIRE-06 a user, a customer and a card take no control characters either', async () => {
    const [customer] = (await admin.json('customers?size=1')).content;
    const [user] = (await admin.json('users?size=1')).content;
    const [card] = (await admin.json('fuel-card-management?size=1')).content;
    for (const [path, body, pointer] of [
      [`customers/${customer.id}`, { cont_name: 'A\r\nB' }, '/cont_name'],
      [`user/${user.profileid}`, { last_name: 'A\u202eB' }, '/last_name'],
      [`fuel-card-management/${card.id}`, { driver_name: 'A\u0000B' }, '/driver_name'],
      [`fuel-card-management/${card.id}`, { driver_name: 'A\u001bB' }, '/driver_name'],
    ] as const) {
      const answer = await admin.call(path, { method: 'PUT', body });
      expect([400, 422]).toContain(answer.status);
      expect((await answer.json()).errors[0].pointer).toBe(pointer);
    }
  });
});

describe('invoice numbers that differ by case', () => {
  const create = (invoice_number: string) =>
    admin.call('spol/invoices/', {
      body: {
        invoice_number,
        company_name: 'North Haul Carriers Ltd.',
        status: 'Open',
        currency: 'CAD',
        total_amount: 10,
        amount_due: 10,
        issued_date: '02-11-2026',
        due_date: '01-12-2026',
        start_date: '01-10-2026 00:00',
        end_date: '31-10-2026 23:59',
      },
    });

  it('INV-03 are taken once, and found as they are written', async () => {
    expect((await create('BIG-3')).status).toBeLessThan(300);
    expect(await errorsOf(await create('big-3'))).toEqual([
      422,
      [
        {
          pointer: '/invoice_number',
          detail: 'There is an invoice of that number already. Case makes no other number.',
        },
      ],
    ]);
    expect((await admin.call('spol/invoices/BIG-3')).status).toBe(200);
    expect((await admin.call('spol/invoices/big-3')).status).toBe(404);
    const both = await Promise.all(['Twin-7', 'TWIN-7'].map(create));
    expect(both.map(({ status }) => status < 300).sort()).toEqual([false, true]);
    expect(both.map(({ status }) => status < 500)).toEqual([true, true]);
  });
});

/** Adds names that look alike, as the release before took them. */
async function addNames(db: Kysely<Schema>): Promise<void> {
  for (const [index, name] of ['Old Haul', 'OLD  Haul', 'New Haul', 'old haul\u200b'].entries()) {
    const id = index + 11;
    await sql`insert into companies (id, name) values (${id}, ${name})`.execute(db);
    await sql`insert into customers (id, company_id, name) values (${id}, ${id}, ${name})`.execute(
      db,
    );
  }
}

describe('names of an earlier release that look alike', () => {
  it('WIRE-06 are kept and listed, and no further one is taken', async () => {
    const { sandbox: old, store, log } = await openOldData('0017', addNames);
    expect(log).toEqual([
      'Migration 0017-name-keys found 4 breaches of a rule in old rows and corrected 0 of them. The rows are kept; see the table migration_findings.',
    ]);
    const findings = await store.read
      .selectFrom('migration_findings')
      .select(['table_name', 'row_key', 'rule', 'row_values'])
      .orderBy('id')
      .execute();
    expect(findings.map((each) => Object.values(each).join(' | '))).toEqual([
      'companies | 12 | companies_one_name_key | name OLD  Haul, looks like Old Haul of 11',
      'companies | 14 | companies_one_name_key | name old haul\u200b, looks like Old Haul of 11',
      'customers | 12 | customers_one_name_key | name OLD  Haul, looks like Old Haul of 11',
      'customers | 14 | customers_one_name_key | name old haul\u200b, looks like Old Haul of 11',
    ]);
    const client = await signIn(old, ADMIN);
    const taken = await client.call('fuel-company/register', {
      body: { ...COMPANY, companyName: 'new haul' },
    });
    expect(taken.status).toBe(422);
    const phone = await client.call('customers/12', { method: 'PUT', body: { info: 'kept' } });
    expect([200, 422]).toContain(phone.status);
    const again = store.write((tx) =>
      sql`update companies set name_key = 'new haul' where id = 12`.execute(tx),
    );
    await expect(again).rejects.toThrow(/unique/i);
  });
});
