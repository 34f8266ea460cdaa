import { afterAll } from 'vitest';
import { openStore } from '../src/db/engine.ts';
import type { Store } from '../src/db/store.ts';
import { keptData } from './database.ts';
import { essoFile, essoLine } from './esso-file.ts';
import {
  ADMIN,
  type Client,
  fileForm,
  IN_TESTS,
  openSandbox,
  paymentOn,
  signIn,
} from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
export interface Haul {
  readonly id: number;
  readonly name: string;
  readonly card: string;
}

export const OCTOBER = { start_date: '01-10-2026', end_date: '31-10-2026' };

/** One diesel purchase of 100.00, of which 11.50 is HST. */
export const LINE = {
  dtl_prd_cd: 'D1',
  dtl_prd_desc: 'DIESEL',
  dtl_net_price: 1,
  retailPrice: 1.2,
  dtl_qty: 88.5,
  dtl_hst_amt: 11.5,
  dtl_gst_amt: 0,
  dtl_pst_amt: 0,
  dtl_qst_amt: 0,
  dtl_fet_rt: 0,
  dtl_pft_rt: 0,
  pct: 0,
  dtl_amt: 100,
  discount: 0,
  dtl_sls_type: 'SALE',
};

/** An empty sandbox with what bills need: companies with a card each, purchases by hand and by file. */
export async function openBilling() {
  const at = await keptData({ ...IN_TESTS, seed: 'empty' });
  const sandbox = await openSandbox({ ...at, seed: 'empty' });
  const admin = await signIn(sandbox, ADMIN);
  const store: Store = await openStore(at);
  afterAll(() => store.close());
  let cards = 0;

  /** A new company with a card. */
  async function haul(name: string, code: string): Promise<Haul> {
    cards += 1;
    const card = `70768500000${String(cards).padStart(5, '0')}`;
    const id = await store.write(async (tx) => {
      const company = await tx
        .insertInto('companies')
        .values({ name, code, currency: 'CAD', status: 'ACTIVE' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const own = { company_id: company.id, company_name: name };
      await tx
        .insertInto('customers')
        .values({ name, company_id: company.id, due_days: 21, email: 'office@haul.test' })
        .execute();
      const made = await tx
        .insertInto('cards')
        .values({ ...own, card_number: card, status: 'ACTIVE' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('card_assignments')
        .values({ card_id: made.id, company_id: company.id, from_date: '2020-01-01' })
        .execute();
      return company.id;
    });
    return { id, name, card };
  }

  /** Purchases at one stop, entered by hand. */
  async function buy(
    of: Haul,
    lines: readonly object[] = [{}],
    at: { readonly when?: string; readonly province?: string } = {},
  ): Promise<any> {
    const answer = await admin.call('transaction', {
      body: {
        txn_date: at.when ?? '2026-10-15T08:15',
        card_number: of.card,
        txn_company: of.name,
        dtl_stn_prv: at.province ?? 'ON',
        dtl_stn_addr: '1 Palace Road, Sudbury',
        txn_station: '7',
        hdr_currency: at.province === 'NY' ? 'USD' : 'CAD',
        txn_attr: lines.map((line) => ({ ...LINE, ...line })),
      },
    });
    if (answer.status !== 201) throw new Error(await answer.text());
    return answer.json();
  }

  const asked = (of: Pick<Haul, 'name'>, more: object = {}) => ({
    company: of.name,
    currency: 'CAD',
    ...OCTOBER,
    ...more,
  });
  const preview = (of: Pick<Haul, 'name'>, more: object = {}, by: Client = admin): Promise<any> =>
    by.json('spol/invoices/preview', { body: asked(of, more) });
  const make = (
    of: Pick<Haul, 'name'>,
    total_amount: number,
    more: object = {},
    { by = admin, headers = {} }: { by?: Client; headers?: Record<string, string> } = {},
  ) =>
    by.call('spol/invoices/', {
      headers,
      body: { ...asked(of), lines: 'unbilled', total_amount, ...more },
    });
  /** Makes an invoice of what the preview says. */
  async function bill(of: Pick<Haul, 'name'>, more: object = {}): Promise<any> {
    const { seen, total_amount } = await preview(of, more);
    const answer = await make(of, total_amount, { ...more, seen });
    if (answer.status !== 201) throw new Error(await answer.text());
    return answer.json();
  }
  const voided = (number: unknown, reason: unknown = 'Wrong period', headers = {}) =>
    admin.call(`spol/invoices/${number}/void`, { body: { reason }, headers });
  const load = (number: unknown): Promise<any> => admin.json(`spol/invoices/${number}`);
  const pay = (of: any, amount: number) =>
    admin.call('fuel-payment/register', { body: paymentOn(of, amount) });
  /** One ESSO file with a line for each of these products, all of one stop on 18 November. */
  const importStop = (of: Haul, number: string, products: readonly string[]) =>
    admin.call('import_transactions?provider=ESSO', {
      body: fileForm(
        essoFile(products.map((product) => essoLine({ number, product, card: of.card }))),
        `${number}.csv`,
      ),
    });
  return { sandbox, admin, store, haul, buy, preview, make, bill, voided, load, pay, importStop };
}
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
