import { COLOURS } from '../documents/colours.ts';
import type { DocumentBrand } from '../documents/document-brand.ts';
import { amountText, dayText, priceText, quantityText } from '../documents/document-text.ts';
import {
  createPdf,
  finishPdf,
  letterhead,
  PAGE,
  type Pdf,
  party,
  put,
} from '../documents/pdf-document.ts';
import { drawTable, type TableRow } from '../documents/pdf-table.ts';
import type { BilledLine, InvoiceDocument } from './invoice-document.ts';
import { type InvoiceSums, invoiceSums, salesTaxes } from './invoice-sums.ts';

const LINE = 12;
const QUIET = { colour: COLOURS.quiet } as const;

function facts(pdf: Pdf, { invoice }: InvoiceDocument, y: number): void {
  const cells = [
    ['Invoice number', invoice.invoice_number],
    ['Date issued', dayText(invoice.issued_date)],
    ['Date due', dayText(invoice.due_date)],
    ['Period', `${dayText(invoice.start_date)} to ${dayText(invoice.end_date)}`],
  ] as const;
  const widths = [130, 84, 84, 156];
  pdf.roundedRect(PAGE.left, y, 394, 62, 4).fill(COLOURS.tint);
  let x: number = PAGE.left + 12;
  for (const [index, [label, value]] of cells.entries()) {
    const second = index === 3;
    if (second) x = PAGE.left + 12;
    const top = y + (second ? 36 : 8);
    put(pdf, label, x, top, { size: 7.5, ...QUIET });
    put(pdf, value, x, top + 10, { bold: true, width: (widths[index] ?? 0) + (second ? 100 : 0) });
    x += (widths[index] ?? 0) + 8;
  }
  put(pdf, 'Status', PAGE.left + 242, y + 36, { size: 7.5, ...QUIET });
  put(pdf, invoice.status, PAGE.left + 242, y + 46, { bold: true, width: 100 });
}

function amountDue(pdf: Pdf, { invoice }: InvoiceDocument, y: number): void {
  const x = PAGE.left + 404;
  pdf.roundedRect(x, y, 128, 62, 4).fill(pdf.brand.colour);
  const white = { colour: '#ffffff', width: 108, align: 'right' } as const;
  put(pdf, `Amount due (${invoice.currency})`, x + 10, y + 8, { ...white, size: 8 });
  put(pdf, amountText(invoice.due_minor), x + 10, y + 20, { ...white, size: 18, bold: true });
  const until = invoice.due_minor > 0 ? `by ${dayText(invoice.due_date)}` : 'nothing to pay';
  put(pdf, until, x + 10, y + 45, { ...white, size: 8 });
}

const SUMMARY = [
  { title: 'Summary', width: 262 },
  { title: 'Quantity', width: 130, align: 'right' },
  { title: 'Amount', width: 140, align: 'right' },
] as const;

function summaryRows({ invoice, payments }: InvoiceDocument, sums: InvoiceSums): TableRow[] {
  const row = (name: string, amount: number, quantity = ''): TableRow => ({
    cells: [name, quantity, amountText(amount)],
  });
  return [
    ...sums.products.map(({ amount, name, quantity, unit }) =>
      row(name, amount, quantityText(quantity, unit)),
    ),
    ...sums.taxes.map(([name, amount]) => row(name, amount)),
    ...(sums.other === 0 ? [] : [row('Other charges', sums.other)]),
    { ...row(`Total ${invoice.currency}`, invoice.total_minor), total: true },
    ...payments.map((payment) =>
      row(
        `Paid ${dayText(payment.payment_date)}, ${payment.mode_name}, ${payment.reference}`,
        -payment.amount_minor,
      ),
    ),
    ...(sums.corrected === 0 ? [] : [row('Corrections', sums.corrected)]),
    { ...row(`Amount due ${invoice.currency}`, invoice.due_minor), total: true },
  ];
}

function remittance(pdf: Pdf, { invoice, customer }: InvoiceDocument): void {
  const y = PAGE.bottom - 118;
  pdf
    .moveTo(PAGE.left, y)
    .lineTo(PAGE.right, y)
    .lineWidth(0.8)
    .dash(3, { space: 3 })
    .stroke(COLOURS.quiet)
    .undash();
  put(pdf, 'Remittance', PAGE.left, y + 12, { size: 12, bold: true, colour: pdf.brand.colour });
  const account = pdf.brand.sender.accounts[invoice.currency === 'USD' ? 'USD' : 'CAD'];
  const how = [
    `Quote ${invoice.invoice_number} with your payment.`,
    `Transfer: ${account}`,
    `Cheque: payable to ${pdf.brand.issuer}`,
    pdf.brand.sender.cheques,
    `Questions: ${pdf.brand.sender.email}, ${pdf.brand.sender.phone}`,
  ];
  for (const [index, line] of how.entries()) {
    put(pdf, line, PAGE.left, y + 32 + index * LINE, { width: 320 });
  }
  const facts = [
    ['Customer', customer.name],
    ['Invoice', invoice.invoice_number],
    ['Date due', dayText(invoice.due_date)],
    [`Amount due ${invoice.currency}`, amountText(invoice.due_minor)],
    ['Amount paid', ''],
  ] as const;
  for (const [index, [label, value]] of facts.entries()) {
    const at = y + 14 + index * 17;
    put(pdf, label, 372, at, QUIET);
    put(pdf, value, 446, at, { bold: true, width: 126, align: 'right' });
    pdf
      .moveTo(446, at + 12)
      .lineTo(PAGE.right, at + 12)
      .lineWidth(0.5)
      .stroke(COLOURS.line);
  }
}

