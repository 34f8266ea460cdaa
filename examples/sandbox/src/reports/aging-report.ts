import type { Reader } from '../db/store.ts';
import { dayText } from '../documents/document-text.ts';
import { daysBetween } from '../seed/days.ts';
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

/** What was paid after that day had not been paid on it. */
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

async function openInvoices(
  read: Reader,
  { account, from = '', today, to = today }: ReportRequest,
): Promise<OpenInvoice[]> {
  const later = await paidAfter(read, to);
  const issued = read
    .selectFrom('invoices')
    .selectAll()
    .where('issued_date', '>=', from)
    .where('issued_date', '<=', to)
    .where('status', '!=', 'Draft')
    .orderBy('company_name')
    .orderBy('issued_date')
    .orderBy('id');
  const { companyId } = account;
  const rows = await (companyId === null
    ? issued
    : issued.where('company_id', '=', companyId)
  ).execute();
  return rows
    .map((row) => {
      const age = daysBetween(row.issued_date, to);
      return {
        company: row.company_name,
        currency: row.currency,
        number: row.invoice_number,
        issued: row.issued_date,
        due: row.due_date,
        age,
        bucket: bucketOf(age),
        amount: row.due_minor + (later.get(row.id) ?? 0),
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
      `Amounts due as of ${dayText(to)}, by days since the invoice was issued. Drafts are left out.`,
      ...(from === undefined ? [] : [`Invoices issued from ${dayText(from)} on.`]),
    ],
    tables: [
      ...currencies.map(([currency, own]) => agingTable(currency, own)),
      invoiceTable(invoices),
    ],
  };
}
