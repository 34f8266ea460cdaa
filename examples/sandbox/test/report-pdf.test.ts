import { expect, it } from 'vitest';
import { statementPdf } from '../src/customers/statement-pdf.ts';
import { PROVIDER_BRAND } from '../src/documents/document-brand.ts';
import { readInvoiceDocument } from '../src/invoices/invoice-document.ts';
import { invoicePdf } from '../src/invoices/invoice-pdf.ts';
import type { ReportColumn } from '../src/reports/report.types.ts';
import { reportPdf } from '../src/reports/report-pdf.ts';
import { openBilling } from './billing.kit.ts';
import { type PdfPiece, pdfDrawing, pdfLines } from './pdf-text.ts';

const WORDS = 'Northern Ontario and Quebec Long-Distance Refrigerated Haulage Cooperative of 01';
const ONE_WORD = 'Ueberlandtransportgesellschaftsverwaltungsundbeteiligungsgesellschaftmbhundcokgx';

/** Texts that begin before the one to their left has ended, or end beyond the right margin. */
const collisions = (lines: readonly PdfPiece[][]): string[] =>
  lines.flatMap((line) =>
    line.flatMap(({ text, to }, at) => {
      const next = line[at + 1]?.from ?? 572.5;
      return to > next ? [`${text} | ${line[at + 1]?.text}`] : [];
    }),
  );

const texts = (lines: readonly PdfPiece[][]) => lines.flat().map(({ text }) => text);

it('REP-01 shortens names of 80 characters in PDFs, so that none runs over the next column', async () => {
  expect([WORDS.length, ONE_WORD.length]).toEqual([80, 80]);
  const { admin, bill, buy, haul, load } = await openBilling();
  for (const [name, code] of [
    [WORDS, 'NOR'],
    [ONE_WORD, 'UEB'],
  ] as const) {
    const of = await haul(name, code);
    await buy(of, [{ dtl_amt: 100, dtl_qty: 50 }]);
    const { invoice_dto: draft } = await load((await bill(of)).invoice_number);
    const days = { issued_date: '31-10-2026', due_date: '30-11-2026' };
    const body = { ...draft, ...days, status: 'Sent' };
    const sent = await admin.call('spol/invoices/update', { method: 'PUT', body });
    expect([sent.status, await sent.text()]).toEqual([200, expect.any(String)]);
  }
  for (const body of [
    { report_type: 'aging' },
    { report_type: 'aging', by: 'invoice' },
    { report_type: 'sales' },
    { report_type: 'sales', by: 'customer' },
  ]) {
    const pdf = await admin.call('reporting', { body: { ...body, format: 'pdf' } });
    const lines = pdfLines(await pdf.arrayBuffer());
    const which = JSON.stringify(body);
    expect(collisions(lines), which).toEqual([]);
    const shortened = texts(lines).filter((text) => text.endsWith('\x85'));
    // Nothing but names: no title and no figure.
    const starts = new Set(shortened.map((text) => text.slice(0, 9)));
    expect([which, ...starts]).toEqual([which, 'Northern ', 'Ueberland']);
  }
});

it('CUST-04 INV-10 writes the whole name of who owes on the envelope, however long', async () => {
  const { bill, buy, haul, store } = await openBilling();
  const of = await haul('Fox & Sons', 'FOX');
  await buy(of, [{ dtl_amt: 100, dtl_qty: 50 }]);
  await bill(of);
  const invoice = await store.read.selectFrom('invoices').selectAll().executeTakeFirstOrThrow();
  const billed = await readInvoiceDocument(store.read, invoice);
  const address = ['1 Rue du Lac', 'Chicoutimi, QC  G7H 1A1', 'Canada'];
  const drawn = { at: new Date(0), brand: PROVIDER_BRAND };
  for (const name of [`${WORDS} and Partners (1998) Limited`, ONE_WORD]) {
    const customer = { name, address, email: '', taxNumber: '123456789 RT0001', brand: '' };
    const days = { from: '2026-10-01', to: '2026-10-31' };
    for (const [bytes, left] of [
      [await statementPdf({ customer, ...days, accounts: [] }, drawn), 40],
      [await invoicePdf({ ...billed, customer }, drawn), 326],
    ] as const) {
      const lines = pdfLines(bytes.buffer);
      // The footer leaves room for the number of the page.
      expect(collisions(lines)).toEqual([]);
      const envelope = lines.flat().filter(({ from }) => from === left);
      const written = envelope.map(({ text }) => text.trim()).join(' ');
      expect(written.replaceAll(' ', '')).toContain(`${name}1 Rue du Lac`.replaceAll(' ', ''));
    }
  }
});

