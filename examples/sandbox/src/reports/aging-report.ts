import { sql } from 'kysely';
import { daysBetween, endOfDay } from '../days.ts';
import type { Reader } from '../db/store.ts';
import { dayText } from '../documents/document-text.ts';
import type {
  Report,
  ReportColumn,
  ReportRequest,
  ReportRow,
  ReportTable,
} from './report.types.ts';

const BUCKETS = ['0–30 days', '31–60 days', '61–90 days', 'Over 90 days'] as const;

interface OpenInvoice {
  readonly company: string;
  readonly currency: string;
  readonly number: string;
  readonly issued: string;
  readonly due: string;
  readonly age: number;
  readonly bucket: number;
  readonly amount: number;
}

const bucketOf = (age: number): number => (age <= 30 ? 0 : age <= 60 ? 1 : age <= 90 ? 2 : 3);

/** Payments after that day don't count on it. */
async function paidAfter(read: Reader, day: string): Promise<Map<number, number>> {
  const payments = await read
    .selectFrom('payments')
    .select(['invoice_id', 'amount_minor'])
    .where('payment_date', '>', day)
    .execute();
  const sums = new Map<number, number>();
  for (const { amount_minor, invoice_id } of payments) {
    const id = invoice_id ?? 0;
    sums.set(id, (sums.get(id) ?? 0) + amount_minor);
  }
  return sums;
}

/** Invoices as of the end of that day: their state before the first later change, else their current one. */
function invoicesAsOf(read: Reader, day: string, timeZone: string | undefined) {
  const firstChanges = read
    .selectFrom('invoice_changes')
    .select(({ fn }) => ['invoice_id', fn.min('id').as('change_id')])
    .where('at', '>=', endOfDay(day, timeZone))
    .groupBy('invoice_id')
    .as('first');
  return read
    .selectFrom('invoices')
    .leftJoin(firstChanges, 'first.invoice_id', 'invoices.id')
    .leftJoin('invoice_changes as was', 'was.id', 'first.change_id')
    .select(({ fn }) => [
      'invoices.id',
      'invoices.company_name',
      'invoices.currency',
      'invoices.invoice_number',
      'invoices.paid_minor',
      fn.coalesce('was.issued_date', 'invoices.issued_date').as('issued'),
      fn.coalesce('was.due_date', 'invoices.due_date').as('due'),
      sql<number>`coalesce(was.owed_minor, invoices.due_minor + invoices.paid_minor)`.as('owed'),
    ])
    .where(({ eb, fn }) => eb(fn.coalesce('was.status', 'invoices.status'), '!=', 'Draft'));
}

async function openInvoices(
  read: Reader,
  { account, from = '', timeZone, today, to = today }: ReportRequest,
): Promise<OpenInvoice[]> {
  const later = await paidAfter(read, to);
  const issued = invoicesAsOf(read, to, timeZone)
    .where(({ and, eb, fn }) => {
      const day = fn.coalesce('was.issued_date', 'invoices.issued_date');
      return and([eb(day, '>=', from), eb(day, '<=', to)]);
    })
    .orderBy('invoices.company_name')
    .orderBy('issued')
    .orderBy('invoices.id');
  const { companyId } = account;
  const rows = await (companyId === null
    ? issued
    : issued.where('invoices.company_id', '=', companyId)
  ).execute();
  return rows
    .map((row) => {
      const age = daysBetween(row.issued, to);
      const paid = row.paid_minor - (later.get(row.id) ?? 0);
      return {
        company: row.company_name,
        currency: row.currency,
        number: row.invoice_number,
        issued: row.issued,
        due: row.due,
        age,
        bucket: bucketOf(age),
        // A customer who paid before an increase, by the payment's date, owed nothing until then.
        amount: Math.max(0, Number(row.owed) - paid),
      };
    })
    .filter(({ amount }) => amount !== 0);
}

const bucketSums = (invoices: readonly OpenInvoice[]): number[] => {
  const sums = BUCKETS.map((_, bucket) =>
    invoices.reduce((sum, each) => (each.bucket === bucket ? sum + each.amount : sum), 0),
  );
  return [...sums, sums.reduce((sum, each) => sum + each, 0)];
};

const COLUMNS: readonly ReportColumn[] = [
  { title: 'Customer', kind: 'text', width: 30 },
  ...BUCKETS.map((title) => ({ title, kind: 'money', width: 14 }) as const),
  { title: 'Total', kind: 'money', width: 14 },
];

function agingTable(currency: string, invoices: readonly OpenInvoice[]): ReportTable {
  const byCompany = Map.groupBy(invoices, ({ company }) => company);
  return {
    title: `Aging ${currency}`,
    columns: COLUMNS,
    rows: [...byCompany].map(([company, own]): ReportRow => [company, ...bucketSums(own)]),
    total: [`Total ${currency}`, ...bucketSums(invoices)],
  };
}

const invoiceTable = (invoices: readonly OpenInvoice[]): ReportTable => ({
  title: 'Open invoices',
  columns: [
    { title: 'Customer', kind: 'text', width: 30 },
    { title: 'Invoice', kind: 'text', width: 22 },
    { title: 'Issued', kind: 'day', width: 12 },
    { title: 'Due', kind: 'day', width: 12 },
    { title: 'Age in days', kind: 'days', width: 12 },
    { title: 'Bucket', kind: 'text', width: 14 },
    { title: 'Currency', kind: 'text', width: 10 },
    { title: 'Amount due', kind: 'money', width: 14 },
  ],
  rows: invoices.map((each) => [
    each.company,
    each.number,
    each.issued,
    each.due,
    each.age,
    BUCKETS[each.bucket] ?? '',
    each.currency,
    each.amount,
  ]),
  detail: true,
});

/** What customers owe, by how long ago it was invoiced (REP-01). */
export async function agingReport(read: Reader, request: ReportRequest): Promise<Report> {
  const invoices = await openInvoices(read, request);
  const currencies = [...Map.groupBy(invoices, ({ currency }) => currency)].sort(([one], [other]) =>
    one.localeCompare(other),
  );
  const { from, today, to = today } = request;
  return {
    title: 'Aging report',
    about: [
      `Amounts due as of ${dayText(to)}, by days since the invoice was issued. Drafts and invoices issued later are left out.`,
      'Payments count from their payment date, credits and other changes from the day they were made.',
      ...(from === undefined ? [] : [`Invoices issued from ${dayText(from)} on.`]),
    ],
    tables: [
      ...currencies.map(([currency, own]) => agingTable(currency, own)),
      invoiceTable(invoices),
    ],
  };
}
