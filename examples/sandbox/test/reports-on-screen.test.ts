import { describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { ADMIN, openSandbox, signIn } from './helpers.ts';
import { pdfText } from './pdf-text.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const switched = await (await signIn(sandbox, ADMIN)).call('switch/1');
const acting = admin.as(switched.headers.get('authorization') ?? '');
const query = (body: object) => new URLSearchParams(body as Record<string, string>).toString();
const shown = (body: object, client = admin) => client.json(`reporting?${query(body)}`);

/** Rows of each sheet below its head, and the head itself. */
async function workbook(body: object): Promise<Record<string, any[][]>> {
  const answer = await admin.call('reporting', { body: { format: 'excel', ...body } });
  expect(answer.status).toBe(200);
  const book = read(await answer.arrayBuffer());
  return Object.fromEntries(
    book.SheetNames.map((name) => {
      const lines = utils.sheet_to_json<any[]>(book.Sheets[name] as any, { header: 1 });
      return [name, lines.slice(lines.findIndex((line) => line.length > 1))];
    }),
  );
}

const numeric = ({ kind }: any) => kind === 'money' || kind === 'quantity';
/** A table's rows and total as a workbook has them. */
const asSheet = ({ columns, rows, total }: any) =>
  [...rows, ...(total ? [total] : [])].map(({ values }: any) =>
    values.map((value: string, at: number) => (numeric(columns[at]) ? Number(value) : value)),
  );

const PATHS: Record<string, string> = {
  invoices: 'spol/invoices',
  transactions: 'fuel-transaction/authcode',
};

/** What the list behind a figure adds up: of the lines it asks for, or of whole records. */
async function listed({ filter, from, resource, to }: any, client = admin): Promise<number> {
  const filters = filter.map((text: string) => {
    const [, filterField, operator, value] = /^(\w+)(:|>=)(.*)$/.exec(text) ?? [];
    return { filterField, matchStrategy: operator === ':' ? 'equals' : 'from', query: value };
  });
  const body = { filters, sortOrder: -1, ...(from && { from }), ...(to && { to }) };
  const { totals } = await client.json(`${PATHS[resource]}/totals`, { body });
  expect(totals).toHaveLength(1);
  const { sums } = totals[0];
  return Number(resource === 'invoices' ? sums.amount_due : (sums.line_amount ?? sums.txn_amount));
}

describe('REP-02 on screen', () => {
  it.each([
    [{ report_type: 'aging' }, ['Aging CAD', 'Aging USD']],
    [
      { report_type: 'sales', from: '2026-09-01', to: '2026-11-20' },
      ['CAD', 'USD'].flatMap((currency) =>
        ['month', 'product', 'province', 'customer'].map((by) => `By ${by} ${currency}`),
      ),
    ],
  ])('%j has what its workbook has, to the cent', async (body, titles) => {
    const { tables } = await shown(body);
    expect(tables.map(({ title }: any) => title)).toEqual(titles);
    const sheets = await workbook(body);
    for (const table of tables) {
      const [head, ...rows] = sheets[table.title] ?? [];
      expect(table.columns.map(({ title }: any) => title)).toEqual(head);
      expect(asSheet(table)).toEqual(rows);
      expect(table.rows.length).toBeGreaterThan(0);
      expect(table.left_out).toBe(0);
    }
  });

  it.each([
    { report_type: 'aging' },
    { report_type: 'aging', from: '2026-06-01', to: '2026-11-20' },
    { report_type: 'sales' },
    { report_type: 'sales', from: '2026-09-10', to: '2026-11-05' },
  ])('each figure of %j leads to a list that adds up to it', async (body) => {
    let followed = 0;
    for (const { columns, rows, total } of (await shown(body)).tables) {
      // Enough of each table: every column of the first rows, and the totals.
      for (const { lists, values } of [...rows.slice(0, 3), total]) {
        for (const [at, list] of lists.entries()) {
          if (!list) continue;
          expect(await listed(list), `${values[0]} ${columns[at].name}`).toBe(Number(values[at]));
          followed += 1;
        }
      }
    }
    expect(followed).toBeGreaterThan(10);
  });

  it('the limits of the buckets are those of their lists: 30, 31, 60, 61, 90 and 91 days', async () => {
    const { content } = await admin.json('spol/invoices/?size=200');
    const latest = content
      .filter((row: any) => row.amount_due > 0 && row.status !== 'Draft' && row.currency === 'CAD')
      .map((row: any) => ({ ...row, day: row.issued_date.split('-').reverse().join('-') }))
      .sort((one: any, other: any) => (one.day < other.day ? 1 : -1))[0];
    const at = { 30: 1, 31: 2, 60: 2, 61: 3, 90: 3, 91: 4 };
    for (const [age, column] of Object.entries(at)) {
      const to = new Date(Date.parse(latest.day) + Number(age) * 86_400_000);
      const body = { report_type: 'aging', to: to.toISOString().slice(0, 10) };
      const [table] = (await shown(body)).tables;
      const row = table.rows.find(({ values }: any) => values[0] === latest.company_name);
      const list = row.lists[column];
      expect(await listed(list), `${age} days`).toBe(Number(row.values[column]));
      const own = [...list.filter, `invoice_number:${latest.invoice_number}`];
      expect(await listed({ ...list, filter: own })).toBe(latest.amount_due);
    }
  });

  it('an earlier day leads to no list, which has the amounts of today, but to its invoices', async () => {
    const body = { report_type: 'aging', to: '2026-10-31' };
    const { tables } = await shown(body);
    expect(tables.flatMap(({ rows, total }: any) => [...rows, total])).not.toEqual([]);
    for (const { rows, total } of tables) {
      for (const row of [...rows, total]) expect(row.lists).toBeUndefined();
    }
    const [invoices] = (await shown({ ...body, by: 'invoice' })).tables;
    const due = (currency: string) =>
      invoices.rows
        .filter(({ values }: any) => values[6] === currency)
        .reduce((sum: number, { values }: any) => sum + Math.round(Number(values[7]) * 100), 0);
    for (const { currency, total } of tables) {
      expect(due(currency)).toBe(Math.round(Number(total.values.at(-1)) * 100));
    }
    expect(invoices.rows[0].lists[1]).toEqual({
      resource: 'invoices',
      filter: [`invoice_number:${invoices.rows[0].values[1]}`],
    });
  });

  it('has the chosen rows and columns, and so have workbook and PDF', async () => {
    const body = { report_type: 'sales', by: 'province', columns: 'amount,litres' };
    const { tables } = await shown(body);
    const head = ['Province', 'Litres', 'Amount'];
    expect(
      tables.map(({ columns, title }: any) => [title, columns.map((c: any) => c.title)]),
    ).toEqual([
      ['By province CAD', head],
      ['By province USD', head],
    ]);
    const sheets = await workbook(body);
    expect(Object.keys(sheets)).toEqual(['By province CAD', 'By province USD']);
    expect(sheets['By province CAD']).toEqual([head, ...asSheet(tables[0])]);
    expect(await listed(tables[0].total.lists[2])).toBe(Number(tables[0].total.values[2]));
    const pdf = await admin.call('reporting', { body: { ...body, format: 'pdf' } });
    const text = pdfText(await pdf.arrayBuffer());
    expect(text).toContain('By province CAD');
    expect(text).toContain('Litres');
    expect(text).not.toContain('By month CAD');
    expect(text).not.toContain('Sales taxes');
    const invoices = await admin.call('reporting', {
      body: { report_type: 'aging', by: 'invoice', format: 'pdf' },
    });
    expect(pdfText(await invoices.arrayBuffer())).toContain('Open invoices');
  });

  it('never adds CAD and USD, nor litres and gallons', async () => {
    const { tables } = await shown({ report_type: 'sales', by: 'month' });
    expect(tables.map(({ currency }: any) => currency)).toEqual(['CAD', 'USD']);
    const [cad, usd] = tables.map(({ total }: any) => total.values.slice(1, 3).map(Number));
    expect([cad[0] > 0, cad[1], usd[0], usd[1] > 0]).toEqual([true, 0, 0, true]);
  });

  it('ACC-04 a company’s account gets its own figures alone', async () => {
    const { tables } = await shown({ report_type: 'aging' }, acting);
    for (const { rows, total } of tables) {
      expect(rows.map(({ values }: any) => values[0])).toEqual(['North Haul Carriers Ltd.']);
      const list = total.lists.at(-1);
      expect(await listed(list, acting)).toBe(Number(total.values.at(-1)));
    }
    const sales = await shown({ report_type: 'sales', by: 'customer' }, acting);
    expect(
      sales.tables.flatMap(({ rows }: any) => rows.map(({ values }: any) => values[0])),
    ).toEqual(sales.tables.map(() => 'North Haul Carriers Ltd.'));
  });

  it.each([
    [{}, ['/report_type']],
    [{ report_type: 'profit' }, ['/report_type']],
    [{ report_type: 'aging', by: 'month' }, ['/by']],
    [{ report_type: 'sales', columns: 'amount,profit' }, ['/columns']],
    [{ report_type: 'sales', from: '2026-11-02', to: '2026-11-01' }, ['/to']],
    [{ report_type: 'sales', from: 'today' }, ['/from']],
  ])('%j is refused at %j, on screen as in a file', async (body, pointers) => {
    const screen = await admin.call(`reporting?${query(body)}`);
    const file = await admin.call('reporting', { body: { format: 'excel', ...body } });
    for (const answer of [screen, file]) {
      expect(answer.status).toBe(422);
      expect((await answer.json()).errors.map(({ pointer }: any) => pointer)).toEqual(pointers);
    }
    const twice = await admin.call('reporting?report_type=aging&report_type=sales');
    expect(twice.status).toBe(400);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
