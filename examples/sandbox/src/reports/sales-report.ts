import { type Filter, filterText } from '@forecourt/core';
import { sql } from 'kysely';
import type { Account } from '../auth/account.ts';
import { addDays } from '../days.ts';
import { productSql, taxesSql, unitSql } from '../db/purchase-sums.ts';
import type { Reader } from '../db/store.ts';
import { dayText, monthText } from '../documents/document-text.ts';
import type {
  Report,
  ReportColumn,
  ReportRequest,
  ReportRow,
  ReportTable,
} from './report.types.ts';

/** What was sold of a product to a customer, in a province, a month, a currency and a unit. */
interface Sale {
  /** The only table that it counts in; '' for all of them. */
  readonly of: string;
  readonly company: string;
  readonly product: string;
  readonly province: string;
  /** YYYY-MM. */
  readonly month: string;
  readonly currency: string;
  readonly unit: string;
  readonly quantity: number;
  readonly taxes: number;
  readonly amount: number;
}

/** First and last day, both inclusive; undefined for no limit. */
interface Span {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Last day of a month, YYYY-MM. */
const monthEnd = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** The whole months of a span, whose sums are kept, and the days before and after them. */
export function partsOf({ from, to }: Span): { readonly months?: Span; readonly days: Span[] } {
  const begins = from === undefined || from.endsWith('-01') ? from : addDays(monthEnd(from), 1);
  const ends = to === undefined || to === monthEnd(to) ? to : addDays(`${to.slice(0, 7)}-01`, -1);
  // No month begins after the last day that has a date, and none ends before the first.
  const noMonth = begins?.endsWith('-01') === false || (ends ?? '9999') < (begins ?? '0001');
  if (noMonth) return { days: [{ from, to }] };
  const months = { from: begins?.slice(0, 7), to: ends?.slice(0, 7) };
  const before = begins !== from && begins !== undefined ? [{ from, to: addDays(begins, -1) }] : [];
  const after = ends !== to && ends !== undefined ? [{ from: addDays(ends, 1), to }] : [];
  return { months, days: [...before, ...after] };
}

const SALE_KEYS = ['company_name', 'product', 'province', 'month'] as const;

/** The kept sums of whole months, added up by one thing; without it, by all of them, as the detail has them. */
function ofMonths(read: Reader, { companyId }: Account, { from, to }: Span, by?: By) {
  const only = by?.column;
  const shown = (column: (typeof SALE_KEYS)[number]) =>
    only === undefined || only === column ? sql<string>`${sql.ref(column)}` : sql<string>`''`;
  return read
    .selectFrom('sales_sums')
    .select([sql.lit(by?.name ?? '').as('of'), shown('company_name').as('company')])
    .select([shown('product').as('product'), shown('province').as('province')])
    .select([shown('month').as('month'), 'currency', 'unit'])
    .select(({ fn }) => [
      fn.sum<number>('quantity_e3').as('quantity'),
      fn.sum<number>('amount_minor').as('amount'),
      fn.sum<number>('taxes_minor').as('taxes'),
    ])
    .$if(from !== undefined, (rows) => rows.where('month', '>=', from ?? ''))
    .$if(to !== undefined, (rows) => rows.where('month', '<=', to ?? ''))
    .$if(companyId !== null, (rows) => rows.where('company_id', '=', companyId ?? 0))
    .groupBy([...(only === undefined ? SALE_KEYS : [only]), 'currency', 'unit'])
    .having(sql<boolean>`sum(lines) <> 0`);
}

/** The same of single days, added up from the rows. */
function ofDays(read: Reader, { companyId }: Account, spans: readonly Span[]) {
  // The purchase's own day, its canonical product and its unit, as in its list and on the dashboard.
  const month = sql<string>`substr(transactions.txn_date, 1, 7)`;
  // An expression, so that SQLite doesn't follow the index of names, which reads purchases all over the file.
  const company = sql<string>`coalesce(transactions.company_name, '')`;
  const product = sql<string>`${sql.raw(productSql('line'))}`;
  const unit = sql<string>`${sql.raw(unitSql('line', 'transactions.currency'))}`;
  return read
    .selectFrom('transactions')
    .innerJoin('transaction_lines as line', 'line.transaction_id', 'transactions.id')
    .select([sql.lit('').as('of'), company.as('company')])
    .select([product.as('product'), 'transactions.province'])
    .select([month.as('month'), 'transactions.currency', unit.as('unit')])
    .select((eb) => [
      eb.fn.sum<number>('line.quantity_e3').as('quantity'),
      eb.fn.sum<number>('line.amount_minor').as('amount'),
      sql<number>`sum(${sql.raw(taxesSql('line'))})`.as('taxes'),
    ])
    .where(({ and, eb, or }) =>
      or(
        spans.map(({ from = '', to = '9999' }) =>
          and([eb('txn_date', '>=', from), eb('txn_date', '<', `${to}~`)]),
        ),
      ),
    )
    .$if(companyId !== null, (rows) => rows.where('company_id', '=', companyId ?? 0))
    .groupBy([company, product, 'transactions.province', month])
    .groupBy(['transactions.currency', unit]);
}

/** What was sold in the days of a request: of whole months from their sums, of other days from the rows. */
async function sales(
  read: Reader,
  { account, detail, ...span }: ReportRequest,
  tables: readonly By[],
): Promise<Sale[]> {
  const { days, months } = partsOf(span);
  const kept = detail ? [undefined] : tables;
  const parts = [
    ...(months ? kept.map((by) => ofMonths(read, account, months, by)) : []),
    // Together: PostgreSQL may read all lines for each part.
    ...(days.length > 0 ? [ofDays(read, account, days)] : []),
  ];
  // One statement, which sees all of it as of one moment.
  const all = sql.join(
    parts.map((part) => sql`select * from (${part}) part`),
    sql` union all `,
  );
  const { rows } = await sql<Sale>`${all}`.execute(read);
  return rows.map((row) => ({
    ...row,
    quantity: Number(row.quantity),
    amount: Number(row.amount),
    taxes: Number(row.taxes),
  }));
}

const SUMS: readonly ReportColumn[] = [
  { name: 'litres', title: 'Litres', kind: 'quantity', width: 14, choice: true },
  { name: 'us_gallons', title: 'US gallons', kind: 'quantity', width: 14, choice: true },
  { name: 'before_tax', title: 'Before sales tax', kind: 'money', width: 16, choice: true },
  { name: 'sales_taxes', title: 'Sales taxes', kind: 'money', width: 14, choice: true },
  { name: 'amount', title: 'Amount', kind: 'money', width: 16, choice: true },
];

function sumsOf(own: readonly Sale[]): number[] {
  const total = (of: (sale: Sale) => number) => own.reduce((sum, sale) => sum + of(sale), 0);
  const measured = (unit: string) => total((sale) => (sale.unit === unit ? sale.quantity : 0));
  const amount = total((sale) => sale.amount);
  const taxes = total((sale) => sale.taxes);
  return [measured('L'), measured('USG'), amount - taxes, taxes, amount];
}

interface By {
  readonly name: string;
  readonly title: string;
  readonly key: 'company' | 'product' | 'province' | 'month';
  /** Of the kept sums. */
  readonly column: (typeof SALE_KEYS)[number];
  /** Of the list of transactions; a month is a span of its days. */
  readonly field?: string;
  readonly shown?: (key: string) => string;
}

const BY: readonly By[] = [
  { name: 'month', title: 'Month', key: 'month', column: 'month', shown: monthText },
  { name: 'product', title: 'Product', key: 'product', column: 'product', field: 'txn_product' },
  {
    name: 'province',
    title: 'Province',
    key: 'province',
    column: 'province',
    field: 'dtl_stn_prv',
  },
  {
    name: 'customer',
    title: 'Customer',
    key: 'company',
    column: 'company_name',
    field: 'txn_company',
  },
];

const byKey = (own: readonly Sale[], key: By['key']) =>
  [...Map.groupBy(own, (sale) => sale[key])].sort(([one], [other]) => one.localeCompare(other));

const later = (one = '', other = ''): string => (one > other ? one : other);

/** The purchases of a row, or of all rows; undefined for what no filter can name. */
function purchasesBehind(
  { from, to }: ReportRequest,
  currency: string,
  { field, key }: By,
  value: string | undefined,
) {
  if (value === '') return undefined;
  const filters: readonly Filter[] = [
    { field: 'hdr_currency', match: 'exact', value: currency },
    ...(value !== undefined && field ? [{ field, match: 'exact', value } as const] : []),
  ];
  const month = key === 'month' ? value : undefined;
  const first = month === undefined ? from : later(from, `${month}-01`);
  const end = month === undefined ? to : monthEnd(month);
  const last = end !== undefined && to !== undefined && to < end ? to : end;
  return {
    resource: 'transactions',
    filter: filters.map(filterText),
    ...(first !== undefined && { from: first }),
    ...(last !== undefined && { to: last }),
  };
}

const countedIn = ({ name }: By, own: readonly Sale[]) =>
  own.filter(({ of }) => of === '' || of === name);

function tableBy(
  request: ReportRequest,
  currency: string,
  own: readonly Sale[],
  by: By,
): ReportTable {
  const { key, name: column, shown, title } = by;
  const groups = byKey(own, key);
  return {
    title: `By ${title.toLowerCase()} ${currency}`,
    by: column,
    currency,
    columns: [{ name: column, title, kind: 'text', width: 30 }, ...SUMS],
    rows: groups.map(([name, some]): ReportRow => [shown?.(name) ?? name, ...sumsOf(some)]),
    total: [`Total ${currency}`, ...sumsOf(own)],
    listsOf: (at) => {
      const value = at === 'total' ? undefined : groups[at]?.[0];
      const list = purchasesBehind(request, currency, by, value);
      // The amount is what the list adds up; the other figures are of the same purchases.
      return [undefined, ...SUMS.map(({ name }) => (name === 'amount' ? list : undefined))];
    },
  };
}

const detailTable = (all: readonly Sale[]): ReportTable => ({
  title: 'Detail',
  by: 'detail',
  currency: '',
  columns: [
    { name: 'customer', title: 'Customer', kind: 'text', width: 30 },
    { name: 'product', title: 'Product', kind: 'text', width: 12 },
    { name: 'province', title: 'Province', kind: 'text', width: 10 },
    { name: 'month', title: 'Month', kind: 'text', width: 10 },
    { name: 'currency', title: 'Currency', kind: 'text', width: 10 },
    ...SUMS,
  ],
  rows: all
    .toSorted(
      (one, other) =>
        one.company.localeCompare(other.company) ||
        one.month.localeCompare(other.month) ||
        one.product.localeCompare(other.product) ||
        one.province.localeCompare(other.province),
    )
    .map((sale) => [
      sale.company,
      sale.product,
      sale.province,
      sale.month,
      sale.currency,
      ...sumsOf([sale]),
    ]),
  detail: true,
});

/** What was sold, by customer, product, province and month (REP-01). */
export async function salesReport(read: Reader, request: ReportRequest): Promise<Report> {
  const { by: asked, detail, from, to } = request;
  const tables = BY.filter(({ name }) => asked === undefined || asked === name);
  const all = await sales(read, request, tables);
  const currencies = [...Map.groupBy(all, ({ currency }) => currency)].sort(([one], [other]) =>
    one.localeCompare(other),
  );
  const span = [
    ...(from === undefined ? [] : [`from ${dayText(from)}`]),
    ...(to === undefined ? [] : [`to ${dayText(to)}`]),
  ].join(' ');
  return {
    title: 'Sales report',
    about: [
      `Purchases ${span || 'of all days'}, by the day at the station. Currencies are not mixed.`,
    ],
    tables: [
      ...currencies.flatMap(([currency, own]) =>
        tables.map((by) => tableBy(request, currency, countedIn(by, own), by)),
      ),
      ...(detail ? [detailTable(all)] : []),
    ],
  };
}
