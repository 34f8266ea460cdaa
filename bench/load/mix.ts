import { randomInt, randomUUID } from 'node:crypto';
import { essoFile, essoLine } from '../../examples/sandbox/test/esso-file.ts';
import type { Answer, Call, CallOptions } from './client.ts';

interface Invoice {
  readonly id: number;
  readonly number: string;
  readonly company: string;
  readonly currency: string;
  readonly due: number;
}

/** The parts of the data that a mix needs. */
export interface Known {
  readonly transactions: readonly { readonly id: number; readonly company: string }[];
  readonly cards: readonly { readonly id: number; readonly number: string }[];
  readonly invoices: readonly Invoice[];
}

export interface Step {
  readonly kind: string;
  readonly path: string;
  readonly options?: CallOptions;
}

const pick = <T>(from: readonly T[]): T => from[randomInt(from.length)] as T;
const filter = (text: string) => `filter=${encodeURIComponent(text)}`;

const page = (path: string, pages: number, more = ''): Step => ({
  kind: 'list',
  path: `${path}?page=${randomInt(pages) + 1}&size=10${more}`,
});

let number = Date.now() % 100_000_000;

/** Creates a file with that many new purchases. */
export function newFile({ cards }: Pick<Known, 'cards'>, rows: number) {
  const lines = Array.from({ length: rows }, () => {
    number += 1;
    return essoLine({ number: String(number), card: pick(cards).number });
  });
  return { name: 'night.xls', bytes: essoFile(lines) };
}

const KINDS: readonly (readonly [weight: number, make: (known: Known) => Step])[] = [
  [34, () => page('fuel-transaction/authcode', 200)],
  [
    6,
    ({ transactions }) =>
      page(
        'fuel-transaction/authcode',
        3,
        `&${filter(`txn_company::${pick(transactions).company.slice(0, 6)}`)}`,
      ),
  ],
  [14, () => page('fuel-card-management', 50)],
  [8, () => page('spol/invoices/', 20, '&sortParam=invoice_number&sortingOrder=asc')],
  [
    12,
    ({ transactions }) => ({
      kind: 'view',
      path: `fuel-transaction/transactionsbyid/${pick(transactions).id}`,
    }),
  ],
  [8, ({ cards }) => ({ kind: 'view', path: `fuel-card-management/${pick(cards).id}` })],
  [6, ({ invoices }) => ({ kind: 'view', path: `spol/invoices/${pick(invoices).id}` })],
  [7, () => ({ kind: 'look-up', path: 'fuel-customer-markups/find-all?paged=false' })],
  [
    4,
    ({ invoices }) => {
      const { number, company, currency, due } = pick(invoices);
      const paid = { amount_paid: 0.01, payment_mode: 'cheque', payment_date: '2026-11-20' };
      const of = {
        invoice_id: number,
        company_name: company,
        amount_due: due,
        currency,
        referenceId: 'LOAD',
      };
      return {
        kind: 'payment',
        path: 'fuel-payment/register',
        options: { key: randomUUID(), json: { ...of, ...paid } },
      };
    },
  ],
  [
    1,
    (known) => ({
      kind: 'import',
      path: 'import_transactions?provider=ESSO',
      options: { key: randomUUID(), file: newFile(known, 50) },
    }),
  ],
];

/** Returns the next call of somebody in the office. */
export function nextStep(known: Known): Step {
  let left = randomInt(KINDS.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, make] of KINDS) {
    left -= weight;
    if (left < 0) return make(known);
  }
  throw new Error('The weights are wrong.');
}

// biome-ignore lint/suspicious/noExplicitAny: what the wire gives.
const rowsOf = ({ body }: Answer, name: string): any[] => JSON.parse(body)[name];

/** Ids and numbers to request; unpaid invoices, so that payments succeed. */
export async function known(call: Call): Promise<Known> {
  const transactions = rowsOf(await call('fuel-transaction/authcode?size=500'), 'transactions');
  const cards = rowsOf(await call('fuel-card-management?size=500'), 'content');
  const invoices = rowsOf(await call('spol/invoices/?size=600'), 'content');
  const owing = invoices.filter(
    ({ status, amount_due }) => ['Sent', 'Partially Paid'].includes(status) && amount_due > 100,
  );
  return {
    transactions: transactions.map(({ id, txn_company }) => ({ id, company: txn_company })),
    cards: cards.map(({ id, card_number }) => ({ id, number: card_number })),
    invoices: owing.map((row) => ({
      id: row.id,
      number: row.invoice_number,
      company: row.company_name,
      currency: row.currency,
      due: row.amount_due,
    })),
  };
}
