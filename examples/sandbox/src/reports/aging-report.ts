import { type Filter, filterText, INVOICE_STATES } from '@forecourt/core';
import { addDays } from '../days.ts';
import type { Reader } from '../db/store.ts';
import { dayText } from '../documents/document-text.ts';
import { AGES, type OpenInvoice, openInvoices } from './open-invoices.ts';
import type {
  Report,
  ReportColumn,
  ReportRequest,
  ReportRow,
  ReportTable,
  RowLists,
} from './report.types.ts';

const bucketSums = (invoices: readonly OpenInvoice[]): number[] => {
  const sums = AGES.map((_, bucket) =>
    invoices.reduce((sum, each) => (each.bucket === bucket ? sum + each.amount : sum), 0),
  );
  return [...sums, sums.reduce((sum, each) => sum + each, 0)];
};

const COLUMNS: readonly ReportColumn[] = [
  { name: 'customer', title: 'Customer', kind: 'text', width: 30 },
  ...AGES.map(
    ({ name, title }) => ({ name, title, kind: 'money', width: 14, choice: true }) as const,
  ),
  { name: 'total', title: 'Total', kind: 'money', width: 14, choice: true },
];

/** Every status that the report counts. */
const ISSUED = INVOICE_STATES.filter(({ value }) => value !== 'Draft').map(({ value }) => value);

/** The invoices behind a bucket, or behind all of them; of everybody without a company. */
function invoicesBehind(
  { from = '', today, to = today }: ReportRequest,
  currency: string,
  company: string | undefined,
  bucket: number | undefined,
) {
  const { least = 0, most = undefined } = bucket === undefined ? {} : (AGES[bucket] ?? {});
  const oldest = most === undefined ? '' : addDays(to, -most);
  const since = from > oldest ? from : oldest;
  const filters: readonly Filter[] = [
    ...(company === undefined
      ? []
      : [{ field: 'company_name', match: 'exact', value: company } as const]),
    { field: 'currency', match: 'exact', value: currency },
    ...ISSUED.map((value) => ({ field: 'status', match: 'exact', value }) as const),
    { field: 'amount_due', match: 'from', value: '0.01' },
  ];
  return {
    resource: 'invoices',
    filter: filters.map(filterText),
    ...(since !== '' && { from: since }),
    to: addDays(to, -least),
  };
}

function agingTable(
  request: ReportRequest,
  currency: string,
  invoices: readonly OpenInvoice[],
): ReportTable {
  const byCompany = [...Map.groupBy(invoices, ({ company }) => company)];
  const rows = byCompany.map(([company, own]): ReportRow => [company, ...bucketSums(own)]);
  const total: ReportRow = [`Total ${currency}`, ...bucketSums(invoices)];
  const { today, to = today } = request;
  const listsOf = (at: number | 'total'): RowLists => {
    const company = at === 'total' ? undefined : byCompany[at]?.[0];
    const row = (at === 'total' ? total : rows[at]) ?? [];
    return row.map((value, column) =>
      column === 0 || value === 0
        ? undefined
        : invoicesBehind(request, currency, company, column > AGES.length ? undefined : column - 1),
    );
  };
  return {
    title: `Aging ${currency}`,
    by: 'customer',
    currency,
    columns: COLUMNS,
    rows,
    total,
    // The list of invoices has today's amounts.
    ...(to >= today && { listsOf }),
  };
}

const invoiceTable = (invoices: readonly OpenInvoice[]): ReportTable => ({
  title: 'Open invoices',
  by: 'invoice',
  currency: '',
  columns: [
    { name: 'customer', title: 'Customer', kind: 'text', width: 30 },
    { name: 'invoice', title: 'Invoice', kind: 'text', width: 22 },
    { name: 'issued', title: 'Issued', kind: 'day', width: 12 },
    { name: 'due', title: 'Due', kind: 'day', width: 12 },
    { name: 'age', title: 'Age in days', kind: 'days', width: 12 },
    { name: 'bucket', title: 'Bucket', kind: 'text', width: 14 },
    { name: 'currency', title: 'Currency', kind: 'text', width: 10 },
    { name: 'amount_due', title: 'Amount due', kind: 'money', width: 14 },
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
  listsOf: (at) => {
    const number = at === 'total' ? '' : (invoices[at]?.number ?? '');
    const filter = [filterText({ field: 'invoice_number', match: 'exact', value: number })];
    return [undefined, { resource: 'invoices', filter }];
  },
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
      ...currencies.map(([currency, own]) => agingTable(request, currency, own)),
      invoiceTable(invoices),
    ],
  };
}
