import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { can, toMenuAccess } from '../../permissions/index.ts';
import type { Draft, FormState } from '../../resource/form.types.ts';
import { checkForm } from '../../resource/form-rules.ts';
import { startingDays } from '../../resource/starting-days.ts';
import { paymentOffline } from '../invoices/invoices.actions.ts';
import { type Invoice, invoiceSchema } from '../invoices/invoices.schema.ts';
import { menuEntries } from '../menu.ts';
import { findResource } from '../registry.ts';
import { paymentForm as form } from './payments.form.ts';
import { payments } from './payments.resource.ts';
import { type Payment, paymentSchema } from './payments.schema.ts';

const invoice = invoiceSchema.parse({
  invoice_number: 'INV-1',
  company_name: 'North Haul',
  amount_due: '864.45',
  currency: 'CAD',
}) as Invoice;
const typed = {
  payment_date: '2026-11-20',
  amount_paid: '0.10',
  payment_mode: 'interac_debit_credit',
  referenceId: 'R-1',
};
const open = (changes: Draft = {}, provided?: Draft): FormState<Payment> => ({
  mode: 'create',
  detail: undefined,
  draft: { ...form.draft(undefined, provided ?? paymentOffline.provided(invoice)), ...changes },
});
const messages = (state: FormState<Payment>) =>
  Object.values(checkForm(form, state))
    .flat()
    .map(({ message }) => message);
const locked = (state: FormState<Payment>) =>
  form
    .fields(state)
    .filter((field) => field.locked !== undefined)
    .map(({ label }) => label);

describe('list', () => {
  it('PAY-01 has its title, columns and text', () => {
    expect(payments.list).toMatchObject({
      title: 'Invoice Payments',
      path: 'invoice-payments',
      texts: { noRows: 'No Invoice Payments found.' },
    });
    expect(payments.list.columns.map(({ field, label }) => `${label} = ${field}`)).toEqual([
      'Customer = customer_name',
      'Invoice No = invoice_no',
      'Invoice Date = invoice_date',
      'Due Date = invoice_due_date',
      'Payment Mode = payment_mode',
      'Payment Date = payment_date',
      'Amount Paid = amount_paid',
      'Currency = currency',
      'State = state',
      'Reference Id = referenceId',
      'Reason = reason',
      'Counterpart = counterpart',
      'Payment = id',
    ]);
    const shown = payments.list.columns.filter((column) => !('hidden' in column && column.hidden));
    expect(shown.map(({ label }) => label).slice(9)).toEqual([
      ...['Reference Id', 'Reason', 'Counterpart'],
    ]);
    expect(payments.record).toBeUndefined();
  });

  it('PAY-01 INV-02 SHELL-05 belongs to the invoices, with their read right and no menu entry', async () => {
    expect(await findResource('payments')?.loadDefinition()).toBe(payments);
    expect(payments.under).toMatchObject({ route: '/invoices', back: 'Back to Invoices' });
    expect([payments.menu, payments.menuLabel, payments.route]).toEqual([
      'invoices',
      'Payments',
      '/invoices/payments',
    ]);
    const routes = menuEntries(undefined).map(({ route }) => route);
    expect(routes).toContain('/invoices');
    expect(routes).not.toContain('/invoices/payments');
  });

  it('PAY-01 INV-08 reads a payment, its dates in either form', () => {
    const row = paymentSchema.parse({
      invoice_date: '03-11-2026',
      invoice_due_date: '2026-12-03',
      payment_date: '2026-11-20',
      amount_paid: '10.10',
    });
    expect(row).toMatchObject({
      invoice_date: '2026-11-03',
      invoice_due_date: '2026-12-03',
      payment_date: '2026-11-20',
    });
    expect(row.amount_paid?.toString()).toBe('10.10');
    expect(z.encode(paymentSchema, row).payment_date).toBe('2026-11-20');
  });
});

