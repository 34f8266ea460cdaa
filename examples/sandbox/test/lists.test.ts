import { describe, expect, it } from 'vitest';
import { ADMIN, openSandbox, signIn } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const encoded = (filter: string) => `filter=${encodeURIComponent(filter)}`;

const LISTS = [
  {
    path: 'fuel-card-management',
    rows: 'content',
    fields: `card_number company_name plastic_type trailer_number card_status cash_advance_type
      dash_cash_balance driver_name vehicle_assigned_to_card reefer uom`,
    money: ['dash_cash_balance'],
  },
  {
    path: 'fuel-transaction/authcode',
    rows: 'transactions',
    fields: `authentication_id txn_date card_number txn_station dtl_stn_prv dtl_stn_addr txn_company
      txn_amount hdr_currency`,
    money: ['txn_amount'],
  },
  {
    path: 'spol/invoices/',
    rows: 'content',
    fields: `invoice_number company_name issued_date due_date start_date end_date status total_amount
      amount_due currency`,
    money: ['total_amount', 'amount_due'],
  },
  {
    path: 'users',
    rows: 'content',
    fields: 'email first_name last_name company phone role',
    money: [],
  },
  {
    path: 'customers',
    rows: 'content',
    fields: 'name phone tax_no crm_id rate order_cnt invoice_cnt',
    money: ['rate', 'order_cnt', 'invoice_cnt'],
  },
  {
    path: 'companies',
    rows: 'content',
    fields: 'name email phone city state country',
    money: [],
  },
  {
    path: 'fuel-customer-markups',
    rows: 'content',
    fields: 'customer_id company_name mark_up_value fuel_company_provider',
    money: ['customer_id', 'mark_up_value'],
  },
] as const;

/** Alabama, Alaska, Alberta, Arizona … : provinces are sorted by the name that is shown. */
const BY_NAME =
  `AL AK AB AZ AR BC CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MB MD MA MI MN MS MO MT NE NV NB NH NJ NM NY
  NL NC ND NT NS NU OH OK ON OR PA PE QC RI SK SC SD TN TX UT VT VA WA WV WI WY YT`.split(/\s+/);

describe('LIST-07 shapes of the query dialect', () => {
  it('CARD-01 cards', async () => {
    const page = await admin.json('fuel-card-management?paged=true&page=2&size=5');
    expect(page).toMatchObject({ pageSize: 5, pageNumber: 2, totalPages: 80, totalRecords: 400 });
    expect(page.content.map((card: any) => card.id)).toEqual([6, 7, 8, 9, 10]);
    expect(JSON.parse(page.content[0].cash_refresh_days)).toHaveProperty('na');
  });

  it('TXN-01 TXN-02 transactions with their sub-transactions, newest first', async () => {
    const page = await admin.json('fuel-transaction/authcode?page=1&size=50');
    expect(page.metadata).toEqual({ page: 1, size: 50, total_count: 1_500 });
    const dates = page.transactions.map((row: any) => row.txn_date);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(dates[0]).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);
    for (const row of page.transactions) {
      const cents = row.sub_transactions.map((line: any) => Math.round(line.dtl_amt * 100));
      expect(cents.reduce((sum: number, value: number) => sum + value, 0)).toBe(
        Math.round(row.txn_amount * 100),
      );
      expect(String(row.txn_amount)).toMatch(/^\d+(\.\d{1,2})?$/);
    }
  });

  it('INV-01 INV-08 invoices with their dates day first', async () => {
    const page = await admin.json('spol/invoices/?size=2&sortParam=date&sortingOrder=asc');
    expect(page).toMatchObject({ pageable: { pageNumber: 1, pageSize: 2 }, total_elements: 40 });
    expect(page.content[0].issued_date).toMatch(/^\d{2}-\d{2}-2026$/);
    expect(page.content[0].start_date).toMatch(/^01-\d{2}-2026 00:00$/);
  });

  it('gives all rows with paged=false, and an empty page beyond the end', async () => {
    expect((await admin.json('fuel-card-management?paged=false')).content).toHaveLength(400);
    const beyond = await admin.json('fuel-card-management?page=99&size=50');
    expect(beyond).toMatchObject({ content: [], totalRecords: 400 });
  });
});

