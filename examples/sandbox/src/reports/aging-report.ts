import type { Reader } from '../db/store.ts';
import { dayText } from '../documents/document-text.ts';
import { AGES, type OpenInvoice, openInvoices } from './open-invoices.ts';
import type {
  Report,
  ReportColumn,
  ReportRequest,
  ReportRow,
  ReportTable,
} from './report.types.ts';

const bucketSums = (invoices: readonly OpenInvoice[]): number[] => {
  const sums = AGES.map((_, bucket) =>
    invoices.reduce((sum, each) => (each.bucket === bucket ? sum + each.amount : sum), 0),
  );
  return [...sums, sums.reduce((sum, each) => sum + each, 0)];
};

const COLUMNS: readonly ReportColumn[] = [
  { title: 'Customer', kind: 'text', width: 30 },
  ...AGES.map(({ title }) => ({ title, kind: 'money', width: 14 }) as const),
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
    AGES[each.bucket]?.title ?? '',
    each.currency,
    each.amount,
  ]),
  detail: true,
});

/** What customers owe, by how long ago it was invoiced (REP-01). */
export async function agingReport(read: Reader, request: ReportRequest): Promise<Report> {
  const { account, from, timeZone, today, to = today } = request;
  const { companyId } = account;
  const invoices = await openInvoices(read, { companyId, from, to, timeZone });
  const currencies = [...Map.groupBy(invoices, ({ currency }) => currency)].sort(([one], [other]) =>
    one.localeCompare(other),
  );
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
