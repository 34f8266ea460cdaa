import { moneyText } from '../amounts.ts';
import type { MovementKind } from './ledger.ts';
import type { StatementAccount } from './statement.ts';

type Line = StatementAccount['movements'][number];

const KINDS: Readonly<Record<MovementKind, string>> = {
  invoice: 'Invoice',
  payment: 'Payment',
  reversal: 'Payment reversed',
  credit: 'Credit',
  charge: 'Increase',
  void: 'Void',
  withdrawn: 'Withdrawn',
  ahead: 'Paid ahead',
};

/** What a movement is called on a statement. */
export const kindText = ({ kind }: Line): string => KINDS[kind];

/** How it was paid: 'Cheque, C-1042'; '' of anything else. */
export const paymentText = ({ payment }: Line): string =>
  payment ? [payment.mode, payment.reference].filter(Boolean).join(', ') : '';

export const STATEMENT_CSV_HEADER = [
  'Currency',
  'Date',
  'Type',
  'Invoice',
  'Payment',
  'Amount',
  'Balance',
] as const;

/** A statement as lines of a file: each currency with its opening balance, movements, closing balance and ages. */
export async function* statementCsvRows(
  { from, to }: { readonly from: string; readonly to: string },
  accounts: readonly StatementAccount[],
): AsyncGenerator<readonly string[]> {
  for (const { ages, closing, currency, movements, opening } of accounts) {
    yield [currency, from, 'Opening balance', '', '', '', moneyText(opening)];
    for (const line of movements) {
      const amounts = [moneyText(line.amount), moneyText(line.balance)];
      yield [currency, line.day, kindText(line), line.invoice, paymentText(line), ...amounts];
    }
    yield [currency, to, 'Closing balance', '', '', '', moneyText(closing)];
    for (const { amount, title } of ages) {
      yield [currency, to, `Open ${title}`, '', '', moneyText(amount), ''];
    }
  }
}