describe('Add Payment', () => {
  it('PAY-02 has eight fields, all required', () => {
    const state = open({}, {});
    expect(form.fields(state).map(({ label }) => label)).toEqual([
      'Payment Date',
      'Customer',
      'Invoice',
      'Amount Due',
      'Amount Paid',
      'Currency',
      'Payment Mode',
      'Reference Id',
    ]);
    expect(locked(state)).toEqual([]);
    expect(messages(state)).toEqual(Array(8).fill('This field is required.'));
    expect(form.titles.create).toBe('Add Payment');
  });

  it('INV-02 PAY-03 has customer, invoice, amount due and currency from the invoice, locked', () => {
    const state = open();
    expect(locked(state)).toEqual(['Customer', 'Invoice', 'Amount Due', 'Currency']);
    expect(state.draft).toMatchObject({
      company_name: 'North Haul',
      invoice_id: 'INV-1',
      amount_due: '864.45',
      currency: 'CAD',
    });
    expect(messages(state)).toEqual(Array(4).fill('This field is required.'));
  });

  it.each([
    ['from INV-1', open(), '', 'INV-1'],
    ['from the number 675', open({}, { invoice_id: '675' }), '?by=number', '675'],
    ['typed 675', open({ invoice_id: '675' }, {}), '', '675'],
    ['typed id:675', open({ invoice_id: 'id:675' }, {}), '?by=id', '675'],
    ['typed number:675', open({ invoice_id: ' number:675 ' }, {}), '?by=number', '675'],
    ['typed number:INV-1', open({ invoice_id: 'number:INV-1' }, {}), '', 'INV-1'],
  ])('PAY-03 INV-14 says which invoice 675 is: %s', (_, state, query, invoice_id) => {
    expect(form.create?.path(state)).toBe(`fuel-payment/register${query}`);
    expect(form.create?.body(state, {})).toMatchObject({ invoice_id });
  });

  it('INV-02 asks for values that the invoice lacks, and takes no others from it', () => {
    const state = open({}, { company_name: '', invoice_id: 'INV-1', amount_paid: '5' });
    expect(locked(state)).toEqual(['Invoice']);
    expect(state.draft.amount_paid).toBe('5');
  });

  it('PAY-03 offers the modes and currencies of the service', () => {
    const options = form.fields(open()).flatMap((field) => (field.options ? [field.options] : []));
    expect(options).toEqual([{ reference: 'currencies' }, { reference: 'paymentModes' }]);
  });

  it.each([
    ['864.45', []],
    ['864.450', []],
    ['0.01', []],
    ['864.46', ['Amount paid cannot exceed amount due.']],
    ['0', ['Amount paid must be more than 0.']],
    ['-1', ['Amount paid must be more than 0.']],
    ['0.001', ['Amount Paid may have at most 2 digits after the decimal point']],
    ['much', ['Amount Paid must be a number']],
  ])('PAY-02 PAY-04 paying %s of 864.45', (amount_paid, expected) => {
    expect(messages(open({ ...typed, amount_paid }))).toEqual(expected);
  });

  it.each([
    ['amount_paid', { amount_paid: '0' }, 'too_small'],
    ['amount_paid', { amount_paid: '864.46' }, 'exceeds_due'],
    ['payment_date', { payment_date: '2019-12-31' }, 'too_early'],
    ['payment_date', { payment_date: '2026-11-23' }, 'after_today'],
  ])('PAY-02 PAY-04 PAY-05 reports at %s that %j is %s', (field, change, code) => {
    const state = { ...open({ ...typed, ...change }), today: '2026-11-22' };
    const found = Object.entries(checkForm(form, state)).flatMap(([name, issues]) =>
      issues.map((issue) => [name, issue.code]),
    );
    expect(found).toEqual([[field, code]]);
  });

  it.each([
    ['2020-01-01', '2026-11-22'],
    ['2026-11-22', '2026-11-22'],
  ])('PAY-05 takes a payment of %s on %s', (payment_date, today) => {
    expect(checkForm(form, { ...open({ ...typed, payment_date }), today })).toEqual({});
  });

  it.each([
    ['1000', '600', 'Amount due changed from 1,000.00 to 600.00.'],
    ['1000', '1000.00', undefined],
    ['', '600', undefined],
    ['1000', '', undefined],
    ['', '', undefined],
  ])('PAY-02 says how an amount due of %j became %j', (before, now, text) => {
    expect(form.opener?.changed({ amount_due: before }, { amount_due: now })).toBe(text);
  });

  it('LIST-14 PAY-04 takes the amount as it is shown, and refuses one that only looks like it', () => {
    const provided = { ...paymentOffline.provided(invoice), amount_due: '1093.72' };
    const paying = (amount_paid: string) => open({ ...typed, amount_paid }, provided);
    expect(messages(paying('1,093.72'))).toEqual([]);
    expect(form.create?.body(paying(' 1,093.72 '), {})).toMatchObject({
      amount_due: 1093.72,
      amount_paid: 1093.72,
    });
    expect(messages(paying('1,093.73'))).toEqual(['Amount paid cannot exceed amount due.']);
    expect(messages(paying('10,93'))).toEqual([
      'Amount Paid must be a number, with commas between thousands only: 1,093.72 or 1093.72',
    ]);
  });

  it('PAY-04 compares to the cent, unlike binary numbers', () => {
    const cents = fc.integer({ min: 1, max: 999_999_999_999 });
    const text = (value: number) =>
      `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;
    fc.assert(
      fc.property(cents, (due) => {
        const provided = { ...paymentOffline.provided(invoice), amount_due: text(due) };
        expect(messages(open({ ...typed, amount_paid: text(due) }, provided))).toEqual([]);
        expect(messages(open({ ...typed, amount_paid: text(due + 1) }, provided))).toEqual([
          'Amount paid cannot exceed amount due.',
        ]);
      }),
    );
  });

  it('PAY-03 INV-08 registers with amounts as numbers and the day as YYYY-MM-DD', () => {
    const state = open(typed);
    expect(form.create?.method).toBe('POST');
    expect(form.create?.path(state)).toBe('fuel-payment/register');
    expect(form.create?.body(state, {})).toEqual({
      payment_date: '2026-11-20',
      company_name: 'North Haul',
      invoice_id: 'INV-1',
      amount_due: 864.45,
      amount_paid: 0.1,
      currency: 'CAD',
      payment_mode: 'interac_debit_credit',
      referenceId: 'R-1',
    });
    expect(messages(open({ ...typed, payment_date: '20-11-2026' }))).toEqual([
      'Payment Date must be a date, such as 2026-11-20',
    ]);
  });

  it('PAY-02 is sent only if changed, closes its dialog, and reports success', () => {
    expect(form.onlyIfChanged).toBe(true);
    expect(form.after).toBe('close');
    expect(form.texts).toEqual({
      created: 'Invoice Payment Created Successfully',
      createFailed: 'Error while creating Invoice Payment',
    });
  });

  it.each([
    ['2026-11-20', []],
    ['2020-01-01', []],
    ['2026-11-21', ['Payment Date must be between 01/01/20 and today.']],
    ['2019-12-31', ['Payment Date must be between 01/01/20 and today.']],
  ])('PAY-05 on 2026-11-20, a payment of %s', (payment_date, expected) => {
    expect(messages({ ...open({ ...typed, payment_date }), today: '2026-11-20' })).toEqual(
      expected,
    );
  });

  it('PAY-05 offers the full amount due, and starts with today', () => {
    const amount = form.fields(open()).find(({ name }) => name === 'amount_paid');
    expect(amount?.offer).toEqual({ name: 'in-full', label: 'Pay in full', value: '864.45' });
    expect(startingDays(payments, '2026-11-20')).toEqual({ payment_date: '2026-11-20' });
  });

  it.each([
    [
      { status: 'Fully Paid', total_amount: 1000, amount_due: 0, amount_paid: 1000 },
      'Nothing is due on invoice INV-1: it is paid.',
    ],
    // A service that doesn't send what was paid.
    [{ status: 'FULLY_PAID', amount_due: 0 }, 'Nothing is due on invoice INV-1: it is paid.'],
    [
      { status: 'Void', total_amount: 1000, amount_due: 0, amount_paid: 0 },
      'Invoice INV-1 is void: nothing can be paid on it.',
    ],
    [
      { status: 'Closed', total_amount: 1000, amount_due: 0, amount_paid: 0 },
      'Nothing is due on invoice INV-1.',
    ],
    [
      { status: 'Open', total_amount: 1000, amount_due: 0, amount_paid: 400 },
      'Nothing is due on invoice INV-1.',
    ],
    [{ status: 'Closed', total_amount: 1000, amount_due: 100, amount_paid: 0 }, undefined],
    [{ status: 'Sent', amount_due: 864.45 }, undefined],
  ])('INV-02 INV-14 PAY-02 paying %j: %s', (row, text) => {
    const found = invoiceSchema.parse({ id: 1, invoice_number: 'INV-1', ...row });
    expect(paymentOffline.refuse?.(found)).toBe(text);
  });

  it("PAY-02 takes the invoice's current amount due, and states the change", () => {
    const { opener } = form;
    expect(opener?.resource).toBe('invoices');
    expect(opener?.id(open().draft)).toBe('number:INV-1');
    // A typed amount due wasn't loaded from an invoice.
    expect(opener?.id(open({ amount_due: '5' }, { invoice_id: 'INV-1' }).draft)).toBe('');
    const changed = (before: string, now: string) =>
      opener?.changed({ amount_due: before }, { amount_due: now });
    expect(changed('1000', '600')).toBe('Amount due changed from 1,000.00 to 600.00.');
    expect(changed('1000', '1000.00')).toBeUndefined();
    const paid = form.fields(open({ amount_due: '0.00' })).find(({ offer }) => offer);
    expect(paid?.offer?.value).toBe('');
  });

  it('PAY-04 asks before the same invoice, mode, reference and amount are registered again', () => {
    const row = {
      invoice_no: 'INV-1',
      payment_mode: 'Cheque',
      referenceId: 'CHQ-9',
      amount_paid: 10.1,
      payment_date: '2026-11-18',
      state: 'Registered',
    };
    const cheque = {
      ...typed,
      payment_mode: 'cheque',
      referenceId: ' chq-9 ',
      amount_paid: '10.10',
    };
    const state = {
      ...open(cheque),
      choices: () => [{ key: 'cheque', value: 'Cheque' }],
    };
    const asked = (changes: object, draft: Draft = {}) =>
      form.warn?.question([paymentSchema.parse({ ...row, ...changes })], {
        ...state,
        draft: { ...state.draft, ...draft },
      });
    expect(form.warn?.filters?.(state)).toEqual([
      { field: 'invoice_no', match: 'exact', value: 'INV-1' },
    ]);
    expect(asked({})).toBe(
      'A payment of 10.10 CAD by Cheque with the reference chq-9 is registered on invoice INV-1 already, dated 18/11/26. Register another one?',
    );
    expect(asked({ payment_mode: 'cheque', state: null })).toBeDefined();
    const others = [
      { invoice_no: 'INV-2' },
      { payment_mode: 'Cash' },
      { referenceId: 'CHQ-10' },
      { referenceId: null },
      { amount_paid: 10.11 },
      { state: 'Reversed' },
      { state: 'Reversal', amount_paid: -10.1 },
    ];
    expect(others.map((changes) => asked(changes))).toEqual(others.map(() => undefined));
    expect(form.warn?.question([], state)).toBeUndefined();
  });

  it('PAY-05 asks about a payment dated before its invoice was issued', () => {
    const asked = (payment_date: string, issued_date = '2026-11-03') =>
      form.warn?.question([], open({ ...typed, payment_date, issued_date }));
    expect(asked('2025-11-20')).toBe(
      'The payment is dated 20/11/25, and invoice INV-1 was issued on 03/11/26. Register it with that date?',
    );
    expect([asked('2026-11-03'), asked('2026-11-20'), asked('2025-11-20', '')]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
  });

  it('PAY-05 a payment is reversed with a reason, unless it has been or is a reversal', () => {
    const [reverse] = payments.actions ?? [];
    expect(reverse).toMatchObject({
      name: 'reverse',
      on: 'row',
      title: 'Reverse Payment',
      texts: {
        success: 'Invoice Payment Reversed Successfully',
        failure: 'Error while reversing Invoice Payment',
      },
    });
    expect(reverse?.fields.map(({ label, required }) => [label, required])).toEqual([
      ['Reason', true],
    ]);
    expect(reverse?.call(['7'], { reason: ' Returned ' })).toEqual({
      method: 'POST',
      path: 'fuel-payment/7/reverse',
      json: { reason: 'Returned' },
    });
    const states = ['Registered', '', null, 'Reversed', 'Reversal'];
    expect(states.map((state) => reverse?.offered?.({ state }))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('ACC-04 opens for any signed-in user, and registers only with invoices update', () => {
    const updater = toMenuAccess([
      { code: 'FI', read: false, create: true, update: true, delete: false },
    ]);
    expect(can(updater, 'payments.create').allowed).toBe(true);
    expect(can(toMenuAccess([]), 'payments.create').allowed).toBe(false);
  });
});