describe('LIST-08 the body dialect', () => {
  it.each(LISTS)('$path is zero-based with rows in content', async ({ path }) => {
    const search = `${path.replace(/\/$/, '')}/search`;
    const first = await admin.json(search, { body: { pageSize: 3 } });
    const second = await admin.json(search, { body: { pageSize: 3, pageNumber: 1, name: 'x' } });
    expect(first).toMatchObject({ pageSize: 3, pageNumber: 0 });
    expect(second.pageNumber).toBe(1);
    expect(second.totalPages).toBe(Math.ceil(second.totalRecords / 3));
    expect(second.content[0].id).not.toBe(first.content[0].id);
  });

  it('contains by default, equals when asked, sorted down with -1', async () => {
    const body = (matchStrategy?: string) => ({
      filters: [{ filterField: 'status', query: 'paid', ...(matchStrategy && { matchStrategy }) }],
      sortField: 'total_amount',
      sortOrder: -1,
      pageSize: 50,
    });
    const found = await admin.json('spol/invoices/search', { body: body() });
    const totals = found.content.map((row: any) => row.total_amount);
    expect(totals.length).toBeGreaterThan(1);
    expect(totals).toEqual([...totals].sort((a, b) => b - a));
    expect((await admin.json('spol/invoices/search', { body: body('equals') })).content).toEqual(
      [],
    );
    const bad = await admin.call('spol/invoices/search', { body: body('fuzzy') });
    expect(bad.status).toBe(400);
    expect((await bad.json()).errors[0].pointer).toBe('/filters/0/matchStrategy');
    const filters = [{ filterField: 'status', query: 'Open', matchStrategy: ['equals'] }];
    const listed = await admin.call('spol/invoices/search', { body: { filters } });
    expect([listed.status, (await listed.json()).errors]).toEqual([
      400,
      [{ pointer: '/filters/0/matchStrategy', detail: 'matchStrategy must be a text.' }],
    ]);
  });
});

describe('LIST-13 every column', () => {
  for (const { path, rows, fields, money } of LISTS) {
    for (const field of fields.trim().split(/\s+/)) {
      it(`${path} sorts and filters by ${field}`, async () => {
        const sorted = async (direction: string) => {
          const sort = path.startsWith('spol')
            ? `sortParam=${field}&sortingOrder=${direction}`
            : `sort=${field},${direction}`;
          return (await admin.json(`${path}?size=1500&${sort}`))[rows] as any[];
        };
        const up = await sorted('asc');
        const down = await sorted('desc');
        expect(up.map((row) => row.id)).toEqual(down.map((row) => row.id).reverse());
        const values = up.map((row) => row[field]);
        const iso = (value: any) =>
          /^\d{2}-\d{2}-\d{4}/.test(value)
            ? `${value.slice(6, 10)}${value.slice(3, 5)}${value.slice(0, 2)}${value.slice(10)}`
            : value;
        const keys = values.map(iso);
        const byName = field === 'dtl_stn_prv' || field === 'state';
        const placeOf = (value: string) =>
          byName ? BY_NAME.indexOf(value).toString().padStart(2, '0') : value;
        const expected = (money as readonly string[]).includes(field)
          ? [...keys].sort((a, b) => a - b)
          : [...keys]
              .map(String)
              .sort((a, b) => Buffer.compare(Buffer.from(placeOf(a)), Buffer.from(placeOf(b))));
        expect(keys.map((key) => (typeof expected[0] === 'string' ? String(key) : key))).toEqual(
          expected,
        );

        const wanted = values[Math.floor(values.length / 2)];
        const exact = (await admin.json(`${path}?size=1500&${encoded(`${field}:${wanted}`)}`))[
          rows
        ];
        expect(exact.length).toBe(values.filter((value) => value === wanted).length);
        const text = String(wanted);
        const part = text.slice(1, -1) || text;
        const some = (await admin.json(`${path}?size=1500&${encoded(`${field}::${part}`)}`))[rows];
        expect(some.length).toBeGreaterThanOrEqual(exact.length);
        const whole = ['order_cnt', 'invoice_cnt', 'customer_id'].includes(field);
        const digits = field === 'mark_up_value' ? 4 : 2;
        const shown = (value: any) =>
          typeof value === 'number' && !whole ? value.toFixed(digits) : String(value);
        for (const row of some) {
          expect(shown(row[field]).toLowerCase()).toContain(part.toLowerCase());
        }
      });
    }
  }
});

