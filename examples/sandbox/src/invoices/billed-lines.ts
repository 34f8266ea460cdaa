import type { Reader, Writer } from '../db/store.ts';

const BILLED = [
  'transactions.authentication_id',
  'transactions.txn_date',
  'transactions.station_number',
  'transactions.city',
] as const;

/** What an invoice bills, line by line (INV-07), and the transactions without lines that an old one bills. */
export async function billedBy(read: Reader | Writer, invoiceId: number) {
  const lines = await read
    .selectFrom('transaction_lines')
    .innerJoin('transactions', 'transactions.id', 'transaction_lines.transaction_id')
    .select([...BILLED, 'transaction_lines.amount_minor'])
    .where('transaction_lines.invoice_id', '=', invoiceId)
    .orderBy('transactions.txn_date')
    .orderBy('transactions.id')
    .orderBy('transaction_lines.position')
    .execute();
  const withoutLines = await read
    .selectFrom('transactions')
    .select([...BILLED, 'transactions.amount_minor'])
    .where('transactions.invoice_id', '=', invoiceId)
    .orderBy('transactions.txn_date')
    .orderBy('transactions.id')
    .execute();
  return [...lines, ...withoutLines];
}
