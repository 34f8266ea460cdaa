import { money, moneyText } from '../amounts.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import type { Writer } from '../db/store.ts';
import type { MatchVersion } from '../http/if-match.ts';
import { Problem } from '../http/problem.ts';
import { keepFormerState } from './invoice-history.ts';
import {
  type InvoiceReference,
  type InvoiceRow,
  invoiceDetail,
  visibleInvoice,
} from './invoice-store.ts';

/** Returns why an invoice can't be voided; undefined if it can. */
function refusal(invoice: InvoiceRow): string | undefined {
  const { invoice_number: number, status } = invoice;
  if (status === 'Void') return `Invoice ${number} is void already.`;
  if (invoice.made_from !== 'unbilled') {
    return `Invoice ${number} was not made from unbilled lines, so it can’t be voided.`;
  }
  if (invoice.paid_minor !== 0) {
    return `${moneyText(invoice.paid_minor)} ${invoice.currency} was paid on invoice ${number}. Reverse that first.`;
  }
  if (status !== 'Draft') return `Invoice ${number} is ${status}. Only a Draft can be voided.`;
  if (invoice.mailed_at !== '') return `Invoice ${number} was e-mailed, so it can’t be voided.`;
  return undefined;
}

/**
 * Voids a draft that was made from unbilled lines, which frees them (INV-14). It remains in the list with its number
 * and total, and nothing due. Throws 404 for an invoice that this account can't see, 409 for one that can't be voided,
 * also because somebody has paid, changed or mailed it meanwhile.
 */
export async function voidInvoice(
  tx: Writer,
  actor: Actor,
  which: InvoiceReference,
  { match, reason }: { readonly match: MatchVersion; readonly reason: string },
): Promise<InvoiceRow> {
  const before = await visibleInvoice(tx, actor.account, which);
  await match(before, () => invoiceDetail(tx, before));
  const against = refusal(before);
  if (against !== undefined) {
    const detail = `Invoice ${which.text} can’t be voided as it is.`;
    throw new Problem(409, against, { unread: { readBy: ['invoices.get'], detail } });
  }
  const freed = await tx
    .updateTable('transaction_lines')
    .set({ invoice_id: null })
    .where('invoice_id', '=', before.id)
    .executeTakeFirst();
  const after = await tx
    .updateTable('invoices')
    .set({ status: 'Void', due_minor: 0 })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await keepFormerState(tx, actor, before, after);
  await recordChange(tx, actor, {
    action: 'invoices.void',
    resource: 'invoices',
    recordId: before.invoice_number,
    label: before.invoice_number,
    companyId: before.company_id,
    invoiceStatus: after.status,
    changes: {
      reason,
      status: [before.status, after.status],
      amount_due: [money(before.due_minor), money(0)],
      lines_freed: Number(freed.numUpdatedRows),
    },
  });
  return after;
}
