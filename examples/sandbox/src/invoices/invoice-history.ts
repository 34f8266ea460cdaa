import type { Actor } from '../audit/audit.ts';
import type { Writer } from '../db/store.ts';
import type { InvoiceRow } from './invoice-store.ts';

type Dated = Pick<InvoiceRow, 'due_date' | 'due_minor' | 'issued_date' | 'paid_minor' | 'status'>;

/**
 * What reports of an earlier day need. Payments have their own days, so the amount due is stored without them: the
 * total less credits.
 */
const stateOf = ({ due_date, due_minor, issued_date, paid_minor, status }: Dated) => ({
  status,
  issued_date,
  due_date,
  owed_minor: due_minor + paid_minor,
});

/**
 * Stores an invoice's state before a change, for reports as of an earlier day (REP-01). Call it in the transaction of
 * every change of an invoice; writes nothing if no such report shows the change.
 */
export async function keepFormerState(
  tx: Writer,
  { at }: Pick<Actor, 'at'>,
  before: InvoiceRow,
  after: Dated,
): Promise<void> {
  const former = stateOf(before);
  if (JSON.stringify(former) === JSON.stringify(stateOf(after))) return;
  await tx
    .insertInto('invoice_changes')
    .values({ ...former, invoice_id: before.id, at: at.toISOString() })
    .execute();
}
