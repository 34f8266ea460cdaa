import { describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { ADMIN, openSandbox, signIn, VIEWER } from './helpers.ts';
import { pdfText } from './pdf-text.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const viewer = await signIn(sandbox, VIEWER);
const cents = (amount: number) => Math.round(amount * 100);

type Sheets = Record<string, { header: string[]; rows: any[][]; total: any[] | undefined }>;

/** The tables of a workbook, without the lines above them. */
async function workbook(body: object, client = admin): Promise<Sheets> {
  const answer = await client.call('reporting', { body: { format: 'excel', ...body } });
  expect(answer.status).toBe(200);
  const book = read(await answer.arrayBuffer());
  return Object.fromEntries(
    book.SheetNames.map((name) => {
      const lines = utils.sheet_to_json<any[]>(book.Sheets[name] as any, { header: 1 });
      const at = lines.findIndex((line) => line.length > 1);
      const rows = lines.slice(at + 1);
      const total = String(rows.at(-1)?.[0]).startsWith('Total ') ? rows.pop() : undefined;
      return [name, { header: lines[at] as string[], rows, total }];
    }),
  );
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const iso = (day: string) => day.split('-').reverse().join('-');

describe('REP-01 a workbook', () => {
  it('says above each table which report and table it is, and of which day', async () => {
    const body = { report_type: 'aging', format: 'excel' };
    const book = read(await (await admin.call('reporting', { body })).arrayBuffer());
    const above = Object.entries(book.Sheets).map(([name, sheet]) => {
      const lines = utils.sheet_to_json<string[]>(sheet, { header: 1 });
      return [name, lines[0]?.[0], lines[1]?.[0]];
    });
    const about =
      'Amounts due as of 20 Nov 2026, by days since the invoice was issued. Drafts and invoices issued later are left out.';
    expect(above).toEqual([
      ['Aging CAD', 'Aging report: Aging CAD', about],
      ['Aging USD', 'Aging report: Aging USD', about],
      ['Open invoices', 'Aging report: Open invoices', about],
    ]);
  });
});

describe('REP-01 aging', () => {
  it('sums what every invoice has due, by its age, customer and currency, to the cent', async () => {
    const { content } = await admin.json('spol/invoices/?size=100');
    const open = content.filter((row: any) => row.amount_due > 0 && row.status !== 'Draft');
    const sheets = await workbook({ report_type: 'aging' });
    for (const currency of ['CAD', 'USD']) {
      const own = open.filter((row: any) => row.currency === currency);
      const sheet = sheets[`Aging ${currency}`];
      expect(sheet?.header).toEqual([
        'Customer',
        '0–30 days',
        '31–60 days',
        '61–90 days',
        'Over 90 days',
        'Total',
      ]);
      const limits = [
        [0, 30],
        [31, 60],
        [61, 90],
        [91, 9_999],
      ] as const;
      for (const [company, ...amounts] of sheet?.rows ?? []) {
        const theirs = own.filter((row: any) => row.company_name === company);
        const expected = limits.map(([from, to]) =>
          theirs
            .filter((row: any) => {
              const age = daysBetween(iso(row.issued_date), '2026-11-20');
              return age >= from && age <= to;
            })
            .reduce((sum: number, row: any) => sum + cents(row.amount_due), 0),
        );
        expect(amounts.slice(0, 4).map(cents)).toEqual(expected);
      }
      const all = own.reduce((sum: number, row: any) => sum + cents(row.amount_due), 0);
      expect(cents(sheet?.total?.[5])).toBe(all);
    }
    expect(sheets['Open invoices']?.rows).toHaveLength(open.length);
  });

  it.each([
    [0, '0–30 days'],
    [30, '0–30 days'],
    [31, '31–60 days'],
    [60, '31–60 days'],
    [61, '61–90 days'],
    [90, '61–90 days'],
    [91, 'Over 90 days'],
  ])('an invoice of %i days is among those of %s', async (age, bucket) => {
    const { content } = await admin.json('spol/invoices/?size=100');
    const old = content.find((row: any) => row.amount_due > 0 && row.status !== 'Draft');
    const day = new Date(Date.parse(iso(old.issued_date)) + age * 86_400_000);
    const sheets = await workbook({ report_type: 'aging', to: day.toISOString().slice(0, 10) });
    const [found] = (sheets['Open invoices']?.rows ?? []).filter(
      ([, number]: any) => number === old.invoice_number,
    );
    expect([found?.[4], found?.[5]].map(String)).toEqual([String(age), bucket]);
  });

  it('follows a payment, and shows what was due on an earlier day', async () => {
    const { content } = await admin.json('spol/invoices/?size=100');
    const of = content.find(
      (row: any) => row.status === 'Sent' && row.amount_due > 100 && row.currency === 'CAD',
    );
    const due = async (body: object) =>
      (await workbook({ report_type: 'aging', ...body }))['Aging CAD']?.total?.[5];
    const before = await due({});
    const earlier = await due({ to: '2026-11-19' });
    const body = {
      payment_date: '2026-11-20',
      company_name: of.company_name,
      invoice_id: of.invoice_number,
      amount_due: of.amount_due,
      amount_paid: 100,
      currency: 'CAD',
      payment_mode: 'cash',
      referenceId: 'R',
    };
    expect((await admin.call('fuel-payment/register', { body })).status).toBe(201);
    expect(cents(await due({}))).toBe(cents(before) - 10_000);
    expect(await due({ to: '2026-11-19' })).toBe(earlier);
  });
});

describe('REP-01 sales', () => {
  it('sums every purchase by customer, product, province and month, to the cent', async () => {
    const { transactions } = await admin.json('fuel-transaction/authcode?size=2000');
    const sheets = await workbook({ report_type: 'sales' });
    for (const currency of ['CAD', 'USD']) {
      const own = transactions.filter((row: any) => row.hdr_currency === currency);
      const sum = (rows: any[]) => rows.reduce((all, row) => all + cents(row.txn_amount), 0);
      for (const [sheet, key] of [
        ['By customer', (row: any) => row.txn_company],
        ['By province', (row: any) => row.dtl_stn_prv],
      ] as const) {
        const table = sheets[`${sheet} ${currency}`];
        expect(table?.rows.length).toBe(new Set(own.map(key)).size);
        for (const row of table?.rows ?? []) {
          expect(cents(row[5])).toBe(sum(own.filter((one: any) => key(one) === row[0])));
          expect(cents(row[3]) + cents(row[4])).toBe(cents(row[5]));
        }
      }
      for (const by of ['month', 'product', 'province', 'customer']) {
        expect(cents(sheets[`By ${by} ${currency}`]?.total?.[5])).toBe(sum(own));
      }
    }
    expect(sheets.Detail?.rows.length).toBeGreaterThan(50);
    const sums = ['Litres', 'US gallons', 'Before sales tax', 'Sales taxes', 'Amount'];
    const headers = Object.entries(sheets).map(([name, { header }]) => [name, ...header]);
    expect(headers).toEqual([
      ...['CAD', 'USD'].flatMap((currency) =>
        ['Month', 'Product', 'Province', 'Customer'].map((by) => [
          ...[`By ${by.toLowerCase()} ${currency}`, by, ...sums],
        ]),
      ),
      ['Detail', 'Customer', 'Product', 'Province', 'Month', 'Currency', ...sums],
    ]);
    const [cad, usd] = ['CAD', 'USD'].map((currency) => sheets[`By month ${currency}`]?.total);
    expect([cad?.[1] > 0, cad?.[2], usd?.[1], usd?.[2] > 0]).toEqual([true, 0, 0, true]);
    for (const { rows, total } of Object.values(sheets).filter((sheet) => sheet.total)) {
      for (const at of [1, 2])
        expect(cents(rows.reduce((sum, row) => sum + row[at], 0))).toBe(cents(total?.[at]));
    }
  });

  it('from and to are days inclusive', async () => {
    const day = '2026-11-18';
    const { transactions } = await admin.json(
      `fuel-transaction/authcode?size=2000&from=${day}&to=${day}`,
    );
    const sheets = await workbook({ report_type: 'sales', from: day, to: day });
    const total = ['CAD', 'USD']
      .map((currency) => cents(sheets[`By month ${currency}`]?.total?.[5] ?? 0))
      .reduce((one, other) => one + other);
    const expected = transactions.reduce((sum: number, row: any) => sum + cents(row.txn_amount), 0);
    expect(total).toBe(expected);
  });

  it('nothing to report is a report too', async () => {
    const none = { report_type: 'sales', from: '2020-01-01', to: '2020-01-02' };
    expect(Object.keys(await workbook(none))).toEqual(['Detail']);
    const pdf = await admin.call('reporting', { body: { ...none, format: 'pdf' } });
    expect(pdfText(await pdf.arrayBuffer())).toContain('There is nothing to report.');
  });
});

describe('REP-01 reports', () => {
  it.each(['aging', 'sales'])('%s as PDF has its tables and page numbers', async (report_type) => {
    const answer = await admin.call('reporting', { body: { report_type, format: 'pdf' } });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="${report_type}-report-2026-11-20.pdf"`,
    );
    const text = pdfText(await answer.arrayBuffer());
    expect(text).toMatch(/Page 1 of \d/);
    expect(text).not.toContain('There is nothing to report.');
    const sheets = await workbook({ report_type });
    for (const [title, { total }] of Object.entries(sheets)) {
      if (!total) continue;
      expect(text).toContain(title);
      const amount = Number(total.at(-1)).toLocaleString('en-CA', { minimumFractionDigits: 2 });
      expect(text).toContain(amount);
    }
  });

  it("ACC-04 a company's own account gets its own figures alone", async () => {
    const switched = await (await signIn(sandbox, ADMIN)).call('switch/1');
    const acting = admin.as(switched.headers.get('authorization') ?? '');
    const sheets = await workbook({ report_type: 'sales' }, acting);
    const customers = Object.values(sheets).flatMap(({ header, rows }) =>
      header[0] === 'Customer' ? rows.map(([name]) => name) : [],
    );
    expect(new Set(customers)).toEqual(new Set(['North Haul Carriers Ltd.']));
    expect(
      (await viewer.call('reporting', { body: { report_type: 'sales', format: 'pdf' } })).status,
    ).toBe(403);
  });

  it.each([
    [{}, ['/report_type', '/format']],
    [{ report_type: 'profit', format: 'csv' }, ['/report_type', '/format']],
    [{ report_type: 'sales', format: 'pdf', from: '20-11-2026' }, ['/from']],
    [{ report_type: 'sales', format: 'pdf', from: '2026-11-02', to: '2026-11-01' }, ['/to']],
    [{ report_type: { a: 1 }, format: 'pdf' }, ['/report_type']],
  ])('%j is refused at %j', async (body, pointers) => {
    const answer = await admin.call('reporting', { body });
    expect(answer.status).toBe(422);
    const { errors } = await answer.json();
    expect(errors.map((error: any) => error.pointer)).toEqual(pointers);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
