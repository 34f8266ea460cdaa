/**
 * Holds how each document is drawn against a file that was looked at when it was made: `npm test -- --project sandbox
 * drawings -u` writes it anew after a change that is wanted.
 */
import { expect, it } from 'vitest';
import { type StatementDocument, statementPdf } from '../src/customers/statement-pdf.ts';
import { type DocumentBrand, PROVIDER_BRAND } from '../src/documents/document-brand.ts';
import type { BilledLine, InvoiceDocument } from '../src/invoices/invoice-document.ts';
import { invoicePdf } from '../src/invoices/invoice-pdf.ts';
import type { Report } from '../src/reports/report.types.ts';
import { reportPdf } from '../src/reports/report-pdf.ts';
import { pdfDrawing } from './pdf-text.ts';

const BRAND: DocumentBrand = { ...PROVIDER_BRAND, name: 'Harbour Petroleum', colour: '#1a5aa8' };
const WITH = { at: new Date('2026-11-20T08:00:00Z'), brand: BRAND };

const CUSTOMER = {
  name: 'Tolvane Lines Inc.',
  email: 'luc@tolvane.test',
  address: ['12 Rue du Port', 'Laval, QC  H7A 1A1', 'Canada'],
  taxNumber: '81234 5678 RT0001',
  brand: 'harbour',
};

const line = (changes: Partial<BilledLine>): BilledLine =>
  ({
    authentication_id: 'A-1001',
    txn_date: '2026-10-03T09:15',
    card_number: '7083050012345678',
    driver: 'R. Roy',
    unit_number: 'T-12',
    station_number: '4410',
    station_name: 'Laval Centre',
    city: 'LAVAL',
    province: 'QC',
    product_description: 'Diesel',
    unit: 'L',
    quantity_e3: 412_370,
    billed_price_e5: 134_300,
    fet_rate_e5: 4_000,
    pft_rate_e5: 20_200,
    cbt_rate_e5: 0,
    gst_minor: 2_769,
    hst_minor: 0,
    pst_minor: 0,
    qst_minor: 5_524,
    amount_minor: 63_675,
    ...changes,
  }) as BilledLine;

const LINES = [
  line({}),
  line({ authentication_id: 'A-1002', txn_date: '2026-10-09T22:40', quantity_e3: 100_000 }),
  line({
    ...{ authentication_id: 'A-1003', product_description: 'DEF', station_name: 'Regina East' },
    ...{ province: 'SK', qst_minor: 0, pst_minor: 60, gst_minor: 50, amount_minor: 1_110 },
    ...{ quantity_e3: 9_000, fet_rate_e5: 0, pft_rate_e5: 0 },
  }),
];

const invoiceOf = (changes: object, more: Partial<InvoiceDocument> = {}) =>
  ({
    customer: CUSTOMER,
    lines: LINES,
    payments: [
      {
        ...{ payment_date: '2026-11-12', mode_name: 'Cheque', reference: 'CH-77' },
        ...{ amount_minor: 20_000 },
      },
    ],
    invoice: {
      ...{ invoice_number: 'INV-2026-00042', status: 'Partially Paid', currency: 'CAD' },
      ...{ issued_date: '2026-10-31', due_date: '2026-11-30' },
      ...{ start_date: '2026-10-01', end_date: '2026-10-31' },
      ...{ total_minor: 130_000, due_minor: 109_000 },
      ...changes,
    },
    ...more,
  }) as InvoiceDocument;

const statement: StatementDocument = {
  customer: CUSTOMER,
  from: '2026-10-01',
  to: '2026-11-20',
  accounts: [
    {
      currency: 'CAD',
      opening: 12_345,
      closing: 101_345,
      movements: [
        {
          ...{ kind: 'invoice', day: '2026-10-31', invoice: 'INV-2026-00042' },
          ...{ payment: undefined, amount: 109_000, balance: 121_345 },
        },
        {
          ...{ kind: 'payment', day: '2026-11-12', invoice: 'INV-2026-00042' },
          ...{ payment: { mode: 'Cheque', reference: 'CH-77' } },
          ...{ amount: -20_000, balance: 101_345 },
        },
      ] as unknown as StatementDocument['accounts'][number]['movements'],
      ages: [
        { title: '0 to 30', amount: 101_345, count: 1 },
        { title: '31 to 60', amount: 0, count: 0 },
        { title: 'Over 90', amount: 0, count: 0 },
      ],
    },
  ],
};

const report: Report = {
  title: 'Sales',
  about: ['01/10/26 to 31/10/26', 'By the day of the purchase'],
  tables: [
    {
      ...{ title: 'By product, CAD', by: 'product', currency: 'CAD' },
      columns: [
        { name: 'product', title: 'Product', kind: 'text', width: 3 },
        { name: 'first', title: 'First day', kind: 'day', width: 2 },
        { name: 'open', title: 'Days', kind: 'days', width: 1 },
        { name: 'quantity', title: 'Quantity', kind: 'quantity', width: 2 },
        { name: 'amount', title: 'Amount', kind: 'money', width: 2 },
      ],
      rows: [
        ['Diesel', '2026-10-03', 9, 512_370, 127_350],
        ['DEF', '2026-10-09', 0, 0, 0],
      ],
      total: ['Total', '2026-10-03', 9, 512_370, 127_350],
    },
    {
      ...{ title: 'Each purchase', by: 'purchase', currency: 'CAD', detail: true },
      columns: [{ name: 'code', title: 'Auth code', kind: 'text', width: 1 }],
      rows: [['A-1001']],
    },
  ],
};

const bytes = async (drawn: Promise<Uint8Array<ArrayBuffer>>) => (await drawn).buffer;
it.each([
  ['invoice', () => invoicePdf(invoiceOf({}), WITH)],
  [
    'invoice-draft',
    () =>
      invoicePdf(
        invoiceOf(
          { status: 'Draft', currency: 'USD', total_minor: 0, due_minor: 0 },
          { lines: [], payments: [], customer: { ...CUSTOMER, taxNumber: '' } },
        ),
        WITH,
      ),
  ],
  [
    'invoice-long',
    () =>
      invoicePdf(
        invoiceOf(
          { currency: 'USD', total_minor: 5_001, due_minor: 1 },
          {
            customer: { ...CUSTOMER, address: Array.from({ length: 9 }, (_, at) => `Line ${at}`) },
            lines: [line({ qst_minor: 0, fet_rate_e5: 0, pft_rate_e5: 0 })],
            payments: Array.from({ length: 15 }, (_, at) => ({
              ...{ payment_date: `2026-11-${10 + at}`, mode_name: 'Cash', reference: `R-${at}` },
              amount_minor: 100,
            })) as unknown as InvoiceDocument['payments'],
          },
        ),
        WITH,
      ),
  ],
  ['statement', () => statementPdf(statement, WITH)],
  ['statement-empty', () => statementPdf({ ...statement, accounts: [] }, WITH)],
  ['report', () => reportPdf(report, WITH)],
  ['report-empty', () => reportPdf({ ...report, tables: [] }, WITH)],
])('INV-10 INV-13 REP-01 %s is drawn as it was looked at', async (name, draw) => {
  await expect(pdfDrawing(await bytes(draw()))).toMatchFileSnapshot(`./drawings/${name}.txt`);
});
