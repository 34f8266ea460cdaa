import { describe, expect, it } from 'vitest';
import { openBilling } from './billing.kit.ts';
import { paymentOn, signIn, VIEWER } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const { admin, bill, buy, haul, load, make, preview, sandbox, store, voided } = await openBilling();

/** Two drafts of two companies: the number of the second is the id of the first. */
async function twoInvoices(code: string) {
  const [mine, other] = [await haul(`${code} Mine`, `${code}M`), await haul(`${code} Other`, code)];
  await buy(mine, [{ dtl_amt: 25, dtl_hst_amt: 0 }]);
  await buy(other, [{ dtl_amt: 40, dtl_hst_amt: 0 }]);
  const first = await bill(mine);
  const second = await bill(other, { invoice_number: String(first.id) });
  const text = String(first.id);
  const both = `${text} is the number of invoice ${text} of ${code} Other (id ${second.id}, 40.00 CAD) and the id of invoice ${first.invoice_number} of ${code} Mine (id ${text}, 25.00 CAD). Say which one: number:${text} or id:${text} on the command line, by=number or by=id in a call.`;
  return { first, second, text, both };
}
const companyOf = async (answer: Response) => {
  expect([200, 202]).toContain(answer.status);
  const body: any = await answer.json();
  return (body.invoice_dto ?? body).company_name;
};
const refusal = async (answer: Response) => [answer.status, (await answer.json()).detail];

describe('an invoice whose number is the id of another', () => {
  it('INV-14 SHELL-03 is made, read as the one or the other, and never in its place', async () => {
    const { both, first, second, text } = await twoInvoices('RD');
    expect(second.invoice_number).toBe(text);
    expect(await refusal(await admin.call(`spol/invoices/${text}`))).toEqual([409, both]);
    expect(await companyOf(await admin.call(`spol/invoices/${text}?by=id`))).toBe('RD Mine');
    expect(await companyOf(await admin.call(`spol/invoices/${text}?by=number`))).toBe('RD Other');
    expect(await companyOf(await admin.call(`spol/invoices/${first.invoice_number}`))).toBe(
      'RD Mine',
    );
    expect(await companyOf(await admin.call(`spol/invoices/${second.id}`))).toBe('RD Other');
    expect(await refusal(await admin.call(`spol/invoices/${second.id}?by=number`))).toEqual([
      404,
      `Invoice ${second.id} was not found.`,
    ]);
    expect(await refusal(await admin.call(`spol/invoices/${text}?by=name`))).toEqual([
      400,
      'by must be id or number.',
    ]);
  });

  it('INV-14 is not voided by the id of another, nor the other by its number', async () => {
    const { both, first, second, text } = await twoInvoices('VD');
    expect(await refusal(await voided(text))).toEqual([409, both]);
    const states = async () => [
      (await load(first.invoice_number)).invoice_dto.status,
      (await load(second.id)).invoice_dto.status,
    ];
    expect(await states()).toEqual(['Draft', 'Draft']);
    expect(
      await companyOf(
        await admin.call(`spol/invoices/${text}/void?by=id`, { body: { reason: 'Wrong' } }),
      ),
    ).toBe('VD Mine');
    expect(await states()).toEqual(['Void', 'Draft']);
  });

  it('INV-09 INV-10 INV-13 is not mailed or downloaded in the place of another', async () => {
    const { both, first, second, text } = await twoInvoices('ML');
    await store.write((tx) => tx.updateTable('invoices').set({ status: 'Sent' }).execute());
    await store.write((tx) =>
      tx
        .updateTable('customers')
        .set({ email: 'mine@haul.test' })
        .where('name', '=', 'ML Mine')
        .execute(),
    );
    const mail = `email-invoice/preview?type=spol/invoices&id=${text}`;
    expect(await refusal(await admin.call(mail))).toEqual([409, both]);
    expect(await admin.json(`${mail}&by=id`)).toMatchObject({
      to: 'mine@haul.test',
      subject: `Invoice ${first.invoice_number}`,
    });
    expect(await admin.json(`${mail}&by=number`)).toMatchObject({
      to: 'office@haul.test',
      subject: `Invoice ${second.invoice_number}`,
    });
    const sent = `email-invoice?type=spol/invoices&id=${text}`;
    expect(await refusal(await admin.call(sent, { method: 'POST' }))).toEqual([409, both]);
    const file = `spol/invoices/${text}/download/csv`;
    expect(await refusal(await admin.call(file))).toEqual([409, both]);
    const nameOf = async (by: string) =>
      (await admin.call(`${file}?by=${by}`)).headers.get('content-disposition');
    expect(await nameOf('id')).toContain(`${first.invoice_number}.csv`);
    expect(await nameOf('number')).toContain(`${text}.csv`);
    expect(
      (await admin.call(`email-invoice?type=spol/invoices&id=${text}&by=id`, { method: 'POST' }))
        .status,
    ).toBe(202);
  });
});

