import { describe, expect, it } from 'vitest';
import { Decimal } from '../format/decimal.ts';
import { cardList } from '../resources/cards/cards.list.ts';
import { invoiceList } from '../resources/invoices/invoices.list.ts';
import { paymentList } from '../resources/payments/payments.list.ts';
import type { ValueDefinition } from './resource.types.ts';
import { stateOf } from './states.ts';

type Column = ValueDefinition<Record<string, unknown>>;

const columnOf = (columns: readonly { readonly field: string }[], name: string): Column => {
  const found = columns.find(({ field }) => field === name);
  if (!found) throw new Error(`There is no column ${name}.`);
  return found as Column;
};

const status = columnOf(invoiceList.list.columns, 'status');
const TODAY = '2026-11-22';

const invoice = (state: string, due_date: unknown, amount_due: unknown) =>
  stateOf(status, { status: state, due_date, amount_due }, TODAY);

const due = Decimal.parse('10.00');

describe('states', () => {
  it.each([
    ['Draft', 'neutral'],
    ['Open', 'info'],
    ['Sent', 'info'],
    ['Partially Paid', 'info'],
    ['PARTIALLY_PAID', 'info'],
    ['Fully Paid', 'good'],
    ['Closed', 'neutral'],
    ['NSF', 'warn'],
    ['Void', 'muted'],
    ['Disputed', 'neutral'],
  ])('INV-05 the invoice status %s means something %s', (state, tone) => {
    expect(invoice(state, '2026-12-01', due).tone).toBe(tone);
  });

  it.each([
    ['Sent', '2026-11-21', 'Overdue by 1 day'],
    ['Open', '2026-11-10', 'Overdue by 12 days'],
    ['Partially Paid', '2025-11-22', 'Overdue by 365 days'],
    ['NSF', '2026-02-28', 'Overdue by 267 days'],
  ])('INV-05 %s, due %s, is %s', (state, day, note) => {
    expect(invoice(state, day, due)).toMatchObject({ text: state, tone: 'bad', note });
  });

  it.each([
    ['due today', 'Sent', '2026-11-22', due],
    ['due tomorrow', 'Sent', '2026-11-23', due],
    ['with nothing due', 'Sent', '2026-11-01', Decimal.ZERO],
    ['paid', 'Fully Paid', '2026-11-01', due],
    ['closed', 'Closed', '2026-11-01', due],
    ['a draft', 'Draft', '2026-11-01', due],
    ['void', 'Void', '2026-11-01', due],
    ['without a due date', 'Sent', null, due],
    ['with an unreadable due date', 'Sent', 'soon', due],
  ])('INV-05 an invoice %s is not overdue', (_case, state, day, amount) => {
    const shown = invoice(state, day, amount);
    expect([shown.tone === 'bad', shown.note]).toEqual([false, undefined]);
  });

  it('INV-05 is overdue without an amount due from the service', () => {
    expect(invoice('Sent', '2026-11-20', null).note).toBe('Overdue by 2 days');
  });

  it.each([
    ['ACTIVE', 'good'],
    ['HOLD', 'warn'],
    ['INACTIVE', 'bad'],
  ])('CARD-11 the card status %s is %s', (state, tone) => {
    const column = columnOf(cardList.list.columns, 'card_status');
    expect(stateOf(column, { card_status: state }, TODAY).tone).toBe(tone);
  });

  it('PAY-05 mutes what a reversal took back', () => {
    const column = columnOf(paymentList.list.columns, 'state');
    const tones = ['Registered', 'Reversed', 'Reversal'].map(
      (state) => stateOf(column, { state }, TODAY).tone,
    );
    expect(tones).toEqual(['good', 'muted', 'warn']);
  });

  it('LIST-06 shows no state as -', () => {
    expect(stateOf(status, { status: null }, TODAY)).toEqual({ text: '-', tone: 'neutral' });
  });
});
