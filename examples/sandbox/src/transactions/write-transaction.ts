import type { Actor } from '../audit/audit.ts';
import type { Writer } from '../db/store.ts';
import { refuseField } from '../forms/sent-record.ts';
import { Problem } from '../http/problem.ts';
import type { Body } from '../records/crud-routes.ts';
import {
  type SentTransaction,
  type StoredTransaction,
  sentTransaction,
} from './sent-transaction.ts';
import { sentLineColumns } from './transaction-columns.ts';
import { headerColumnsOf } from './transaction-header.ts';
import { linesOf } from './transaction-store.ts';
import type { LineRow, TransactionRow } from './transaction-wire.ts';

/** Longer codes of digits alone would be taken for ids (TXN-10). */
const CODE = /^(?!\d{13})[\x21-\x7e]{1,40}$/;

const columnsOf = (sent: SentTransaction) =>
  (sent.detail.txn_attr ?? []).map((line, index) => sentLineColumns(line, sent.lines[index]));

type LineColumns = ReturnType<typeof columnsOf>;
const sumOf = (lines: LineColumns): number =>
  lines.reduce((sum, { amount_minor }) => sum + amount_minor, 0);

/** What an invoice shows of a billed line's transaction; also the amount, if it is billed without lines. */
const BILLED_HEADER = [
  'company_id',
  'currency',
  'txn_date',
  'card_number',
  'station_number',
  'province',
] as const;

/** Not on any invoice, so it can be corrected later. */
const NOT_INVOICED = ['odometer'];

/** Returns the invoice that bills a transaction or any of its lines. */
const billing = (row: TransactionRow, lines: readonly LineRow[]): number | null =>
  row.invoice_id ?? lines.find(({ invoice_id }) => invoice_id !== null)?.invoice_id ?? null;

/** What an invoice bills can't change (INV-14). Throws a 409. */
async function refuseBilled(
  tx: Writer,
  id: number | null,
  what: string,
  line?: { readonly pointer: string; readonly name: string },
): Promise<void> {
  if (id === null) return;
  const invoice = await tx
    .selectFrom('invoices')
    .select('invoice_number')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!invoice) return;
  const whole = line ? `the purchase of ${line.name}: ${what}` : what;
  const detail = `Invoice ${invoice.invoice_number} bills ${whole}`;
  throw new Problem(409, detail, {
    ...(line && { errors: [{ pointer: line.pointer, detail }] }),
    unread: {
      readBy: ['invoices.get', 'transactions.get'],
      detail: `An invoice bills ${line ? `this purchase: ${what}` : what}`,
    },
  });
}

/** Refuses to change what an invoice shows. Another line next to a billed one is fine, and unbilled. */
async function refuseBilledChange(
  tx: Writer,
  { lines: stored, row }: StoredTransaction,
  header: Partial<TransactionRow>,
  sent: SentTransaction,
  columns: LineColumns,
): Promise<void> {
  const fixed =
    row.invoice_id === null ? BILLED_HEADER : [...BILLED_HEADER, 'amount_minor' as const];
  if (fixed.some((name) => header[name] !== row[name])) {
    const amount = row.invoice_id === null ? '' : 'amount, ';
    const what = `this transaction: its ${amount}company, currency, time, card and site stay.`;
    await refuseBilled(tx, billing(row, stored), what);
  }
  for (const line of stored.filter(({ invoice_id }) => invoice_id !== null)) {
    const index = sent.lines.findIndex((known) => known?.id === line.id);
    const now = Object.entries(columns[index] ?? {});
    const stays = ([name, value]: [string, unknown]) =>
      NOT_INVOICED.includes(name) || value === line[name as keyof LineRow];
    if (now.length > 0 && now.every(stays)) continue;
    const pointer = index < 0 ? '/txn_attr' : `/txn_attr/${index}`;
    const name = line.product_description || line.product_code;
    await refuseBilled(tx, line.invoice_id, 'it stays as it is.', { pointer, name });
  }
}

