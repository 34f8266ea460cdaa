import { parseWireInstant, toWireDay } from '@forecourt/core';
import { type SqlBool, sql } from 'kysely';
import { moneyText, SCALES, toUnits } from '../amounts.ts';
import type { Actor } from '../audit/audit.ts';
import { DUE_DAYS } from '../customers/customer-wire.ts';
import { addDays } from '../days.ts';
import type { Store, Writer } from '../db/store.ts';
import { refuseField } from '../forms/sent-record.ts';
import { Problem } from '../http/problem.ts';
import { createInvoice, type InvoiceRow } from './invoice-store.ts';
import {
  type BillingPeriod,
  billingPeriodIn,
  seenOf,
  totalOf,
  type UnbilledLine,
  unbilledLines,
  unbilledSums,
} from './unbilled-lines.ts';

/** Terms beyond this are a slip, whose due date may be beyond any calendar. */
const MOST_DAYS = 3_650;

type Body = Readonly<Record<string, unknown>>;

/** Whether the body asks for an invoice of a period's unbilled lines (INV-14). */
export const isFromUnbilled = ({ lines }: Body): boolean => lines !== undefined && lines !== null;

/** Returns the total that the caller has seen, in minor units. Throws a 422 if it isn't an amount. */
function seenTotal({ total_amount: sent }: Body): number {
  const text = typeof sent === 'string' || typeof sent === 'number' ? String(sent).trim() : '';
  if (text === '') throw refuseField('/total_amount', 'Total is required');
  if (!/^-?\d{1,12}(\.\d{1,2})?$/.test(text)) {
    throw refuseField('/total_amount', 'Total must be an amount of at most two decimals');
  }
  return toUnits(text, SCALES.money);
}

const lineCount = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);

/** Refuses lines that differ from the preview, and says what is unbilled now. */
async function refuseChanged(
  tx: Writer,
  period: BillingPeriod,
  lines: readonly UnbilledLine[],
  body: Body,
): Promise<void> {
  const seen = seenTotal(body);
  const total = totalOf(lines);
  const same = seen === total && (body.seen === undefined || body.seen === seenOf(lines));
  if (same && lines.length > 0) return;
  const now = await unbilledSums(tx, period, lines);
  const { currency, company } = period;
  if (same) {
    const billed =
      now.already_billed > 0 ? ` ${lineCount(now.already_billed)} billed already.` : '';
    throw refuseField('/lines', `${company.name} has nothing unbilled of that period.${billed}`);
  }
  throw new Problem(
    409,
    `The lines changed since the preview, and nothing was made: ${lineCount(lines.length)} unbilled now, ${moneyText(total)} ${currency}; ${moneyText(seen)} ${currency} was seen. Preview again.`,
    { current: now },
  );
}

/** 'NHC-31-10-2026', with the currency if it isn't the company's own; '-2' and so on if that is taken. */
async function freeNumber(tx: Writer, { company, currency, last }: BillingPeriod): Promise<string> {
  const code =
    company.code.normalize('NFKC').replaceAll(/[^\p{Script=Latin}0-9]/gu, '') || `C${company.id}`;
  const abroad = company.currency === '' || currency === company.currency ? '' : `-${currency}`;
  const number = `${code}-${toWireDay(last)}${abroad}`;
  const rows = await tx
    .selectFrom('invoices')
    .select('invoice_number')
    .where(sql<SqlBool>`substr(invoice_number, 1, ${sql.lit(number.length)}) = ${number}`)
    .execute();
  const taken = new Set(rows.map(({ invoice_number }) => invoice_number));
  let free = number;
  for (let follower = 2; taken.has(free); follower += 1) free = `${number}-${follower}`;
  return free;
}

async function termsOf(tx: Writer, { company }: BillingPeriod): Promise<number> {
  const customer = await tx
    .selectFrom('customers')
    .select('due_days')
    .where('company_id', '=', company.id)
    .orderBy('id')
    .executeTakeFirst();
  const days = customer?.due_days || DUE_DAYS;
  if (days <= MOST_DAYS) return days;
  // Stored before terms had a limit.
  throw refuseField(
    '/due_date',
    `${company.name} has payment terms of ${days} days. Correct them, or send the due date.`,
  );
}

const trimmed = (sent: unknown): string => String(sent ?? '').trim();

/** Fields that follow from the lines can only be sent with their values. */
function refuseOther({ amount_due, status }: Body, total: number): void {
  const meant = typeof status === 'object' ? (status as { key?: unknown } | null)?.key : status;
  if (!['', 'Draft'].includes(trimmed(meant))) {
    throw refuseField('/status', 'An invoice made from unbilled lines begins as a Draft.');
  }
  if (trimmed(amount_due) !== '' && Number(amount_due) !== total / 100) {
    throw refuseField('/amount_due', `Amount due begins as the total, ${moneyText(total)}.`);
  }
}

/** Defaults for number, days and status. The total is due. */
async function invoiceOf(
  tx: Writer,
  actor: Actor,
  period: BillingPeriod,
  body: Body,
  total: number,
): Promise<Body> {
  const { company, currency, first, last } = period;
  const issued = trimmed(body.issued_date) || toWireDay(actor.today);
  const day = parseWireInstant(issued)?.slice(0, 'YYYY-MM-DD'.length) ?? actor.today;
  const due = trimmed(body.due_date) || toWireDay(addDays(day, await termsOf(tx, period)));
  return {
    invoice_number: trimmed(body.invoice_number) || (await freeNumber(tx, period)),
    company_name: company.name,
    issued_date: issued,
    due_date: due,
    start_date: `${toWireDay(first)} 00:00`,
    end_date: `${toWireDay(last)} 23:59`,
    status: 'Draft',
    total_amount: moneyText(total),
    amount_due: moneyText(total),
    currency,
  };
}

/**
 * Creates an invoice of all unbilled lines of a company, currency and period, and links them, in one transaction.
 * Throws a 409 if another call has billed one of them meanwhile, and a 422, with everything left unbilled, if credits
 * exceed the purchases.
 */
export async function billUnbilled(
  tx: Writer,
  store: Store,
  actor: Actor,
  body: Body,
): Promise<InvoiceRow> {
  if (body.lines !== 'unbilled') throw refuseField('/lines', 'It must be "unbilled".');
  const period = await billingPeriodIn(tx, actor.account, body);
  const lines = await unbilledLines(tx, period);
  await refuseChanged(tx, period, lines, body);
  const total = totalOf(lines);
  refuseOther(body, total);
  if (total < 0) {
    throw refuseField(
      '/total_amount',
      `Credits exceed purchases by ${moneyText(-total)} ${period.currency}: they stay unbilled. Take a longer period.`,
    );
  }
  const invoice = await createInvoice(tx, actor, await invoiceOf(tx, actor, period, body, total), {
    from: 'unbilled',
    trail: { lines: lines.length },
  });
  await tx
    .updateTable('transaction_lines')
    .set({ invoice_id: invoice.id })
    .where(sql<SqlBool>`id in ${store.among(lines.map(({ id }) => id))}`)
    .execute();
  return invoice;
}