const BILLED = [
  { title: 'Date', width: 50 },
  { title: 'Unit', width: 38 },
  { title: 'Auth code', width: 62 },
  { title: 'Site', width: 136 },
  { title: 'Product', width: 74 },
  { title: 'Quantity', width: 54, align: 'right' },
  { title: 'Price', width: 36, align: 'right' },
  { title: 'Sales tax', width: 38, align: 'right' },
  { title: 'Amount', width: 44, align: 'right' },
] as const;

function billedRow(line: BilledLine): TableRow {
  return {
    cells: [
      dayText(line.txn_date),
      line.unit_number,
      line.authentication_id,
      `${line.station_number} ${line.station_name}, ${line.province}`,
      line.product_description,
      quantityText(line.quantity_e3, line.unit),
      priceText(line.billed_price_e5),
      amountText(salesTaxes(line)),
      amountText(line.amount_minor),
    ],
  };
}

function billedRows({ invoice, lines }: InvoiceDocument): TableRow[] {
  const taxes = lines.reduce((sum, line) => sum + salesTaxes(line), 0);
  const amount = lines.reduce((sum, line) => sum + line.amount_minor, 0);
  const cells = [
    `Total ${invoice.currency}`,
    '',
    '',
    '',
    '',
    '',
    '',
    amountText(taxes),
    amountText(amount),
  ];
  return [...lines.map(billedRow), { cells, total: true }];
}

async function firstPage(pdf: Pdf, document: InvoiceDocument): Promise<void> {
  const { customer, invoice } = document;
  const sums = invoiceSums(document);
  letterhead(pdf, 'Invoice');
  const { issuer, sender } = pdf.brand;
  const taxNumbers = [
    `GST/HST ${sender.taxNumber}`,
    ...(sums.taxes.some(([name]) => name === 'QST') ? [`QST ${sender.quebecTaxNumber}`] : []),
  ];
  const from = [issuer, ...sender.address, ...taxNumbers];
  const taxed = customer.taxNumber === '' ? [] : [`Tax number ${customer.taxNumber}`];
  const billTo = [customer.name, ...customer.address, ...taxed];
  const y = Math.max(
    party(pdf, 'From', from, { x: PAGE.left, y: 100, width: 240 }) + 8,
    party(pdf, 'Bill to', billTo, { x: 326, y: 100, width: 240 }) + 8,
    192,
  );
  facts(pdf, document, y);
  amountDue(pdf, document, y);
  const rows = summaryRows(document, sums);
  const end = await drawTable(pdf, y + 82, {
    columns: SUMMARY,
    rows,
    size: 9,
    newPage: () => newPage(pdf, document),
  });
  const notes = [
    ...(sums.included.length === 0
      ? []
      : [
          `Prices include ${sums.included.map(([name, sum]) => `${name} ${amountText(sum)}`).join(', ')}.`,
        ]),
    ...(document.lines.length === 0 ? [] : ['Every purchase is listed on the following pages.']),
  ];
  for (const [index, note] of notes.entries()) {
    put(pdf, note, PAGE.left + 2, end + 8 + index * LINE, { size: 8, ...QUIET, width: PAGE.width });
  }
  if (end > PAGE.bottom - 160) newPage(pdf, document);
  remittance(pdf, document);
  if (invoice.status === 'Draft')
    put(pdf, 'DRAFT', PAGE.left, 68, {
      size: 10,
      bold: true,
      colour: COLOURS.quiet,
      width: PAGE.width,
      align: 'right',
    });
}

/** Adds a page with the invoice's heading. Returns where its text starts. */
function newPage(pdf: Pdf, { customer, invoice }: InvoiceDocument): number {
  pdf.addPage();
  letterhead(pdf, 'Billed fuel');
  const of = `Invoice ${invoice.invoice_number} · ${customer.name}`;
  put(pdf, of, PAGE.left, PAGE.top + 48, { ...QUIET, width: PAGE.width });
  return PAGE.top + 66;
}

/** Draws an invoice: what is due and how to pay it, then every purchase, in its company's brand (INV-10, INV-13). */
export async function invoicePdf(
  document: InvoiceDocument,
  { at, brand }: { readonly at: Date; readonly brand: DocumentBrand },
): Promise<Uint8Array<ArrayBuffer>> {
  const { invoice } = document;
  const pdf = createPdf({ title: `Invoice ${invoice.invoice_number}`, at, brand });
  await firstPage(pdf, document);
  if (document.lines.length > 0) {
    const page = () => newPage(pdf, document);
    await drawTable(pdf, page(), {
      columns: BILLED,
      rows: billedRows(document),
      size: 7,
      newPage: page,
    });
  }
  return finishPdf(pdf, `${pdf.brand.issuer} · Invoice ${invoice.invoice_number}`);
}
