import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LedgerInvoice, type LedgerPayment, movementsOf } from './ledger.ts';

const payment = (day: string, amount: number): LedgerPayment => ({
  id: 1,
  day,
  amount,
  mode: 'Cheque',
  reference: 'C-1',
});
const invoice = (
  states: readonly (readonly [since: string, status: string, issued: string, owed: number])[],
  payments: readonly LedgerPayment[] = [],
): LedgerInvoice => ({
  number: 'INV-1',
  currency: 'CAD',
  states: states.map(([since, status, issued, owed]) => ({ since, status, issued, owed })),
  payments,
});
const linesOf = (...invoices: readonly LedgerInvoice[]) =>
  movementsOf(invoices).map(({ amount, day, kind }) => `${day} ${kind} ${amount}`);

describe('the movements of a balance', () => {
  it('CUST-04 an invoice counts from its day of issue, a draft from the day it is sent, what is withdrawn no longer', () => {
    expect(
      linesOf(
        invoice([
          ['', 'Draft', '2026-11-02', 500],
          ['2026-11-04', 'Sent', '2026-11-02', 500],
          ['2026-11-05', 'Draft', '2026-11-02', 500],
          ['2026-11-06', 'Void', '2026-11-02', 0],
        ]),
        invoice([['', 'Open', '2026-11-03', 700]]),
      ),
    ).toEqual(['2026-11-03 invoice 700', '2026-11-04 invoice 500', '2026-11-05 withdrawn -500']);
  });

  it('CUST-04 a void takes back what was billed; one of a draft is on no statement', () => {
    const sent = ['', 'Sent', '2026-11-02', 500] as const;
    const voided = ['2026-11-06', 'Void', '2026-11-02', 0] as const;
    expect(linesOf(invoice([sent, voided]))).toEqual([
      '2026-11-02 invoice 500',
      '2026-11-06 void -500',
    ]);
    expect(linesOf(invoice([['', 'Draft', '2026-11-02', 500], voided]))).toEqual([]);
  });

  it('CUST-04 credits, increases, payments and reversals count on their own days', () => {
    expect(
      linesOf(
        invoice(
          [
            ['', 'Open', '2026-11-02', 1000],
            ['2026-11-03', 'Open', '2026-11-02', 800],
            ['2026-11-07', 'Open', '2026-11-02', 900],
          ],
          [payment('2026-11-04', 300), payment('2026-11-05', -300)],
        ),
      ),
    ).toEqual([
      '2026-11-02 invoice 1000',
      '2026-11-03 credit -200',
      '2026-11-04 payment -300',
      '2026-11-05 reversal 300',
      '2026-11-07 charge 100',
    ]);
  });

  it('CUST-04 what was paid before it was due waits for it', () => {
    expect(
      linesOf(invoice([['', 'Open', '2026-11-05', 400]], [payment('2026-11-02', 400)])),
    ).toEqual(['2026-11-05 invoice 400', '2026-11-05 payment -400']);
    expect(
      linesOf(
        invoice(
          [
            ['', 'Open', '2026-11-02', 400],
            ['2026-11-06', 'Open', '2026-11-02', 500],
          ],
          [payment('2026-11-04', 500)],
        ),
      ),
    ).toEqual([
      '2026-11-02 invoice 400',
      '2026-11-04 payment -500',
      '2026-11-04 ahead 100',
      '2026-11-06 charge 100',
      '2026-11-06 ahead -100',
    ]);
  });
});

const DAYS = Array.from({ length: 9 }, (_, at) => `2026-11-0${at + 1}`);
const day = fc.constantFrom(...DAYS);
const state = fc.record({
  status: fc.constantFrom('Draft', 'Open', 'Sent', 'Closed', 'Void'),
  issued: day,
  owed: fc.nat(1000),
});
const ledger = fc.record({
  currency: fc.constantFrom('CAD', 'USD'),
  states: fc.array(state, { minLength: 1, maxLength: 5 }),
  changed: fc.array(day, { minLength: 5, maxLength: 5 }),
  payments: fc.array(fc.tuple(day, fc.integer({ min: -600, max: 600 })), { maxLength: 5 }),
});

/** What is due at the end of a day, as decision 31 has it. */
function dueOn({ payments, states }: LedgerInvoice, at: string): number {
  const now = states.findLast(({ since }) => since <= at);
  if (!now || now.status === 'Draft' || now.issued > at) return 0;
  const paid = payments.filter((one) => one.day <= at).reduce((sum, one) => sum + one.amount, 0);
  return Math.max(0, now.owed - paid);
}

it('CUST-04 at the end of each day the movements of any ledger are what was due, by currency', () => {
  let ahead = 0;
  fc.assert(
    fc.property(fc.array(ledger, { maxLength: 4 }), (made) => {
      const invoices = made.map(({ changed, currency, payments, states }, index): LedgerInvoice => {
        const days = ['', ...changed.toSorted()];
        return {
          number: `INV-${index}`,
          currency,
          states: states.map((one, at) => ({ ...one, since: days[at] ?? '' })),
          payments: payments
            .map(([on, amount]) => payment(on, amount))
            .sort((one, other) => one.day.localeCompare(other.day)),
        };
      });
      const movements = movementsOf(invoices);
      ahead += movements.filter(({ kind }) => kind === 'ahead').length;
      for (const at of DAYS) {
        for (const currency of ['CAD', 'USD']) {
          const owed = invoices
            .filter((one) => one.currency === currency)
            .reduce((sum, one) => sum + dueOn(one, at), 0);
          const moved = movements
            .filter((one) => one.currency === currency && one.day <= at)
            .reduce((sum, { amount }) => sum + amount, 0);
          expect(moved).toBe(owed);
        }
      }
      expect(movements.map((one) => one.day)).toEqual(movements.map((one) => one.day).toSorted());
    }),
    { seed: 20_261_123, numRuns: 300 },
  );
  expect(ahead).toBeGreaterThan(50);
});
