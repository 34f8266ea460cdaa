import { type Filter, filterText } from '@forecourt/core';
import { sql } from 'kysely';
import { productSql } from '../db/purchase-sums.ts';
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

async function sales(read: Reader, { account, from, to }: ReportRequest): Promise<Sale[]> {
  // The purchase's own day and its canonical product, as in its list and on the dashboard.
  const day = sql<string>`substr(transactions.txn_date, 1, 10)`;
  const month = sql<string>`substr(transactions.txn_date, 1, 7)`;
  // An expression, so that SQLite doesn't follow the index of names: of a million purchases, it would fetch each from
  // another place of the file, which takes twice the time.
  const company = sql<string>`coalesce(transactions.company_name, '')`;
  const product = sql<string>`${sql.raw(productSql('line'))}`;
  const grouped = read
    .selectFrom('transactions')
    .innerJoin('transaction_lines as line', 'line.transaction_id', 'transactions.id')
    .select([
      company.as('company'),
      product.as('product'),
      'transactions.province',
      month.as('month'),
      'transactions.currency',
      'line.unit',
      (eb) => eb.fn.sum<number>('line.quantity_e3').as('quantity'),
      (eb) => eb.fn.sum<number>('line.amount_minor').as('amount'),
      sql<number>`sum(line.gst_minor + line.hst_minor + line.pst_minor + line.qst_minor)`.as(
        'taxes',
      ),
    ])
    .$if(from !== undefined, (rows) => rows.where('transactions.txn_date', '>=', from ?? ''))
    .$if(to !== undefined, (rows) => rows.where(day, '<=', to ?? ''))
    .groupBy([
      company,
      product,
      'transactions.province',
      month,
      'transactions.currency',
      'line.unit',
    ]);
  const { companyId } = account;
  const rows = await (companyId === null
    ? grouped
    : grouped.where('transactions.company_id', '=', companyId)
  ).execute();
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
  /** Of the list of transactions; a month is a span of its days. */
  readonly field?: string;
  readonly shown?: (key: string) => string;
}

const BY: readonly By[] = [
  { name: 'month', title: 'Month', key: 'month', shown: monthText },
  { name: 'product', title: 'Product', key: 'product', field: 'txn_product' },
  { name: 'province', title: 'Province', key: 'province', field: 'dtl_stn_prv' },
  { name: 'customer', title: 'Customer', key: 'company', field: 'txn_company' },
];

const byKey = (own: readonly Sale[], key: By['key']) =>
  [...Map.groupBy(own, (sale) => sale[key])].sort(([one], [other]) => one.localeCompare(other));

const later = (one = '', other = ''): string => (one > other ? one : other);

/** Last day of a month, YYYY-MM. */
const monthEnd = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

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
  const all = await sales(read, request);
  const currencies = [...Map.groupBy(all, ({ currency }) => currency)].sort(([one], [other]) =>
    one.localeCompare(other),
  );
  const { from, to } = request;
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
        BY.map((by) => tableBy(request, currency, own, by)),
      ),
      detailTable(all),
    ],
  };
}
