import { describe, expect, it } from 'vitest';
import { Decimal } from '../format/decimal.ts';
import type { ActionDefinition } from '../resource/form.types.ts';
import { cardActions, cardUpload } from './cards/cards.actions.ts';
import { emailInvoice, paymentOffline, voidInvoice } from './invoices/invoices.actions.ts';
import { reversePayment } from './payments/payments.actions.ts';

const [assign, template] = cardActions as [ActionDefinition, ActionDefinition];

describe('actions', () => {
  it.each([
    [
      assign,
      'assign on selection: cards.assign',
      'Assign Selected Cards To Customer; Assign Cards; Save',
      ['customerCompanyId Company, choice, required'],
    ],
    [
      template,
      'template on list: cards.template',
      'Download Sample Card Template',
      ['format Format, choice'],
    ],
    [emailInvoice, 'email on row: invoices.email', 'Email; Email Invoice; Send', []],
    [
      voidInvoice,
      'void on row: invoices.void',
      'Void; Void Invoice',
      ['reason Reason, multiline, required'],
    ],
    [
      reversePayment,
      'reverse on row: payments.reverse',
      'Reverse; Reverse Payment',
      ['reason Reason, multiline, required'],
    ],
  ])('CARD-02 CARD-05 CARD-06 INV-09 INV-14 PAY-05 $name', (definition, what, words, fields) => {
    const { action, label, name, on, submitLabel, title } = definition;
    expect(`${name} on ${on}: ${action}`).toBe(what);
    expect([label, title, submitLabel].filter((word) => word !== undefined).join('; ')).toBe(words);
    expect(
      definition.fields.map(({ input, label: of, name: field, required }) =>
        [`${field} ${of}`, input, ...(required ? ['required'] : [])].join(', '),
      ),
    ).toEqual(fields);
  });

  it('CARD-05 offers the template in two formats', () => {
    expect(template.fields[0]?.options).toEqual([
      { key: 'xlsx', value: 'Excel' },
      { key: 'csv', value: 'CSV' },
    ]);
  });

  it('CARD-03 imports cards from these files', () => {
    expect(cardUpload).toMatchObject({
      action: 'cards.import',
      label: 'Import Card',
      submitLabel: 'Upload',
      path: 'fuel-card-management/upload-fuel-card-csv',
      fields: [],
      accept: ['.csv', '.xls', '.xlsx'],
      maxBytes: 10_000_000,
    });
  });

  it('INV-02 Payment Offline opens the form of a payment', () => {
    expect(paymentOffline).toMatchObject({
      label: 'Payment Offline',
      action: 'payments.open',
      resource: 'payments',
    });
  });
});

describe('a reversal', () => {
  it('PAY-05 shows which payment it is about', () => {
    const payment = {
      invoice_no: 'INV-1',
      customer_name: 'North Haul',
      payment_date: '2026-11-20',
      amount_paid: Decimal.parse('1864.45'),
      currency: 'CAD',
      payment_mode: 'Cheque',
      referenceId: 'R-1',
    };
    expect(reversePayment.about?.(payment)).toEqual([
      ['Invoice', 'INV-1'],
      ['Customer', 'North Haul'],
      ['Payment Date', '20/11/26'],
      ['Amount Paid', '1,864.45 CAD'],
      ['Payment Mode', 'Cheque'],
      ['Reference Id', 'R-1'],
    ]);
    expect(reversePayment.about?.({})).toEqual([
      ['Invoice', '-'],
      ['Customer', '-'],
      ['Payment Date', '-'],
      ['Amount Paid', '-'],
      ['Payment Mode', '-'],
      ['Reference Id', '-'],
    ]);
  });

  it('PAY-05 is offered once, and whenever the service sends no state', () => {
    const offered = (state?: string) => reversePayment.offered?.({ state });
    expect([offered('Reversed'), offered('Reversal')]).toEqual([false, false]);
    expect([offered('Recorded'), offered(), offered('')]).toEqual([true, true, true]);
  });

  it('PAY-05 sends the reason without blanks around it', () => {
    expect(reversePayment.call(['a/b'], { reason: '  Twice  ' })).toEqual({
      method: 'POST',
      path: 'fuel-payment/a%2Fb/reverse',
      json: { reason: 'Twice' },
    });
    expect(reversePayment.call(['9'], {})).toMatchObject({ json: { reason: '' } });
  });
});

describe('an e-mailed invoice', () => {
  it('INV-13 previews its recipient, subject and file, and says how often and when it was sent before', () => {
    const factsOf = (answer: unknown) => emailInvoice.preview?.facts(answer);
    expect(factsOf({ to: 'a@b.test', subject: 'Invoice INV-1', attachment: 'INV-1.pdf' })).toEqual({
      facts: [
        ['To', 'a@b.test'],
        ['Subject', 'Invoice INV-1'],
        ['Attachment', 'INV-1.pdf'],
      ],
    });
    expect(factsOf({ to: '', subject: null, sent_before: [] })).toEqual({
      facts: [
        ['To', '-'],
        ['Subject', '-'],
        ['Attachment', '-'],
      ],
    });
    const sent_before = [
      { at: '2026-11-20T14:05:00', to: 'c@b.test' },
      { at: '2026-11-01T09:00:00', to: 'a@b.test' },
    ];
    expect(factsOf({ sent_before })?.warning).toBe(
      'It was sent 2 times before, last 20/11/26 2:05 PM to c@b.test.',
    );
    expect(factsOf({ sent_before: sent_before.slice(0, 1) })?.warning).toBe(
      'It was sent before: 20/11/26 2:05 PM to c@b.test.',
    );
    expect(factsOf({ sent_before: [{ at: '2026-11-20T14:05:00' }] })?.warning).toBe(
      'It was sent before: 20/11/26 2:05 PM.',
    );
  });

  it('INV-09 INV-13 has its calls', () => {
    const query = [
      ['type', 'spol/invoices'],
      ['id', '7'],
      ['by', 'id'],
    ];
    expect(emailInvoice.preview?.call(['7'])).toEqual({ path: 'email-invoice/preview', query });
    expect(emailInvoice.call(['7'], {})).toEqual({ method: 'POST', path: 'email-invoice', query });
  });
});

describe('a voided invoice', () => {
  it('INV-14 is a draft that was made from unbilled lines', () => {
    const offered = (made_from: string, status: string) =>
      voidInvoice.offered?.({ made_from, status });
    expect(offered('unbilled', 'Draft')).toBe(true);
    expect(offered('unbilled', 'Sent')).toBe(false);
    expect(offered('hand', 'Draft')).toBe(false);
  });

  it('INV-14 sends the reason without blanks around it', () => {
    expect(voidInvoice.call(['a/b'], { reason: ' Wrong period ' })).toEqual({
      method: 'POST',
      path: 'spol/invoices/a%2Fb/void',
      query: [['by', 'id']],
      json: { reason: 'Wrong period' },
    });
    expect(voidInvoice.call(['9'], {})).toMatchObject({ json: { reason: '' } });
  });
});