describe('LIST-01 the province column', () => {
  it.each(['asc', 'desc'])(
    'is sorted by name on every page, %s, then by date and id',
    async (direction) => {
      const path = `fuel-transaction/authcode?sort=dtl_stn_prv,${direction}`;
      const whole: any[] = (await admin.json(`${path}&size=1500`)).transactions;
      const codes: string[] = [...new Set(whole.map((row) => row.dtl_stn_prv))];
      const [first, second] = direction === 'asc' ? codes : codes.toReversed();
      expect([first, second]).toEqual(['AB', 'AZ']);
      const pages = await Promise.all(
        [1, 2, 3, 4].map(
          async (page) => (await admin.json(`${path}&size=25&page=${page}`)).transactions,
        ),
      );
      expect(pages.flat().map((row: any) => row.id)).toEqual(
        whole.slice(0, 100).map((row) => row.id),
      );
      const filtered = `${path}&${encoded('txn_company::o')}`;
      const some: any[] = (await admin.json(`${filtered}&size=1500`)).transactions;
      const places = some.map((row) => BY_NAME.indexOf(row.dtl_stn_prv));
      const order = direction === 'asc' ? 1 : -1;
      expect(places).toEqual([...places].sort((a, b) => (a - b) * order));
      expect(places.length).toBeGreaterThan(50);
    },
  );
});

