import { expect } from 'vitest';
import { ADMIN, openSandbox, paymentOn, signIn } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
export const NEW = {
  company_name: 'North Haul Carriers Ltd.',
  issued_date: '03-11-2026',
  due_date: '24-11-2026',
  start_date: '01-10-2026 00:00',
  end_date: '31-10-2026 23:59',
  status: 'Open',
  total_amount: 1000,
  amount_due: 1000,
  currency: 'CAD',
};

/** Opens a sandbox, and returns what an Admin does with its invoices and their payments. */
export async function openMoney() {
  const sandbox = await openSandbox();
  const admin = await signIn(sandbox, ADMIN);
  let made = 0;
  const create = (changes: object = {}) =>
    admin.call('spol/invoices/', {
      body: { ...NEW, invoice_number: `MONEY-${made++}`, ...changes },
    });
  const open = async (changes: object = {}): Promise<any> => {
    const answer = await create(changes);
    expect(answer.status).toBe(201);
    return answer.json();
  };
  const load = async ({ invoice_number }: any): Promise<any> =>
    (await admin.json(`spol/invoices/${invoice_number}`)).invoice_dto;
  const save = (row: any, changes: object = {}) =>
    admin.call('spol/invoices/update', { method: 'PUT', body: { ...row, ...changes } });
  const pay = (of: any, amount: number, changes: object = {}, headers = {}) =>
    admin.call('fuel-payment/register', {
      headers,
      body: paymentOn(of, amount, changes),
    });
  const paid = async (of: any, amount: number): Promise<number> => {
    const answer = await pay(of, amount);
    expect(answer.status).toBe(201);
    return (await answer.json()).id;
  };
  const reverse = (id: number, reason: unknown = 'Cheque returned', headers = {}) =>
    admin.call(`fuel-payment/${id}/reverse`, { body: { reason }, headers });
  const errorsOf = async (answer: Response) => {
    expect(answer.status).toBe(422);
    return (await answer.json()).errors;
  };
  const paymentsOf = async ({ invoice_number }: any): Promise<any[]> =>
    (await admin.json(`invoice-payments?size=100&sort=id,asc&filter=invoice_no:${invoice_number}`))
      .content;

  /** One whose cheque came back: only such an invoice is NSF (INV-12). */
  const bounced = async (): Promise<any> => {
    const row = await open();
    expect((await reverse(await paid(row, 1))).status).toBe(201);
    expect((await save(row, { status: 'NSF' })).status).toBe(200);
    return load(row);
  };
  const openIn = (status: string) => (status === 'NSF' ? bounced() : open({ status }));
  return {
    sandbox,
    admin,
    create,
    open,
    load,
    save,
    pay,
    paid,
    reverse,
    errorsOf,
    paymentsOf,
    bounced,
    openIn,
  };
}
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
