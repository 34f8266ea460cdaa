import { sql } from 'kysely';
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

async function sales(
  read: Reader,
  { account, from = '', to = '9999-12-31' }: ReportRequest,
): Promise<Sale[]> {
  const month = sql<string>`substr(transactions.business_date, 1, 7)`;
  const grouped = read
    .selectFrom('transactions')
    .innerJoin('transaction_lines as line', 'line.transaction_id', 'transactions.id')
    .select([
      'transactions.company_name as company',
      'line.product',
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
    .where('transactions.business_date', '>=', from)
    .where('transactions.business_date', '<=', to)
    .groupBy([
      'transactions.company_name',
      'line.product',
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
  { title: 'Litres', kind: 'quantity', width: 14 },
  { title: 'US gallons', kind: 'quantity', width: 14 },
  { title: 'Before sales tax', kind: 'money', width: 16 },
  { title: 'Sales taxes', kind: 'money', width: 14 },
  { title: 'Amount', kind: 'money', width: 16 },
];

function sumsOf(own: readonly Sale[]): number[] {
  const total = (of: (sale: Sale) => number) => own.reduce((sum, sale) => sum + of(sale), 0);
  const measured = (unit: string) => total((sale) => (sale.unit === unit ? sale.quantity : 0));
  const amount = total((sale) => sale.amount);
  const taxes = total((sale) => sale.taxes);
  return [measured('L'), measured('USG'), amount - taxes, taxes, amount];
}

interface By {
  readonly title: string;
  readonly key: 'company' | 'product' | 'province' | 'month';
  readonly shown?: (key: string) => string;
}

const BY: readonly By[] = [
  { title: 'Month', key: 'month', shown: monthText },
  { title: 'Product', key: 'product' },
  { title: 'Province', key: 'province' },
  { title: 'Customer', key: 'company' },
];

const byKey = (own: readonly Sale[], key: By['key']) =>
  [...Map.groupBy(own, (sale) => sale[key])].sort(([one], [other]) => one.localeCompare(other));

const tableBy = (
  currency: string,
  own: readonly Sale[],
  { key, shown, title }: By,
): ReportTable => ({
  title: `By ${title.toLowerCase()} ${currency}`,
  columns: [{ title, kind: 'text', width: 30 }, ...SUMS],
  rows: byKey(own, key).map(([name, some]): ReportRow => [shown?.(name) ?? name, ...sumsOf(some)]),
  total: [`Total ${currency}`, ...sumsOf(own)],
});

const detailTable = (all: readonly Sale[]): ReportTable => ({
  title: 'Detail',
  columns: [
    { title: 'Customer', kind: 'text', width: 30 },
    { title: 'Product', kind: 'text', width: 12 },
    { title: 'Province', kind: 'text', width: 10 },
    { title: 'Month', kind: 'text', width: 10 },
    { title: 'Currency', kind: 'text', width: 10 },
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
      `Purchases ${span || 'of all days'}, by the day of business. Currencies are not mixed.`,
    ],
    tables: [
      ...currencies.flatMap(([currency, own]) => BY.map((by) => tableBy(currency, own, by))),
      detailTable(all),
    ],
  };
}