describe('a payment on an invoice whose number is the id of another', () => {
  it('INV-14 PAY-02 PAY-03 is asked about, and registered on the one that by names', async () => {
    const { both, first, second, text } = await twoInvoices('PY');
    const body = (of: any, invoice_id: unknown) => paymentOn(of, 5, { invoice_id });
    const pay = (of: any, query: string, invoice_id: unknown = text) =>
      admin.call(`fuel-payment/register${query}`, { body: body(of, invoice_id) });
    const dues = async () => [
      (await load(first.invoice_number)).invoice_dto.amount_due,
      (await load(second.id)).invoice_dto.amount_due,
    ];
    expect(await refusal(await pay(second, ''))).toEqual([409, both]);
    expect(await refusal(await pay(second, '?by=name'))).toEqual([400, 'by must be id or number.']);
    expect(await refusal(await pay(second, '?by=number&by=id'))).toEqual([
      400,
      'by is given more than once. Send it once.',
    ]);
    expect(await refusal(await pay(second, '?by=id'))).toEqual([422, expect.any(String)]);
    expect(await dues()).toEqual([25, 40]);
    expect((await pay(second, '?by=number')).status).toBe(201);
    expect(await dues()).toEqual([25, 35]);
    expect((await pay(first, '?by=id')).status).toBe(201);
    expect(await dues()).toEqual([20, 35]);
    expect((await pay(first, '', first.invoice_number)).status).toBe(201);
    expect(await dues()).toEqual([15, 35]);
    expect((await pay(second, '', second.id)).status).toBe(201);
    expect(await dues()).toEqual([15, 30]);
    const none = await pay(first, '?by=number', second.id);
    expect((await none.json()).errors).toEqual([
      { pointer: '/invoice_id', detail: `There is no invoice with the number ${second.id}.` },
    ]);
  });

  it('WIRE-06 by that is given twice is refused by each call that takes it', async () => {
    const { text } = await twoInvoices('TW');
    const twice = 'by=id&by=number';
    for (const answer of [
      await admin.call(`spol/invoices/${text}?${twice}`),
      await admin.call(`spol/invoices/${text}/void?${twice}`, { body: { reason: 'Wrong' } }),
      await admin.call(`spol/invoices/${text}/download/csv?${twice}`),
      await admin.call(`email-invoice/preview?type=spol/invoices&id=${text}&${twice}`),
    ]) {
      expect(await refusal(answer)).toEqual([400, 'by is given more than once. Send it once.']);
    }
  });
});

