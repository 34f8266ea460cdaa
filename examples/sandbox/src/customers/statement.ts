import { localToday } from '@forecourt/core';
import type { Reader } from '../db/store.ts';
import { AGES, type OpenInvoice, openInvoices } from '../reports/open-invoices.ts';
import { type LedgerInvoice, type Movement, movementsOf } from './ledger.ts';

/** Which statement: days as YYYY-MM-DD, inclusive. */
export interface StatementOf {
  readonly companyId: number;
  readonly from: string;
  readonly to: string;
  /** IANA name of the zone that days end in. */
  readonly timeZone: string | undefined;
}

/** What happened in one currency. Amounts in minor units. */
export interface StatementAccount {
  readonly currency: string;
  readonly opening: number;
  readonly closing: number;
  /** Each with the balance after it. */
  readonly movements: readonly (Movement & { readonly balance: number })[];
  /** What is open at the end, by the ages of the aging report; their sum is the closing balance. */
  readonly ages: readonly {
    readonly title: string;
    readonly amount: number;
    readonly count: number;
  }[];
}

/** The company's invoices with their former states and payments. */
async function readLedger(
  read: Reader,
  { companyId, timeZone }: StatementOf,
): Promise<readonly LedgerInvoice[]> {
  const invoices = await read
    .selectFrom('invoices')
    .select([
      'id',
      'invoice_number',
      'currency',
      'status',
      'issued_date',
      'due_minor',
      'paid_minor',
    ])
    .where('company_id', '=', companyId)
    .orderBy('issued_date')
    .orderBy('id')
    .execute();
  const changes = await read
    .selectFrom('invoice_changes')
    .innerJoin('invoices', 'invoices.id', 'invoice_changes.invoice_id')
    .select([
      'invoice_id',
      'at',
      'invoice_changes.status',
      'invoice_changes.issued_date',
      'owed_minor',
    ])
    .where('invoices.company_id', '=', companyId)
    .orderBy('invoice_changes.id')
    .execute();
  const payments = await read
    .selectFrom('payment_rows')
    .select(['id', 'invoice_id', 'payment_date', 'amount_minor', 'mode_name', 'reference'])
    .where('company_id', '=', companyId)
    .orderBy('payment_date')
    .orderBy('id')
    .execute();
  const changesOf = Map.groupBy(changes, ({ invoice_id }) => invoice_id);
  const paymentsOf = Map.groupBy(payments, ({ invoice_id }) => invoice_id ?? 0);
  return invoices.map((row) => {
    const before = changesOf.get(row.id) ?? [];
    const days = ['', ...before.map(({ at }) => localToday(new Date(at), timeZone))];
    // A change keeps the state before it, so each state begins with the change before that.
    const states = [...before, { ...row, owed_minor: row.due_minor + row.paid_minor }];
    return {
      number: row.invoice_number,
      currency: row.currency,
      states: states.map(({ issued_date, owed_minor, status }, at) => ({
        since: days[at] ?? '',
        status,
        issued: issued_date,
        owed: owed_minor,
      })),
      payments: (paymentsOf.get(row.id) ?? []).map((payment) => ({
        id: payment.id,
        day: payment.payment_date,
        amount: payment.amount_minor,
        mode: payment.mode_name,
        reference: payment.reference,
      })),
    };
  });
}

const sum = (amounts: readonly { readonly amount: number }[]): number =>
  amounts.reduce((total, { amount }) => total + amount, 0);

function accountOf(
  currency: string,
  { from, to }: StatementOf,
  own: readonly Movement[],
  open: readonly OpenInvoice[],
): StatementAccount {
  const opening = sum(own.filter(({ day }) => day < from));
  let balance = opening;
  const movements = own
    .filter(({ day }) => day >= from && day <= to)
    .map((movement) => {
      balance += movement.amount;
      return { ...movement, balance };
    });
  const ages = AGES.map(({ title }, bucket) => {
    const aged = open.filter((one) => one.bucket === bucket);
    return { title, amount: sum(aged), count: aged.length };
  });
  return { currency, opening, closing: balance, movements, ages };
}

/**
 * What a company was billed and what it paid in a period (CUST-04): for each currency the balance before it, everything
 * that moved it, the balance at its end, and how old that is. Currencies in which nothing was or is due are left out.
 */
export async function readStatement(
  read: Reader,
  asked: StatementOf,
): Promise<readonly StatementAccount[]> {
  const movements = movementsOf(await readLedger(read, asked));
  const { companyId, timeZone, to } = asked;
  const open = await openInvoices(read, { companyId, to, timeZone });
  const currencies = [...new Set(movements.map(({ currency }) => currency))].sort();
  return currencies
    .map((currency) =>
      accountOf(
        currency,
        asked,
        movements.filter((one) => one.currency === currency),
        open.filter((one) => one.currency === currency),
      ),
    )
    .filter(
      ({ closing, movements: own, opening }) => own.length > 0 || opening !== 0 || closing !== 0,
    );
}
