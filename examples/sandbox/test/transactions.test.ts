// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { demoCardNumber } from '../../provider-files/demo-cards.ts';
import { CARD } from './card.kit.ts';
import { essoFile, essoLine } from './esso-file.ts';
import { ADMIN, CLERK, fileForm, lastChange, openSandbox, signIn, VIEWER } from './helpers.ts';

const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const clerk = await signIn(sandbox, CLERK);
const viewer = await signIn(sandbox, VIEWER);

const get = (id: unknown) => admin.json(`fuel-transaction/transactionsbyid/${id}`);
const put = (id: unknown, body: object) =>
  clerk.call(`fuel-transaction/${id}`, { method: 'PUT', body });
const refusal = async (answer: Response) => ({
  status: answer.status,
  pointer: (await answer.json()).errors?.[0].pointer,
});
const newest = async () =>
  (await admin.json('fuel-transaction/authcode?size=60')).transactions as any[];

const LINE = {
  dtl_prd_cd: '1',
  dtl_net_price: 1.4,
  retailPrice: 1.7289,
  dtl_qty: 500,
  dtl_hst_amt: 99.45,
  dtl_gst_amt: 0,
  dtl_pst_amt: 0,
  dtl_qst_amt: 0,
  dtl_fet_rt: 0.04,
  dtl_pft_rt: 0.09,
  pct: 0,
  dtl_amt: 864.45,
  discount: 0,
  dtl_sls_type: 'SALE',
};
const TYPED = {
  txn_date: '2026-11-19T08:15',
  card_number: demoCardNumber(0),
  dtl_stn_prv: 'ON',
  dtl_stn_addr: '1 Palace Road, Sudbury',
  txn_station: '7',
  hdr_currency: 'CAD',
  txn_attr: [LINE],
};

