import { safeFileName } from '@forecourt/core';
import type { Hono } from 'hono';
import { sql } from 'kysely';
import { actorOf, beginEntry, endEntry } from '../audit/audit.ts';
import { csvStream, fileHeaders } from '../csv.ts';
import type { Writer } from '../db/store.ts';
import { type DocumentBrand, documentBrand } from '../documents/document-brand.ts';
import { amountText, dayText } from '../documents/document-text.ts';
import { API_PATH, type AppContext, type AppEnv } from '../http/env.ts';
import { onlyOne } from '../http/only-one.ts';
import { permit, signedIn } from '../http/permit.ts';
import { badRequest, Problem } from '../http/problem.ts';
import { refuseHead } from '../http/refuse-head.ts';
import { enterEmail, forgetEmail, refuseTooMany } from '../mail/mail-limit.ts';
import { sendMail } from '../mail/mailer.ts';
import { offThread } from '../threads/off-thread.ts';
import { INVOICE_CSV_HEADER, invoiceCsvRows } from './invoice-csv.ts';
import {
  type AddressedInvoice,
  addressed,
  type InvoiceDocument,
  readInvoiceDocument,
} from './invoice-document.ts';
import { type InvoiceRow, visibleInvoice } from './invoice-store.ts';

const ONE = '/spol/invoices/:number/download';
const PDF = 'application/pdf';
const UNSENT: readonly string[] = ['Draft', 'Void'];

const invoiceOf = (c: AppContext, text: string): Promise<InvoiceRow> =>
  visibleInvoice(c.get('services').store.read, signedIn(c), { text, by: onlyOne(c, 'by') });

const documentOf = async (c: AppContext, text: string): Promise<InvoiceDocument> =>
  readInvoiceDocument(c.get('services').store.read, await invoiceOf(c, text));

const brandOf = (c: AppContext, { customer }: AddressedInvoice): Promise<DocumentBrand> =>
  documentBrand(c.get('services').brandsFile, customer.brand);

async function pdfOf(c: AppContext, document: InvoiceDocument): Promise<Uint8Array<ArrayBuffer>> {
  const { invoicePdf } = await import('./invoice-pdf.ts');
  return invoicePdf(document, { at: c.get('services').now(), brand: await brandOf(c, document) });
}

/** Draws the document on a thread. */
async function attachmentOf(c: AppContext, { invoice }: AddressedInvoice): Promise<Uint8Array> {
  const { threads } = c.get('services');
  const path = `${API_PATH}/spol/invoices/${invoice.id}/download?by=id`;
  const answer = await threads?.answer(c, 'files', path);
  if (!answer?.ok) throw new Problem(503, 'The invoice could not be drawn. Nothing was sent.');
  // Over a port, an answer has the server's own class, without `bytes`.
  return new Uint8Array(await answer.arrayBuffer());
}

/** Whether only payments settled it; a credit is no payment. */
const isPaid = ({ due_minor, paid_minor, total_minor }: InvoiceRow): boolean =>
  due_minor === 0 && paid_minor > 0 && paid_minor >= total_minor;

/** What settled an invoice with nothing due: payments, a credit, or both (INV-13). */
function settledText(invoice: InvoiceRow): string {
  const { currency, paid_minor, total_minor } = invoice;
  const amount = (minor: number): string => `${currency} ${amountText(minor)}`;
  if (isPaid(invoice)) return `It is paid: ${amount(total_minor)}. Nothing is due, thank you.`;
  const credited = total_minor - paid_minor;
  if (paid_minor > 0) {
    return `${amount(paid_minor)} of it is paid and ${amount(credited)} is credited. Nothing is due, thank you.`;
  }
  return credited > 0 ? `It is credited: ${amount(credited)}. Nothing is due.` : 'Nothing is due.';
}

/** How much is due and how to pay it, or why nothing is (INV-13). */
const dueText = ({ invoice }: AddressedInvoice): string =>
  invoice.due_minor > 0
    ? `Amount due: ${invoice.currency} ${amountText(invoice.due_minor)}
Date due:   ${dayText(invoice.due_date)}

How to pay is on the first page. Questions: reply to this e-mail.`
    : `${settledText(invoice)}

Questions: reply to this e-mail.`;

/** 'Invoice INV-1', with a note in brackets if nothing has to be paid. */
function subjectOf(invoice: InvoiceRow): string {
  const subject = `Invoice ${invoice.invoice_number}`;
  if (invoice.due_minor > 0) return subject;
  return isPaid(invoice) ? `${subject} (paid)` : `${subject} (nothing due)`;
}

const words = (document: AddressedInvoice, issuer: string): string =>
  letter(document, dueText(document), issuer);

const letter = (
  { customer, invoice }: AddressedInvoice,
  due: string,
  issuer: string,
): string => `Dear ${customer.name},

please find attached invoice ${invoice.invoice_number} for ${dayText(invoice.start_date)} to ${dayText(invoice.end_date)}.

${due}

${issuer}
`;