describe('a company whose name is the id of another', () => {
  it('INV-14 is billed by its name, and digits that mean two companies are asked about', async () => {
    const first = await haul('Digits Haul', 'DIG');
    const second = await haul(String(first.id), 'DG2');
    await buy(first, [{ dtl_amt: 25, dtl_hst_amt: 0 }]);
    await buy(second, [{ dtl_amt: 40, dtl_hst_amt: 0 }]);
    const errors = [
      {
        pointer: '/company',
        detail: `${first.id} is the name of the company with the id ${second.id}, and the id of Digits Haul. Send the name as company_name, or the id as a number.`,
      },
    ];
    const asked = { currency: 'CAD', start_date: '01-10-2026', end_date: '31-10-2026' };
    const company = String(first.id);
    const both = await admin.call('spol/invoices/preview', { body: { ...asked, company } });
    expect([both.status, (await both.json()).errors]).toEqual([422, errors]);
    const made = await make({ name: company }, 40);
    expect([made.status, (await made.json()).errors]).toEqual([422, errors]);
    const totals = async (of: object) => (await preview({ name: '' }, of)).total_amount;
    expect(await totals({ company: first.id })).toBe(25);
    expect(await totals({ company: undefined, company_name: company })).toBe(40);
    expect(await totals({ company, company_name: company })).toBe(40);
    expect(await totals({ company: String(second.id) })).toBe(40);
    const none = await admin.call('spol/invoices/preview', { body: { ...asked, company: 99_999 } });
    expect([none.status, (await none.json()).errors]).toEqual([
      422,
      [{ pointer: '/company', detail: 'There is no company with the id 99999.' }],
    ]);
  });
});
describe('an invoice that is not issued yet', () => {
  it('ACC-07 INV-14 is not shown to a customer, as little as a void one, until it is sent', async () => {
    const of = await haul('Unissued Haul', 'UNI');
    await buy(of, [{ dtl_amt: 25, dtl_hst_amt: 0 }]);
    const draft = await bill(of);
    await buy(of, [{ dtl_amt: 30, dtl_hst_amt: 0 }]);
    const issued = await bill(of);
    const write = (status: string, id: number) =>
      store.write((tx) =>
        tx.updateTable('invoices').set({ status }).where('id', '=', id).execute(),
      );
    await write('Sent', issued.id);
    await store.write((tx) =>
      tx.updateTable('users').set({ company_id: of.id }).where('email', '=', VIEWER).execute(),
    );
    const viewer = await signIn(sandbox, VIEWER);
    const numbers = async (query = '') => {
      const { content, total_elements } = await viewer.json(`spol/invoices/?size=50${query}`);
      return [total_elements, ...content.map((row: any) => row.invoice_number)];
    };
    const seen = async (number: string) =>
      Promise.all(
        ['', '/download', '/download/csv'].map(
          async (path) => (await viewer.call(`spol/invoices/${number}${path}`)).status,
        ),
      );
    const payments = async () => (await viewer.json('invoice-payments?size=50')).content.length;
    const paid = await admin.json('fuel-payment/register', {
      body: {
        payment_date: '2026-11-20',
        company_name: 'Unissued Haul',
        invoice_id: issued.invoice_number,
        amount_paid: 5,
        amount_due: 30,
        currency: 'CAD',
        payment_mode: 'cheque',
        referenceId: 'UNISSUED-1',
      },
    });
    await admin.json(`fuel-payment/${paid.id}/reverse`, { body: { reason: 'Bounced' } });
    expect(await payments()).toBe(2);
    expect(await numbers()).toEqual([1, issued.invoice_number]);
    expect(await numbers('&filter=status:Draft')).toEqual([0]);
    expect((await viewer.json('spol/invoices/search', { body: {} })).totalRecords).toBe(1);
    expect(await seen(draft.invoice_number)).toEqual([404, 404, 404]);
    expect(await seen(draft.id)).toEqual([404, 404, 404]);
    expect(await seen(issued.invoice_number)).toEqual([200, 200, 200]);
    expect((await voided(draft.invoice_number)).status).toBe(200);
    expect(await numbers()).toEqual([1, issued.invoice_number]);
    expect(await seen(draft.invoice_number)).toEqual([404, 404, 404]);
    expect(
      (await admin.json('spol/invoices/?size=50&filter=company_name:Unissued Haul')).total_elements,
    ).toBe(2);
    await write('Draft', issued.id);
    expect(await numbers()).toEqual([0]);
    expect(await payments()).toBe(0);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