describe('LIST-07 filters', () => {
  const total = async (query: string) =>
    (await admin.json(`fuel-transaction/authcode?size=1&${query}`)).metadata.total_count;

  it('all of several hold at once', async () => {
    const on = await total(encoded('dtl_stn_prv:ON'));
    const both = await total(`${encoded('dtl_stn_prv:ON')}&${encoded('txn_amount::9')}`);
    expect(on).toBeGreaterThan(both);
    expect(both).toBeGreaterThan(0);
    // Several exact values of one field are a choice among them (LIST-14).
    const or = await total(`${encoded('dtl_stn_prv:ON')}&${encoded('dtl_stn_prv:QC')}`);
    expect(or).toBe(on + (await total(encoded('dtl_stn_prv:QC'))));
  });

  it('take odd characters as they are', async () => {
    expect(await total(encoded('dtl_stn_addr::%'))).toBe(0);
    expect(await total(encoded('dtl_stn_addr::_'))).toBe(0);
    expect(await total(encoded("dtl_stn_addr::'; drop table cards --"))).toBe(0);
    expect(await total(encoded('dtl_stn_addr::\\'))).toBe(0);
    expect(await total(encoded('dtl_stn_addr::Sault Ste. Marie'))).toBeGreaterThan(0);
    expect(await total(encoded('dtl_stn_addr::a:b'))).toBe(0);
    expect(await total(encoded('txn_company:'))).toBe(0);
    expect(await total(encoded('txn_company::'))).toBe(1_500);
  });

  it('an exact value that begins with a colon comes with it percent-encoded twice', async () => {
    expect(await total('filter=txn_company:%253Alpha')).toBe(0);
    expect(await total('filter=txn_company:%253A')).toBe(0);
    expect(await total('filter=txn_company::%253A')).toBe(0);
  });

  it('money is compared exactly, with any number of zeros behind it', async () => {
    const { transactions } = await admin.json('fuel-transaction/authcode?size=1');
    const amount = transactions[0].txn_amount;
    const count = await total(encoded(`txn_amount:${amount}`));
    expect(count).toBeGreaterThan(0);
    expect(await total(encoded(`txn_amount:${amount.toFixed(2)}000`))).toBe(count);
    expect(await total(encoded(`txn_amount:${amount}1234`))).toBe(0);
    const all = await admin.json('fuel-transaction/authcode?size=1500');
    const texts = all.transactions.map((row: any) => row.txn_amount.toFixed(2));
    const [whole, cents] = amount.toFixed(2).split('.');
    for (const part of [
      `${whole}.${cents}`,
      `${whole.slice(1)}.${cents}`,
      `.${cents}`,
      whole,
      '0.00',
      '00.00',
    ]) {
      expect(await total(encoded(`txn_amount::${part}`))).toBe(
        texts.filter((text: string) => text.includes(part)).length,
      );
    }
  });

  it('LIST-06 a day means the whole day, in either writing', async () => {
    const { transactions } = await admin.json('fuel-transaction/authcode?size=1');
    const day = transactions[0].txn_date.slice(0, 10);
    const count = await total(`from=${day}&to=${day}`);
    expect(count).toBeGreaterThan(0);
    expect(await total(encoded(`txn_date:${day}`))).toBe(count);
    expect(await total(encoded(`date:${day.split('-').reverse().join('-')}`))).toBe(count);
    expect(await total(encoded(`txn_date::${day.slice(0, 7)}`))).toBeGreaterThanOrEqual(count);
  });

  it.each([
    ['fuel-transaction/authcode?filter=nothing:1', 'nothing'],
    ['fuel-transaction/authcode?sort=nothing,asc', 'nothing'],
    ['fuel-transaction/authcode?filter=constructor:1', 'constructor'],
    ['fuel-transaction/authcode?filter=txn_amount:abc', 'txn_amount'],
    ['fuel-transaction/authcode?filter=txn_date:yesterday', 'txn_date'],
    ['fuel-transaction/authcode?filter=nocolon', 'filter'],
    ['fuel-transaction/authcode?from=20-11-2026', 'from'],
    ['fuel-transaction/authcode?to=2026-02-30', 'to'],
    ['fuel-transaction/authcode?page=0', 'page'],
    ['fuel-transaction/authcode?size=x', 'size'],
    ['fuel-transaction/authcode?sort=txn_date,sideways', 'sort'],
    ['fuel-card-management?from=2026-01-01', 'from'],
    ['fuel-card-management?sort=date,asc', 'date'],
  ])('%s is refused and named', async (path, name) => {
    const answer = await admin.call(path);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(await answer.json())).toContain(name);
  });

  it.each([
    ['fuel-transaction/authcode', 'txn_date', '2026-02-30'],
    ['fuel-transaction/authcode', 'date', '30-02-2026'],
    ['fuel-transaction/authcode', 'txn_date', '2026-02-30T10:00'],
    ['spol/invoices/', 'issued_date', '30-02-2026'],
  ])('LIST-14 %s says that %s can’t be %s, however it is compared', async (path, field, day) => {
    for (const sign of [':', '>=', '<=']) {
      const answer = await admin.call(
        `${path}?filter=${encodeURIComponent(`${field}${sign}${day}`)}`,
      );
      const { errors } = await answer.json();
      expect([answer.status, errors]).toEqual([
        400,
        [
          {
            pointer: `/filter/${field}`,
            detail: `${field}: there is no 30 February 2026: the month has 28 days.`,
          },
        ],
      ]);
    }
    const month = await admin.call(`${path}?filter=${field}:2026-13-01`);
    expect((await month.json()).detail).toBe(`${field}: there is no month 13.`);
    expect((await admin.call(`${path}?filter=${field}:2028-02-29`)).status).toBe(200);
  });

  it('counts anew after a change', async () => {
    const other = await signIn(sandbox, ADMIN);
    const before = await admin.json('audit');
    await other.call('switch/1');
    expect((await admin.json('audit')).totalRecords).toBe(before.totalRecords + 1);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