describe('TXN-10 one transaction', () => {
  it('is entered by hand, corrected and deleted, as the trail records', async () => {
    const made = await clerk.call('transaction', { body: TYPED });
    expect(made.status).toBe(201);
    const transaction = await made.json();
    const { id } = transaction;
    const [card] = (
      await admin.json(`fuel-card-management?filter=card_number:${TYPED.card_number}`)
    ).content;
    expect(transaction).toMatchObject({
      authentication_id: `N${id}`,
      txn_date: '2026-11-19T08:15:00',
      txn_amount: 864.45,
      txn_company: card.company_name,
      txn_price_per_unit: 1.53,
      attachments: [],
      station: { lat: 46.4917, lng: -80.993 },
    });
    expect(transaction.txn_attr).toHaveLength(1);
    expect(await get(`N${id}`)).toEqual(transaction);
    const [listed] = (await admin.json(`fuel-transaction/authcode?filter=id:${id}`)).transactions;
    expect(listed.txn_amount).toBe(864.45);
    expect(await lastChange(admin)).toMatchObject({
      action: 'transactions.create',
      resource: 'transactions',
      record_id: String(id),
      actor: CLERK,
    });

    const [line] = transaction.txn_attr;
    const twice = await put(id, { txn_attr: [line, line] });
    expect(await refusal(twice)).toEqual({ status: 422, pointer: '/txn_attr/1/id' });
    const dearer = await put(id, { txn_attr: [{ ...line, dtl_net_price: 1.5 }] });
    expect((await dearer.json()).txn_price_per_unit).toBe(1.63);
    expect((await put(id, { txn_attr: [line] })).status).toBe(200);

    const more = { ...LINE, dtl_prd_cd: 'DEF', dtl_amt: 100 };
    const body = { ...transaction, txn_attr: [{ ...line, dtl_odometer: '120044' }, more] };
    const changed = await put(id, body);
    expect(changed.status).toBe(200);
    const after = await changed.json();
    expect(after.txn_amount).toBe(964.45);
    expect(after.txn_attr.map((row: any) => [row.dtl_prd_cd, row.dtl_odometer])).toEqual([
      ['1', '120044'],
      ['DEF', ''],
    ]);
    expect(after.txn_attr[0].id).toBe(line.id);
    expect(await get(id)).toEqual(after);
    const { changes } = await lastChange(admin);
    expect(changes.txn_amount).toEqual([864.45, 964.45]);
    expect(JSON.stringify(changes)).not.toContain(TYPED.card_number);

    // A line that is not sent any more is gone.
    expect((await put(id, { txn_attr: [after.txn_attr[1]] })).status).toBe(200);
    expect((await get(id)).txn_attr).toEqual([
      { ...after.txn_attr[1], trailer: { total_amount: 100 } },
    ]);

    expect((await clerk.call(`transaction/${id}`, { method: 'DELETE' })).status).toBe(403);
    const gone = await admin.call(`transaction/${id}`, { method: 'DELETE' });
    expect([gone.status, await gone.json()]).toEqual([200, {}]);
    expect((await admin.call(`fuel-transaction/transactionsbyid/${id}`)).status).toBe(404);
    expect((await admin.call(`transaction/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect(await lastChange(admin)).toMatchObject({ action: 'transactions.delete' });
  });

  it('TXN-08 checks the carbon tax by either of its names, and the id of a line', async () => {
    const { id, txn_attr } = await (await clerk.call('transaction', { body: TYPED })).json();
    const [line] = txn_attr;
    for (const wrong of [1e308, -1e308, '1e308', 1e30, '1e30']) {
      const refused = await put(id, { txn_attr: [{ ...line, dtl_cbt_rt: wrong }] });
      expect(await refusal(refused)).toEqual({ status: 422, pointer: '/txn_attr/0/pct' });
    }
    const taxed = await put(id, { txn_attr: [{ ...line, dtl_cbt_rt: 0.1 }] });
    expect((await taxed.json()).txn_attr[0]).toMatchObject({ dtl_cbt_rt: 0.1, pct: 0.1 });
    const again = await put(id, { txn_attr: [{ ...line, dtl_cbt_rt: 0.1, pct: 0.2 }] });
    expect((await again.json()).txn_attr[0]).toMatchObject({ dtl_cbt_rt: 0.2, pct: 0.2 });
    for (const odd of [{ toString: 1 }, [], true, 'x']) {
      const refused = await put(id, { txn_attr: [{ ...line, id: odd }] });
      expect(await refusal(refused)).toEqual({ status: 422, pointer: '/txn_attr/0/id' });
    }
  });

  it('sent back as it was read, nothing changes', async () => {
    for (const row of (await newest()).slice(0, 12)) {
      const before = await get(row.id);
      const { attachments: _, station: __, ...body } = before;
      const answer = await put(row.id, body);
      expect([answer.status, await answer.json()]).toEqual([200, before]);
      const without = body.txn_attr.map(({ id: _id, ...line }: any) => line);
      await put(row.id, { txn_attr: without });
      expect(await get(row.id)).toEqual(before);
    }
  });

  it('TXN-14 by hand needs a card that exists, its company and at least one purchase', async () => {
    const count = async () => (await admin.json('fuel-transaction/authcode?size=1')).metadata;
    const before = await count();
    for (const [changes, pointer, detail] of [
      [{ card_number: '' }, '/card_number', 'Card Number is required'],
      [{ card_number: '9999' }, '/card_number', 'There is no card 9999.'],
      [{ txn_attr: [] }, '/txn_attr', 'A transaction needs at least one purchase.'],
      [{ txn_attr: undefined }, '/txn_attr', 'A transaction needs at least one purchase.'],
      [{ txn_company: 'Nobody' }, '/txn_company', 'There is no company of that name.'],
      [
        { txn_date: '2050-11-03T14:05' },
        '/txn_date',
        'Time Stamp must be in the years 2000 to 2040: 2050-11-03 reads as 2050',
      ],
      [{ txn_date: '2026-02-30T14:05' }, '/txn_date', "It can't be read: not a date."],
    ] as const) {
      const answer = await clerk.call('transaction', { body: { ...TYPED, ...changes } });
      expect([answer.status, (await answer.json()).errors]).toEqual([422, [{ pointer, detail }]]);
    }
    expect(await count()).toEqual(before);
    // Without one, the company is the card's on that day; before its first, that one.
    await admin.json('fuel-company/register', {
      body: {
        ...{ companyName: 'Dated Haul', documentEmail: 'd@dated.test', phone: '7055550123' },
        ...{
          address1: '1 Road',
          country: 'CA',
          state: 'ON',
          city: 'Sudbury',
          postalCode: 'P3E 3Z9',
        },
        ...{ email: 'a@dated.test', firstName: 'Ada', lastName: 'Okoye', pwd: 'Cartage-9999' },
      },
    });
    const mine = { ...CARD, company_name: 'Dated Haul', card_number: '7010000000000555' };
    await admin.json('fuel-card-management', { body: mine });
    const early = { ...TYPED, card_number: mine.card_number, txn_date: '2025-01-02T08:15' };
    const sent = await clerk.call('transaction', { body: early });
    expect([sent.status, (await sent.json()).txn_company]).toEqual([201, 'Dated Haul']);
  });

  it('TXN-08 is refused field by field with the texts of core', async () => {
    const answer = await clerk.call('transaction', {
      body: {
        ...TYPED,
        txn_date: '',
        txn_attr: [{ ...LINE, dtl_prd_cd: 'D1', dtl_qty: null, dtl_sls_type: '' }],
      },
    });
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors).toEqual(
      expect.arrayContaining([
        { pointer: '/txn_date', detail: 'Time Stamp is required' },
        { pointer: '/txn_attr/0/dtl_qty', detail: 'Quantity is required' },
        { pointer: '/txn_attr/0/dtl_sls_type', detail: 'Sales Type is required' },
      ]),
    );
    const [row] = await newest();
    for (const [sent, pointer] of [
      [{ dtl_stn_prv: 'XX' }, '/dtl_stn_prv'],
      [{ hdr_currency: 'EUR' }, '/hdr_currency'],
      [{ txn_date: '2026-11-19T08:15:00Z' }, '/txn_date'],
      [{ txn_date: 'yesterday' }, '/txn_date'],
      [{ txn_company: 'Nobody Ltd.' }, '/txn_company'],
      [{ txn_amount: 1 }, '/txn_amount'],
      [{ txn_attr: 'all' }, '/txn_attr'],
      [{ txn_attr: [LINE, { ...LINE, dtl_amt: 'much' }] }, '/txn_attr/1/dtl_amt'],
      [{ txn_attr: [{ ...LINE, dtl_amt: 1.234 }] }, '/txn_attr/0/dtl_amt'],
      [{ txn_attr: [{ ...LINE, dtl_amt: 1e14 }] }, '/txn_attr/0/dtl_amt'],
      [{ txn_attr: [{ ...LINE, id: 1 }] }, '/txn_attr/0/id'],
    ] as const) {
      expect(await refusal(await put(row.id, sent))).toEqual({ status: 422, pointer });
    }
    for (const code of [row.authentication_id, '1'.repeat(13), 'a b']) {
      const body = { ...TYPED, authentication_id: code };
      expect(await refusal(await clerk.call('transaction', { body }))).toEqual({
        status: 422,
        pointer: '/authentication_id',
      });
    }
    expect((await put(999_999, {})).status).toBe(404);
  });

  it('what an invoice bills keeps its amount, and is not deleted', async () => {
    const { content } = await admin.json('spol/invoices/?size=1');
    const { fuel_transaction_dto_list: billed } = await admin.json(
      `spol/invoices/${content[0].invoice_number}`,
    );
    const found = await admin.json(
      `fuel-transaction/authcode?filter=dtl_auth_id:${billed[0].auth_code}`,
    );
    const before = await get(found.transactions[0].id);
    const [first, ...rest] = before.txn_attr;
    const dearer = { txn_attr: [{ ...first, dtl_amt: first.dtl_amt + 1 }, ...rest] };
    const refused = await put(before.id, dearer);
    expect(refused.status).toBe(409);
    expect((await refused.json()).detail).toContain(content[0].invoice_number);
    const gone = await admin.call(`transaction/${before.id}`, { method: 'DELETE' });
    expect(gone.status).toBe(409);
    expect(await get(before.id)).toEqual(before);
    const corrected = { txn_attr: [{ ...first, dtl_odometer: '7' }, ...rest] };
    expect((await put(before.id, corrected)).status).toBe(200);
  });

  it('an imported line that was corrected is still a duplicate when its file comes again', async () => {
    const send = () =>
      admin.call('import_transactions?provider=ESSO', {
        body: fileForm(essoFile([essoLine({ number: '920001' })]), 'day.xls'),
      });
    expect((await send()).headers.get('x-import-imported')).toBe('1');
    const before = await get('A920001');
    const txn_attr = before.txn_attr.map((line: any) => ({ ...line, dtl_odometer: '9' }));
    expect((await put(before.id, { txn_attr })).status).toBe(200);
    expect((await send()).headers.get('x-import-duplicates')).toBe('1');
  });

  it('moves to the company of another card', async () => {
    const { content } = await admin.json('fuel-card-management?size=400');
    const [row] = (await newest()).filter(({ txn_company }) => txn_company !== '');
    const other = content.find((card: any) => card.company_name !== row.txn_company);
    const changed = await put(row.id, { card_number: other.card_number });
    expect(await changed.json()).toMatchObject({ txn_company: other.company_name });
  });

  it('has the place of a station of its own province, whose number another province may have too', async () => {
    const details = await Promise.all((await newest()).map((row) => get(row.id)));
    const known = details.find(({ dtl_stn_prv, station }) => station && dtl_stn_prv === 'ON');
    const at = async (dtl_stn_prv: string) => {
      const address = {
        txn_station: known.txn_station,
        dtl_stn_prv,
        dtl_stn_addr: '1 Nowhere Road',
      };
      return (await clerk.call('transaction', { body: { ...TYPED, ...address } })).json();
    };
    expect((await at('ON')).station).toEqual(known.station);
    expect((await at('YT')).station).toBeNull();
  });

  it('TXN-14 belongs to a company that has had its card, and to no other', async () => {
    const { content } = await admin.json('fuel-card-management?size=400');
    const [card] = content;
    const other = content.find((one: any) => one.company_name !== card.company_name);
    const body = { ...TYPED, card_number: card.card_number, txn_company: other.company_name };
    const refused = {
      pointer: '/txn_company',
      detail: `The card was never assigned to ${other.company_name}: assign it first, or choose the company that has it.`,
    };
    const answer = await clerk.call('transaction', { body });
    expect([answer.status, (await answer.json()).errors]).toEqual([422, [refused]]);
    const made = await (
      await clerk.call('transaction', { body: { ...body, txn_company: card.company_name } })
    ).json();
    const moved = await put(made.id, { txn_company: other.company_name });
    expect([moved.status, (await moved.json()).errors]).toEqual([422, [refused]]);
    // Assigned to the other company later: a purchase may be corrected to either.
    await admin.json('fuel-card-management/assign-card-company-bulk', {
      body: { customerCompanyId: other.company, cardIds: [card.id] },
    });
    expect((await put(made.id, { txn_company: other.company_name })).status).toBe(200);
    expect((await put(made.id, { txn_company: card.company_name })).status).toBe(200);
  });

  it('TXN-14 keeps its card, its company and its purchases, whatever a correction leaves empty', async () => {
    const made = await (await clerk.call('transaction', { body: TYPED })).json();
    const required = (label: string) => `${label} is required`;
    for (const [body, pointer, detail] of [
      [{ txn_attr: [] }, '/txn_attr', 'A transaction needs at least one purchase.'],
      [{ card_number: null }, '/card_number', required('Card Number')],
      [{ card_number: '' }, '/card_number', required('Card Number')],
      [{ card_number: 0 }, '/card_number', 'There is no card 0.'],
      [{ card_number: '9999' }, '/card_number', 'There is no card 9999.'],
      [{ txn_company: null }, '/txn_company', required('Company')],
      [{ txn_company: '' }, '/txn_company', required('Company')],
      [
        { txn_station: '7\u202e' },
        '/txn_station',
        'Site Number may not contain line breaks or control characters',
      ],
      [
        { txn_attr: [{ ...LINE, id: made.txn_attr[0].id, dtl_sls_type: 'SALE\u202e' }] },
        '/txn_attr/0/dtl_sls_type',
        'Sales Type may not contain line breaks or control characters',
      ],
    ] as const) {
      const answer = await put(made.id, body);
      expect([answer.status, (await answer.json()).errors]).toEqual([422, [{ pointer, detail }]]);
    }
    expect(await get(made.id)).toEqual(made);
  });

  it("ACC-04 another company's transaction is none", async () => {
    const foreign = (await newest()).find((row) => !row.txn_company.startsWith('North Haul'));
    const path = `fuel-transaction/transactionsbyid/${foreign.id}`;
    expect((await viewer.call(path)).status).toBe(404);
    expect((await viewer.call(`attachments/${foreign.id}/zip`)).status).toBe(404);
  });
});

describe('TXN-09 attachments', () => {
  const withFiles = async () => {
    const all = await Promise.all((await newest()).slice(20, 32).map((row) => get(row.id)));
    return all.filter((row) => row.attachments.length > 1);
  };

  it('are listed, and served one by one to those who may see the transaction', async () => {
    const rows = await withFiles();
    expect(rows.length).toBeGreaterThan(1);
    for (const { attachments } of rows) {
      for (const { content_type, id, name, size, url } of attachments) {
        expect(url).toBe(`attachments/${id}`);
        const answer = await admin.call(url);
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toBe(content_type);
        expect(answer.headers.get('content-disposition')).toContain(name);
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect(bytes.length).toBe(size);
        const begins = bytes.subarray(0, 5).toString('latin1');
        expect(begins).toBe(content_type === 'image/png' ? '\x89PNG\r' : '%PDF-');
      }
    }
    const foreign = rows.find((row) => !row.txn_company.startsWith('North Haul'));
    expect((await viewer.call(foreign.attachments[0].url)).status).toBe(404);
    expect((await admin.call('attachments/999999')).status).toBe(404);
  });

  it('WIRE-02 are downloaded as one ZIP file', async () => {
    const [row] = await withFiles();
    for (const id of [row.id, row.authentication_id]) {
      const answer = await admin.call(`attachments/${id}/zip`);
      expect(answer.headers.get('content-type')).toBe('application/zip');
      const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
      expect(Object.keys(files)).toEqual(row.attachments.map(({ name }: any) => name));
      for (const { name, url } of row.attachments) {
        const alone = new Uint8Array(await (await admin.call(url)).arrayBuffer());
        expect(files[name]).toEqual(alone);
      }
    }
    const none = (await Promise.all((await newest()).map((one) => get(one.id)))).find(
      ({ attachments }) => attachments.length === 0,
    );
    expect((await admin.call(`attachments/${none.id}/zip`)).status).toBe(404);
  });

  it('go with their transaction', async () => {
    const [row] = await withFiles();
    expect((await admin.call(`transaction/${row.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await admin.call(row.attachments[0].url)).status).toBe(404);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
