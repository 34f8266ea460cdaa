import {
  cards,
  exceptions,
  invoices,
  markups,
  payments,
  transactions,
  users,
} from '@forecourt/core';
import type { Store } from '../src/db/store.ts';
import type { Client } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.

const FUEL = ['DIESEL', 'DIESEL_BIO', 'DYED', 'REEFER', 'GASOLINE', 'DEF'];
const OWED = ['Open', 'Sent', 'Partially Paid', 'NSF'];

const text = (units: number, digits: number): string => {
  const whole = String(Math.abs(units)).padStart(digits + 1, '0');
  return `${units < 0 ? '-' : ''}${whole.slice(0, -digits)}.${whole.slice(-digits)}`;
};

function grouped(rows: readonly any[], names: readonly string[], sums: Record<string, any>) {
  const groups = Map.groupBy(rows, (row) => names.map((name) => row[name]).join('|'));
  return [...groups].map(([key, own]) => ({
    key,
    ...Object.fromEntries(
      Object.entries(sums).map(([name, of]) => [
        name,
        own.reduce((total, row) => total + of(row), 0),
      ]),
    ),
  })) as any[];
}

/** What the dashboard has to say, recomputed from the rows one by one. */
export async function fromRows(store: Store, companyId: number | null, from: string, to: string) {
  const all: any[] = await store.read.selectFrom('transactions').selectAll().execute();
  const own = all.filter((row) => companyId === null || Number(row.company_id) === companyId);
  const headers = new Map(own.map((row) => [Number(row.id), row]));
  const lines: any[] = (await store.read.selectFrom('transaction_lines').selectAll().execute())
    .filter((line) => headers.has(Number(line.transaction_id)))
    .map((line) => {
      const { currency, txn_date } = headers.get(Number(line.transaction_id));
      const typed = FUEL.includes(line.product) ? (currency === 'USD' ? 'USG' : 'L') : '';
      return {
        ...line,
        currency,
        day: txn_date.slice(0, 10),
        product: line.product || line.product_code,
        unit: line.unit || typed,
      };
    });
  const open = lines.filter((line) => line.invoice_id === null);
  const within = (row: any) => row.day >= from && row.day <= to;
  const days = own.map((row) => ({ ...row, day: row.txn_date.slice(0, 10) })).filter(within);
  const invoices: any[] = (await store.read.selectFrom('invoices').selectAll().execute()).filter(
    (row) =>
      (companyId === null || Number(row.company_id) === companyId) &&
      OWED.includes(row.status) &&
      Number(row.due_minor) > 0,
  );
  const money = (name: string) => (row: any) => Number(row[name]);
  const one = () => 1;
  const sorted = (rows: any[]) => rows.sort((a, b) => a.key.localeCompare(b.key));
  const unbilled = [...new Set(open.map((line) => `${line.currency}|${line.transaction_id}`))];
  return {
    unbilled: sorted(
      grouped(open, ['currency'], { minor: money('amount_minor') }).map(({ key, minor }) => ({
        key,
        amount: text(minor, 2),
        count: unbilled.filter((purchase) => purchase.startsWith(`${key}|`)).length,
      })),
    ),
    days: sorted(
      grouped(days, ['currency', 'day'], { minor: money('amount_minor'), count: one }).map(
        ({ count, key, minor }) => ({ key, amount: text(minor, 2), count }),
      ),
    ),
    volumes: sorted(
      grouped(
        lines.filter((line) => within(line) && line.unit !== ''),
        ['unit', 'day'],
        { e3: money('quantity_e3') },
      )
        .filter(({ e3 }) => e3 !== 0)
        .map(({ e3, key }) => ({ key, quantity: text(e3, 3) })),
    ),
    products: sorted(
      grouped(lines.filter(within), ['currency', 'product'], { minor: money('amount_minor') })
        .filter(({ minor }) => minor !== 0)
        .map(({ key, minor }) => ({ key, amount: text(minor, 2) })),
    ),
    overdue: sorted(
      grouped(
        invoices.filter(({ due_date }) => due_date < to),
        ['currency'],
        { minor: money('due_minor'), count: one },
      ).map(({ count, key, minor }) => ({ key, amount: text(minor, 2), count })),
    ),
  };
}

/** The same figures as the call answers them. */
export async function fromCall(client: Client) {
  const found: any = await client.json('dashboard');
  const sorted = (rows: any[]) => rows.sort((a, b) => a.key.localeCompare(b.key));
  return {
    unbilled: sorted(
      found.unbilled.map(({ amount, count, currency }: any) => ({ key: currency, amount, count })),
    ),
    days: sorted(
      found.purchases.days.map(({ amount, count, currency, day }: any) => ({
        key: `${currency}|${day}`,
        amount,
        count,
      })),
    ),
    volumes: sorted(
      found.purchases.volumes.map(({ day, quantity, unit }: any) => ({
        key: `${unit}|${day}`,
        quantity,
      })),
    ),
    products: sorted(
      found.purchases.products
        .map(({ amount, currency, product }: any) => ({ key: `${currency}|${product}`, amount }))
        .filter(({ amount }: any) => amount !== '0.00'),
    ),
    overdue: sorted(
      found.owed
        .map(({ currency, overdue }: any) => ({
          key: currency,
          amount: overdue.amount,
          count: overdue.count,
        }))
        .filter(({ count }: any) => count > 0),
    ),
  };
}

/** Every figure of an answer with a list: its number and count, and where it is. */
export function* figuresIn(value: any, at = ''): Generator<{ at: string; figure: any }> {
  if (typeof value !== 'object' || value === null) return;
  if (value.list) yield { at, figure: value };
  for (const [name, child] of Object.entries(value)) {
    if (name !== 'list') yield* figuresIn(child, `${at}/${name}`);
  }
}
const LISTS: Record<string, any> = {
  cards,
  exceptions,
  invoices,
  markups,
  payments,
  transactions,
  users,
};

/** What the list behind a figure says: how many rows, and its totals in the figure's currency. */
export async function listed(client: Client, { list }: any, currency: string) {
  const definition = LISTS[list.resource];
  const { path } = definition.list;
  const query = new URLSearchParams([
    ...list.filter.map((text: string) => ['filter', text]),
    ...Object.entries({ from: list.from, to: list.to }).filter(([, day]) => day),
    ['size', '1'],
  ]);
  const page: any = await client.json(`${path}?${query}`);
  const count = page.total_elements ?? page.metadata?.total_count ?? page.totalRecords;
  if (!definition.list.totals) return { count };
  const filters = list.filter.map((text: string) => {
    const [, field, operator, value] = /^(\w+?)(:|>=|<=)(.*)$/.exec(text) ?? [];
    const strategy = { ':': 'equals', '>=': 'from', '<=': 'to' }[operator as ':'];
    return { filterField: field, matchStrategy: strategy, query: value };
  });
  const { from, to } = list;
  const body = { filters, ...(from && { from }), ...(to && { to }) };
  const { totals } = await client.json(`${path.replace(/\/$/, '')}/totals`, { body });
  return { count, sums: totals.find((one: any) => one.currency === currency)?.sums };
}
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