it('REP-01 writes a figure smaller that is too long for its column, never a part of it', async () => {
  const columns = [
    { name: 'customer', title: 'Customer', kind: 'text', width: 30 },
    ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(
      (name) => ({ name, title: name, kind: 'money', width: 8 }) as const,
    ),
  ] satisfies ReportColumn[];
  const row = [WORDS, ...columns.slice(1).map(() => -12_345_678_901_234)];
  const table = { title: 'By customer', by: 'customer', currency: 'CAD', columns, rows: [row] };
  const report = { title: 'Sales report', about: [], tables: [{ ...table, total: row }] };
  const bytes = await reportPdf(report, { at: new Date(0), brand: PROVIDER_BRAND });
  const lines = pdfLines(bytes.buffer);
  expect(collisions(lines)).toEqual([]);
  const figures = texts(lines).filter((text) => text.includes('123,456'));
  expect(figures).toEqual(Array(14).fill('-123,456,789,012.34'));
});

/** The texts of each page with how high they stand, in points from the bottom. */
const pagesOf = (bytes: ArrayBuffer): ReadonlyMap<string, number>[] =>
  pdfDrawing(bytes)
    .split('% page ')
    .slice(1)
    .map((page) => {
      const put = page.matchAll(/1 0 0 1 [\d.]+ ([\d.]+) Tm\n\/F\d [\d.]+ Tf\n\((.*)\) Tj/g);
      return new Map([...put].map(([, y, text = '']) => [text, Number(y)]));
    });

it('REP-01 a table’s title is never left alone at the foot of a page', async () => {
  const columns = [{ name: 'product', title: 'Product', kind: 'text', width: 1 }] as const;
  const table = (title: string, count: number) => ({
    ...{ title, by: 'product', currency: 'CAD', columns },
    rows: Array.from({ length: count }, (_, at) => [`${title} ${at}`]),
  });
  const pages = new Set<number>();
  for (let count = 20; count < 60; count += 1) {
    const tables = [table('First', count), table('Second', 3)];
    const report = { title: 'Sales report', about: ['Of all days.'], tables };
    const bytes = await reportPdf(report, { at: new Date(0), brand: PROVIDER_BRAND });
    const drawn = pagesOf(bytes.buffer);
    const page = drawn.find((one) => one.has('Second'));
    expect([count, page?.has('Second 0'), page?.has('Second 1')]).toEqual([count, true, true]);
    pages.add(drawn.length);
  }
  expect([...pages]).toEqual([1, 2]);
});

it('INV-10 the remittance slip stands below the sums, on another page if there is no room', async () => {
  const { bill, buy, haul, store } = await openBilling();
  const of = await haul('Paying Haul', 'PYG');
  await buy(of, [{ dtl_amt: 100, dtl_qty: 50 }]);
  await bill(of);
  const invoice = await store.read.selectFrom('invoices').selectAll().executeTakeFirstOrThrow();
  const billed = await readInvoiceDocument(store.read, invoice);
  const payment = { payment_date: '2026-11-12', mode_name: 'Cash', amount_minor: 100 };
  const NOTE = 'Every purchase is listed on the following pages.';
  const apart: number[] = [];
  for (let count = 0; count < 25; count += 1) {
    const payments = Array.from({ length: count }, (_, at) => ({
      ...payment,
      reference: `R${at}`,
    }));
    const document = { ...billed, payments } as unknown as typeof billed;
    const { buffer } = await invoicePdf(document, { at: new Date(0), brand: PROVIDER_BRAND });
    const pages = pagesOf(buffer);
    const slip = pages.findIndex((page) => page.has('Remittance'));
    const sums = pages.findIndex((page) => page.has(NOTE));
    expect([count, pages[slip]?.has('Invoice PYG-31-10-2026 · Paying Haul')]).toEqual([
      count,
      slip > 0,
    ]);
    if (slip !== sums) apart.push(count);
    const [low = 0, high = 0] = [pages[sums]?.get(NOTE), pages[slip]?.get('Remittance')];
    if (slip === sums) expect(low - high, `${count} payments`).toBeGreaterThan(12);
  }
  expect(apart).toEqual(Array.from({ length: 10 }, (_, at) => 15 + at));
});
