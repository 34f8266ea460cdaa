import {
  Decimal,
  type Draft,
  type DraftValue,
  type FormField,
  type Issues,
  invoices,
} from '@forecourt/core';
import { type Selectable, type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import { moneyText, SCALES, toUnits } from '../amounts.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { changesBetween, companyOfBoth } from '../audit/changes.ts';
import type { Account } from '../auth/account.ts';
import type { InvoicesTable } from '../db/schema-office.ts';
import type { Reader, Writer } from '../db/store.ts';
import { spareReason } from '../forms/reason.ts';
import {
  decodeSent,
  formOf,
  issuesOf,
  overlay,
  refuseField,
  refuseIssues,
  textIn,
} from '../forms/sent-record.ts';
import type { MatchVersion } from '../http/if-match.ts';
import { badRequest, notFound, Problem } from '../http/problem.ts';
import { lowered } from '../lists/match.ts';
import { TYPES } from '../reference/choices.ts';
import { billedBy } from './billed-lines.ts';
import { keepFormerState } from './invoice-history.ts';
import { hiddenStatuses, presentBilledFuel, presentInvoice } from './invoice-wire.ts';

export type InvoiceRow = Selectable<InvoicesTable>;

const form = formOf(invoices);
type Detail = NonNullable<Parameters<typeof form.draft>[0]>;

const visible = (read: Reader | Writer, account: Account) => {
  const { companyId } = account;
  const all = read.selectFrom('invoices').selectAll();
  const own = companyId === null ? all : all.where('company_id', '=', companyId);
  const hidden = hiddenStatuses(account);
  return hidden.length === 0 ? own : own.where('status', 'not in', hidden);
};

const invoiceNumbered = (
  read: Reader | Writer,
  account: Account,
  number: string,
): Promise<InvoiceRow | undefined> =>
  visible(read, account).where('invoice_number', '=', number).executeTakeFirst();

const invoiceWithId = async (
  read: Reader | Writer,
  account: Account,
  id: string,
): Promise<InvoiceRow | undefined> =>
  /^\d{1,15}$/.test(id)
    ? visible(read, account).where('id', '=', Number(id)).executeTakeFirst()
    : undefined;

/** How a call names an invoice: `text` is its id or its number, and `by` says which. */
export interface InvoiceReference {
  readonly text: string;
  /** 'id', 'number', or undefined for either. */
  readonly by: string | undefined;
}

const described = ({ company_name, currency, id, invoice_number, total_minor }: InvoiceRow) =>
  `invoice ${invoice_number} of ${company_name} (id ${id}, ${moneyText(total_minor)} ${currency})`;

/**
 * Returns the invoice that a call means, if this account may see it. A number may be all digits, like an id; text that
 * is the number of one invoice and the id of another means neither until `by` says which. Throws a 409 for that, a 404
 * if there is none, and a 400 for another `by`.
 */
export async function visibleInvoice(
  read: Reader | Writer,
  account: Account,
  { by, text }: InvoiceReference,
): Promise<InvoiceRow> {
  if (by !== undefined && by !== 'id' && by !== 'number') {
    throw badRequest('by must be id or number.', '/by');
  }
  const numbered = by === 'id' ? undefined : await invoiceNumbered(read, account, text);
  const identified = by === 'number' ? undefined : await invoiceWithId(read, account, text);
  if (numbered && identified && numbered.id !== identified.id) {
    const which = `Say which one: number:${text} or id:${text} on the command line, by=number or by=id in a call.`;
    throw new Problem(
      409,
      `${text} is the number of ${described(numbered)} and the id of ${described(identified)}. ${which}`,
      {
        unread: {
          readBy: ['invoices.get'],
          detail: `${text} is the number of one invoice and the id of another. ${which}`,
        },
      },
    );
  }
  const found = numbered ?? identified;
  if (!found) throw notFound(`Invoice ${text}`);
  return found;
}

/** Returns an invoice as its own call answers it, with its billed lines (INV-07). */
export async function invoiceDetail(read: Reader | Writer, invoice: InvoiceRow) {
  const billed = await billedBy(read, invoice.id);
  return {
    invoice_dto: await wholeInvoice(read, invoice),
    fuel_transaction_dto_list: billed.map(presentBilledFuel),
  };
}

/** Counts all payments of an invoice, including reversed ones. */
async function paymentCount(read: Reader | Writer, { id }: InvoiceRow): Promise<number> {
  const found = await read
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('invoice_id', '=', id)
    .where('reverses_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(found.count);
}

/** Returns an invoice with what a list doesn't have: how many payments were registered (INV-12). */
export const wholeInvoice = async (read: Reader | Writer, invoice: InvoiceRow) => ({
  ...presentInvoice(invoice),
  payment_count: await paymentCount(read, invoice),
});

/** Returns the sent status, by its key or text (INV-05). */
function statusIn(sent: unknown): string | undefined {
  if (sent === undefined || sent === null) return undefined;
  const { key, value } =
    typeof sent === 'object' ? (sent as Record<string, unknown>) : { key: sent };
  const found = TYPES.INVOICE_STATUS.find(
    (status) => status.key === String(key) || status.value === String(value),
  );
  return found?.key ?? String(key ?? value ?? '');
}

/** Returns the sent fields as the form holds them. */
function draftIn(body: Readonly<Record<string, unknown>>): Draft {
  const row = decodeSent(invoices.schema, { ...body, status: undefined }) as Detail;
  const draft = form.draft(row);
  const status = statusIn(body.status);
  const sent = Object.keys(draft).filter((name) => name !== 'status' && body[name] !== undefined);
  return {
    ...Object.fromEntries(sent.map((name) => [name, draft[name] ?? ''])),
    ...(status === undefined ? {} : { status }),
  };
}

const detailOf = (row: InvoiceRow, payment_count: number): Detail =>
  ({
    ...z.parse(invoices.schema, presentInvoice(row)),
    ...{ status_key: row.status, payment_count },
  }) as Detail;

function same({ input }: FormField, one: DraftValue, other: DraftValue): boolean {
  if (input !== 'decimal') return one === other;
  const [left, right] = [Decimal.parse(String(one)), Decimal.parse(String(other))];
  return left && right ? left.equals(right) : one === other;
}

/** A locked field can be sent, but not changed (INV-03, INV-04). */
function lockIssues(fields: readonly FormField[], loaded: Draft, sent: Draft): Issues {
  const changed = fields.filter((field) => {
    const value = sent[field.name];
    return (
      field.locked !== undefined &&
      value !== undefined &&
      !same(field, value, loaded[field.name] ?? '')
    );
  });
  return Object.fromEntries(
    changed.map(({ locked = '', name }) => [name, [{ code: 'locked', message: locked }]]),
  );
}

const columnsOf = (draft: Draft) => {
  const text = (name: string): string => textIn(draft, name);
  const minute = (name: string): string => text(name).slice(0, 'YYYY-MM-DDTHH:mm'.length);
  return {
    issued_date: text('issued_date'),
    due_date: text('due_date'),
    start_date: minute('start_date'),
    end_date: minute('end_date'),
    status: text('status'),
    due_minor: toUnits(text('amount_due'), SCALES.money),
    currency: text('currency'),
  };
};

/** Whether the sent record has another paid amount; undefined if it has none. */
function paidMeanwhile(
  { paid_minor }: InvoiceRow,
  { amount_paid: sent }: Readonly<Record<string, unknown>>,
): boolean | undefined {
  const paid = Decimal.parse(String(sent ?? ''));
  return paid && toUnits(paid.toString(), SCALES.money) !== paid_minor;
}

/**
 * Refuses an amount due from a form that was loaded before a payment or a reversal, which it would undo (INV-12). For
 * calls without a version. If the sent record has its paid amount, that decides; otherwise every amount that a payment
 * or reversal started from may be from such a form.
 */
async function refuseStaleDue(
  tx: Writer,
  before: InvoiceRow,
  sent: Draft,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (sent.amount_due === undefined) return;
  const due = toUnits(String(sent.amount_due), SCALES.money);
  const meanwhile = paidMeanwhile(before, body);
  if (due === before.due_minor || meanwhile === false) return;
  const found = await tx
    .selectFrom('payments')
    .select(['due_before_minor', 'amount_minor'])
    .where('invoice_id', '=', before.id)
    .orderBy('id', 'desc')
    .execute();
  if (meanwhile === undefined && !found.some((one) => one.due_before_minor === due)) return;
  const [last] = found;
  const byPayment =
    last !== undefined && (last.due_before_minor ?? 0) - last.amount_minor === before.due_minor;
  const now = `${byPayment ? 'A payment or a reversal has changed it' : 'It was changed'} to ${moneyText(before.due_minor)}.`;
  const again = meanwhile
    ? 'Load the invoice again, then change it.'
    : 'Load the invoice again, then change it with its ETag in If-Match.';
  throw refuseField('/amount_due', `${now} ${again}`, {
    readBy: ['invoices.get'],
    detail: `It was changed meanwhile. ${again}`,
  });
}

/** Changes the fields of an invoice that its saved status doesn't lock (INV-04, INV-06, INV-12). */
export async function updateInvoice(
  tx: Writer,
  actor: Actor,
  body: Readonly<Record<string, unknown>>,
  match: MatchVersion,
): Promise<InvoiceRow> {
  const why = spareReason(body);
  const sent = { ...draftIn(body), ...(body.reason !== undefined && { reason: why }) };
  const before = await visible(tx, actor.account)
    .where('id', '=', idIn(body.id))
    .executeTakeFirst();
  if (!before) throw refuseField('/id', `There is no invoice with the id ${String(body.id)}.`);
  const isCurrent = await match(before, () => invoiceDetail(tx, before));
  const detail = detailOf(before, await paymentCount(tx, before));
  const loaded = form.draft(detail);
  const state = {
    mode: 'edit',
    draft: overlay(loaded, sent, Object.keys(sent)),
    detail,
    today: actor.today,
  } as const;
  const issues = { ...issuesOf(form, state), ...lockIssues(form.fields(state), loaded, sent) };
  // No credit by somebody who hasn't seen a reversal.
  if (!isCurrent && issues.reason) await refuseStaleDue(tx, before, sent, body);
  refuseIssues(issues);
  if (!isCurrent) await refuseStaleDue(tx, before, sent, body);
  const columns = columnsOf(state.draft);
  // The version stays too: nobody who has loaded the invoice has anything to look at again.
  if (
    Object.entries(columns).every(([name, value]) => before[name as keyof InvoiceRow] === value)
  ) {
    return before;
  }
  const after = await tx
    .updateTable('invoices')
    .set(columns)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await keepFormerState(tx, actor, before, after);
  await recordChange(tx, actor, {
    action: 'invoices.update',
    resource: 'invoices',
    recordId: after.invoice_number,
    label: after.invoice_number,
    companyId: companyOfBoth(before, after),
    invoiceStatus: after.status,
    changes: {
      ...changesBetween(presentInvoice(before), presentInvoice(after)),
      // Also one that the change didn't need, so that it isn't lost.
      ...(why !== '' && { reason: why }),
    },
  });
  return after;
}

function idIn(sent: unknown): number {
  const id = /^\d{1,15}$/.test(String(sent)) ? Number(sent) : Number.NaN;
  if (Number.isNaN(id)) throw refuseField('/id', 'The id of an invoice is a whole number.');
  return id;
}

/** Returns the company of that name, if this account can bill it. Throws a 422 at `pointer` otherwise. */
export async function companyNamed(
  read: Reader | Writer,
  { companyId }: Account,
  name: string,
  pointer: string,
) {
  const company = await read
    .selectFrom('companies')
    .select(['id', 'name', 'code', 'currency'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (company && (companyId === null || companyId === company.id)) return company;
  throw refuseField(pointer, 'There is no company of that name.');
}

/** Creates an invoice. `made` says what it was made from, and what the trail adds about that. */
export async function createInvoice(
  tx: Writer,
  actor: Actor,
  body: Readonly<Record<string, unknown>>,
  made: { readonly from: string; readonly trail: Readonly<Record<string, unknown>> } = {
    from: '',
    trail: {},
  },
): Promise<InvoiceRow> {
  const draft = draftIn(body);
  refuseIssues(issuesOf(form, { mode: 'create', draft, detail: undefined, today: actor.today }));
  const number = String(draft.invoice_number).trim();
  const company = await companyNamed(
    tx,
    actor.account,
    String(draft.company_name).trim(),
    '/company_name',
  );
  const taken = await tx
    .selectFrom('invoices')
    .select('invoice_number')
    .where(sql<SqlBool>`lower(invoice_number) = ${lowered(number)}`)
    .executeTakeFirst();
  if (taken) {
    const detail =
      taken.invoice_number === number
        ? 'There is an invoice of that number already.'
        : 'There is an invoice of that number already. Case makes no other number.';
    throw refuseField('/invoice_number', detail);
  }
  const row = await tx
    .insertInto('invoices')
    .values({
      ...columnsOf(draft),
      invoice_number: number,
      company_id: company.id,
      company_name: company.name,
      total_minor: toUnits(String(draft.total_amount), SCALES.money),
      file_name: `${number}.pdf`,
      made_from: made.from,
      created_at: actor.at.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(tx, actor, {
    action: 'invoices.create',
    resource: 'invoices',
    recordId: row.invoice_number,
    label: row.invoice_number,
    companyId: row.company_id,
    invoiceStatus: row.status,
    changes: { ...changesBetween({}, presentInvoice(row)), ...made.trail },
  });
  return row;
}