async function storeLines(
  tx: Writer,
  row: TransactionRow,
  sent: SentTransaction,
  columns: LineColumns,
): Promise<void> {
  const kept = sent.lines.flatMap((line) => (line ? [line.id] : []));
  const gone = tx.deleteFrom('transaction_lines').where('transaction_id', '=', row.id);
  await (kept.length === 0 ? gone : gone.where('id', 'not in', kept)).execute();
  for (const [position, line] of columns.entries()) {
    const known = sent.lines[position];
    if (known) {
      await tx
        .updateTable('transaction_lines')
        .set({ ...line, position })
        .where('id', '=', known.id)
        .execute();
    } else {
      await tx
        .insertInto('transaction_lines')
        .values({
          ...line,
          position,
          transaction_id: row.id,
          card_number: row.card_number,
          station_number: row.station_number,
          business_date: row.business_date,
        })
        .execute();
    }
  }
}

async function codeFor(tx: Writer, sent: SentTransaction): Promise<string | undefined> {
  const code = sent.detail.authentication_id?.trim() ?? '';
  if (code === '') return undefined;
  if (!CODE.test(code)) {
    throw refuseField('/authentication_id', 'At most 40 characters without blanks, or 12 digits.');
  }
  const known = await tx
    .selectFrom('transactions')
    .select('id')
    .where('authentication_id', '=', code)
    .executeTakeFirst();
  if (known)
    throw refuseField('/authentication_id', 'There is a transaction of that code already.');
  return code;
}

/** Creates a transaction entered by hand (TXN-10). */
export async function createTransaction(
  tx: Writer,
  actor: Actor,
  body: Body,
): Promise<TransactionRow> {
  const sent = sentTransaction(body, undefined);
  const code = await codeFor(tx, sent);
  const lines = columnsOf(sent);
  const header = await headerColumnsOf(tx, actor.account, sent, sumOf(lines), undefined);
  const { id } = await tx
    .insertInto('transactions')
    .values({
      ...header,
      authentication_id: code ?? `new ${actor.requestId}`,
      printed_auth_code: code ?? '',
      price_e5: lines[0]?.billed_price_e5 ?? 0,
      created_at: actor.at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = await tx
    .updateTable('transactions')
    .set({ authentication_id: code ?? `N${id}` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await storeLines(tx, row, sent, lines);
  return row;
}

/** Corrects a transaction; its code stays (TXN-10). */
export async function updateTransaction(
  tx: Writer,
  actor: Actor,
  before: TransactionRow,
  body: Body,
): Promise<TransactionRow> {
  const stored = (await linesOf(tx, [before])).get(before.id) ?? [];
  const sent = sentTransaction(body, { row: before, lines: stored });
  const lines = columnsOf(sent);
  const header = await headerColumnsOf(tx, actor.account, sent, sumOf(lines), before);
  await refuseBilledChange(tx, { row: before, lines: stored }, header, sent, lines);
  const row = await tx
    .updateTable('transactions')
    .set({
      ...header,
      price_e5: lines[0]?.billed_price_e5 ?? before.price_e5,
      updated_at: actor.at.toISOString(),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await storeLines(tx, row, sent, lines);
  return row;
}

/** Keeps the import in the timeline of a purchase that is deleted, where nothing else names it any more. */
async function keepImport(tx: Writer, row: TransactionRow): Promise<void> {
  if (row.import_id === null) return;
  const made = await tx
    .selectFrom('audit')
    .select('id')
    .where('resource', '=', 'imports')
    .where('record_id', '=', String(row.import_id))
    .execute();
  if (made.length === 0) return;
  const record = `transactions:${row.id}`;
  await tx
    .insertInto('audit_records')
    .values(made.map(({ id }) => ({ audit_id: id, record })))
    .execute();
}

/** Deletes a transaction with its lines and attachments. Returns what the trail keeps of it. */
export async function deleteTransaction(tx: Writer, row: TransactionRow) {
  const lines = (await linesOf(tx, [row])).get(row.id) ?? [];
  await refuseBilled(tx, billing(row, lines), 'this transaction: it can’t be deleted.');
  await keepImport(tx, row);
  await tx.deleteFrom('attachments').where('transaction_id', '=', row.id).execute();
  await tx.deleteFrom('transaction_lines').where('transaction_id', '=', row.id).execute();
  await tx.deleteFrom('transactions').where('id', '=', row.id).execute();
  return { authentication_id: row.authentication_id, txn_company: row.company_name };
}