/** Returns the invoice to send and its e-mail. Throws a 409 for a draft or a void one. */
async function emailOf(c: AppContext) {
  if ((onlyOne(c, 'type') ?? '') !== 'spol/invoices') {
    throw badRequest('type must be spol/invoices.', '/type');
  }
  const id = onlyOne(c, 'id') ?? '';
  if (id === '') throw badRequest('id says which invoice to send.', '/id');
  const { read } = c.get('services').store;
  const document = await addressed(read, await invoiceOf(c, id));
  const { customer, invoice } = document;
  const { invoice_number: number } = invoice;
  if (UNSENT.includes(invoice.status)) throw notSent(invoice);
  if (customer.email === '') {
    throw new Problem(
      422,
      `${customer.name} has no e-mail address. Add one to its customer first.`,
    );
  }
  return {
    document,
    to: customer.email,
    subject: subjectOf(invoice),
    filename: `${safeFileName(number)}.pdf`,
  };
}

/** Returns what sending would do, and when it was last done (INV-13). Sends nothing. */
async function previewEmail(c: AppContext): Promise<Response> {
  const { document, filename, subject, to } = await emailOf(c);
  const sent = await c
    .get('services')
    .store.read.selectFrom('audit')
    .select(['at', 'changes'])
    .where('action', '=', 'invoices.email')
    .where('resource', '=', 'invoices')
    .where('record_id', '=', document.invoice.invoice_number)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  return c.json({
    to,
    subject,
    attachment: filename,
    sent_before: sent.map(({ at, changes }) => ({
      at,
      to: String((JSON.parse(changes) as { to?: unknown }).to ?? ''),
    })),
  });
}

const notSent = ({ invoice_number: number, status }: InvoiceRow): Problem => {
  const then = status === 'Draft' ? ' Change its status first.' : '';
  return new Problem(409, `Invoice ${number} is ${status}, and is not sent.${then}`);
};

/**
 * Records that an e-mail was started, unless it is a draft or void by now. It can't be voided afterwards (INV-14).
 * The record's version doesn't change.
 */
async function beginEmail(tx: Writer, id: number, at: Date): Promise<void> {
  const now = await tx
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (UNSENT.includes(now.status)) throw notSent(now);
  await sql`update invoices set mailed_at = ${at.toISOString()} where id = ${id}`.execute(tx);
}

async function emailInvoice(c: AppContext): Promise<Response> {
  refuseHead(c);
  const { document, filename, subject, to } = await emailOf(c);
  const { mail, mailLimits, now, store } = c.get('services');
  const { invoice } = document;
  const actor = actorOf(c, signedIn(c));
  const about = {
    column: 'invoice_id',
    value: invoice.id,
    name: `Invoice ${invoice.invoice_number}`,
  } as const;
  const attempt = { about, userId: actor.account.userId, claim: actor.claim };
  // Draws nothing for an e-mail beyond the limit.
  await refuseTooMany(store.read, now(), mailLimits, attempt);
  // Before it counts as started: if it can't be drawn, nothing was sent.
  const content = await attachmentOf(c, document);
  const brand = await brandOf(c, document);
  const sent = {
    action: 'invoices.email',
    resource: 'invoices',
    recordId: invoice.invoice_number,
    label: invoice.invoice_number,
    companyId: invoice.company_id,
    changes: { to },
  };
  const { email, entry } = await store.write(async (tx) => {
    const email = await enterEmail(tx, now(), mailLimits, attempt);
    await beginEmail(tx, invoice.id, now());
    return { email, entry: await beginEntry(tx, actor, sent) };
  });
  try {
    await sendMail(mail, {
      to,
      subject,
      from: { brand: brand.name, address: brand.sender.email },
      text: words(document, brand.issuer),
      at: now(),
      attachment: { filename, content, contentType: PDF },
    });
  } catch (error) {
    // An unreachable mail server doesn't count against the limit.
    await store.write(async (tx) => {
      await forgetEmail(tx, email);
      await endEntry(tx, actor, entry, { ...sent, failed: true });
    });
    throw error;
  }
  await store.write((tx) => endEntry(tx, actor, entry, sent));
  return c.json({}, 202);
}

/** Invoices as files, and sent by e-mail (INV-09, INV-10). */
export function invoiceFileRoutes(app: Hono<AppEnv>): void {
  // One invoice needs download, several need read (LIST-11): the call is the same.
  app.get(ONE, permit('invoices.export'), offThread('files'), async (c) => {
    const document = await documentOf(c, c.req.param('number'));
    const name = `${safeFileName(document.invoice.invoice_number)}.pdf`;
    return c.body(await pdfOf(c, document), 200, fileHeaders(name, PDF));
  });

  app.get(`${ONE}/csv`, permit('invoices.export'), offThread('files'), async (c) => {
    const document = await documentOf(c, c.req.param('number'));
    const name = `${safeFileName(document.invoice.invoice_number)}.csv`;
    return c.body(csvStream(INVOICE_CSV_HEADER, invoiceCsvRows(document)), 200, fileHeaders(name));
  });

  app.get('/email-invoice/preview', permit('invoices.email'), previewEmail);
  app.post('/email-invoice', permit('invoices.email'), emailInvoice);
  app.get('/email-invoice', permit('invoices.email'), emailInvoice);
}
