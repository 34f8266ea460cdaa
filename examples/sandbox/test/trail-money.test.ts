import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../src/index.ts';
import { ADMIN, openSandbox, paymentOn, signIn } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const { content } = await admin.json('spol/invoices/?size=50');
const invoice = content.find((row: any) => row.status === 'Sent' && row.currency === 'CAD');
const entries = async (query: string) => (await admin.json(`audit?size=10&${query}`)).content;

describe('the trail of money', () => {
  it('PAY-04 PAY-05 AUTH-13 has what a payment and its reversal did to the invoice', async () => {
    expect(invoice).toMatchObject({
      invoice_number: 'QUFR1-31-10-2026-CAD',
      company_name: 'Quillmoor Freightways Inc.',
      issued_date: '04-11-2026',
      due_date: '18-11-2026',
      start_date: '01-10-2026 00:00',
      end_date: '31-10-2026 23:59',
      total_amount: 673.95,
      amount_due: 673.95,
    });
    const pay = async (body: object) =>
      (await admin.call('fuel-payment/register', { body })).json();
    const first = await pay(paymentOn(invoice, 40.5));
    const left = { ...invoice, amount_due: 633.45 };
    const again = await pay(paymentOn(left, 40.5, { referenceId: ' chq-1 ' }));
    const other = await pay(
      paymentOn({ ...invoice, amount_due: 592.95 }, 40.5, { referenceId: 'CHQ-2' }),
    );
    const answer = await admin.call(`fuel-payment/${again.id}/reverse`, {
      body: { reason: ' Entered twice ' },
    });
    expect(answer.status).toBe(201);
    const common = {
      ...{ invoice_number: 'QUFR1-31-10-2026-CAD', currency: 'CAD' },
      ...{ payment_mode: 'cheque', payment_date: '2026-11-20' },
    };
    const found = await entries('filter=resource:payments');
    expect(found.map(({ action, changes }: any) => ({ action, ...changes }))).toEqual([
      {
        action: 'payments.reverse',
        ...common,
        referenceId: 'chq-1',
        payment: again.id,
        reason: 'Entered twice',
        amount_paid: -40.5,
        amount_due: [552.45, 592.95],
        status: ['Partially Paid', 'Partially Paid'],
      },
      {
        action: 'payments.create',
        ...common,
        referenceId: 'CHQ-2',
        amount_paid: 40.5,
        amount_due: [592.95, 552.45],
        status: ['Partially Paid', 'Partially Paid'],
      },
      {
        action: 'payments.create',
        ...common,
        referenceId: 'chq-1',
        amount_paid: 40.5,
        amount_due: [633.45, 592.95],
        status: ['Partially Paid', 'Partially Paid'],
        same_as: first.id,
      },
      {
        action: 'payments.create',
        ...common,
        referenceId: 'CHQ-1',
        amount_paid: 40.5,
        amount_due: [673.95, 633.45],
        status: ['Sent', 'Partially Paid'],
      },
    ]);
    expect(found.map(({ record_id }: any) => record_id).slice(1)).toEqual(
      [other.id, again.id, first.id].map(String),
    );
  });
});

describe('an invoice as CSV', () => {
  it('INV-10 has these columns, and every fact of a line', async () => {
    const path = 'spol/invoices/QUFR1-31-10-2026/download/csv';
    const [header, ...lines] = (await (await admin.call(path)).text()).split('\r\n');
    expect(header?.replace('\uFEFF', '')).toBe(
      'invoice_number,auth_code,timestamp,card_number,unit_number,driver,merchant_number,merchant_name,merchant_city,province,product_code,product,quantity,unit,price_per_unit,fet_rate,pft_rate,carbon_rate,gst,hst,pst,qst,discount,amount,currency',
    );
    expect(lines[0]).toBe(
      'QUFR1-31-10-2026,A250050070,2026-10-05T12:02:32,…0374,T0246,Ivo Pelletrin,6377,TA Joplin,Joplin,MO,D1,Diesel,139.06,USG,3.449,0,0,0,0.00,0.00,0.00,0.00,0.00,479.62,USD',
    );
    expect(lines).toHaveLength(14);
  });
});

describe('the trail of sessions', () => {
  it('AUTH-11 AUTH-13 USER-08 has sessions that were ended, and a new password without its text', async () => {
    await signIn(sandbox, ADMIN);
    const [{ id }] = (await admin.json('sessions')).filter((one: any) => !one.current);
    expect((await admin.call(`sessions/${id}`, { method: 'DELETE' })).status).toBe(204);
    const body = { current: PASSWORD, password: 'Another-Pass-99' };
    expect((await admin.call('profile/password', { method: 'PUT', body })).status).toBe(204);
    expect(await entries('filter=action:session.end')).toMatchObject([
      {
        actor: 'admin@forecourt.test',
        resource: 'session',
        record_id: id,
        changes: { address: '127.0.0.1', client: '' },
      },
    ]);
    expect(await entries('filter=action:profile.password')).toMatchObject([
      { resource: 'users', record_id: '1', changes: { password: 'changed' } },
    ]);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
