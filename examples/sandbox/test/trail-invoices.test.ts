import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '../src/db/engine.ts';
import { PASSWORD } from '../src/index.ts';
import { keptData } from './database.ts';
import { ADMIN, CLERK, type Client, IN_TESTS, openSandbox, paymentOn, signIn } from './helpers.ts';

const NOVEMBER = { start_date: '01-11-2026', end_date: '02-11-2026' };
const NORTH = 'North Haul Carriers Ltd.';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const events = async (client: Client, query = ''): Promise<any[]> =>
  (await client.json(`trail?size=100&${query}`)).content;
const summaries = async (client: Client, query = '') =>
  (await events(client, query)).map(({ summary }) => summary);

/** The values of the newest event, by their labels. */
const paymentValues = async (client: Client, query: string) => {
  const [event] = await events(client, query);
  const { values } = await client.json(`trail/${event.id}`);
  return Object.fromEntries(values.map(({ after, label }: any) => [label, after]));
};

describe('the trail of an invoice, as its customer reads it', async () => {
  const at = await keptData(IN_TESTS);
  const sandbox = await openSandbox(at);
  const store = await openStore(at);
  afterAll(() => store.close());
  const admin = await signIn(sandbox, ADMIN);
  for (const email of ['reader@northhaul.test', 'editor@northhaul.test']) {
    const body = {
      ...{ first_name: 'Ria', last_name: 'Read', email, phone: '7055550199', country: 'CA' },
      ...{ province: 'ON', city: 'Sudbury', role: 'Admin', company: NORTH, password: PASSWORD },
    };
    const made = await admin.call('users', { body });
    it(`has ${email}`, () => expect(made.status).toBe(201));
  }
  await store.write((tx) =>
    tx
      .updateTable('user_rights')
      .set({ can_create: 1, can_update: 1 })
      .where('screen_code', '=', 'FI')
      .where('user_id', '=', (eb) =>
        eb.selectFrom('users').select('id').where('email', '=', 'editor@northhaul.test'),
      )
      .execute(),
  );
  const reader = await signIn(sandbox, 'reader@northhaul.test');
  const editor = await signIn(sandbox, 'editor@northhaul.test');

  const invoice = (number: string) => ({
    ...{ invoice_number: number, company_name: NORTH, status: 'Draft', currency: 'CAD' },
    ...{ issued_date: '20-11-2026', due_date: '20-12-2026' },
    ...{ start_date: '01-11-2026 00:00', end_date: '15-11-2026 23:59' },
    ...{ total_amount: 512.25, amount_due: 512.25 },
  });
  const create = async (number: string) =>
    (await admin.call('spol/invoices/', { body: invoice(number) })).json();
  const change = async (id: number, changes: object) => {
    const { invoice_dto: loaded } = await admin.json(`spol/invoices/${id}?by=id`);
    const answer = await admin.call('spol/invoices/update', {
      method: 'PUT',
      body: { ...loaded, ...changes },
    });
    expect([answer.status, await answer.clone().text()]).toEqual([200, expect.anything()]);
  };

  it('SHELL-14 INV-14 shows nothing of a draft, and of a void one neither its lines nor the provider’s reason', async () => {
    const { id } = await create('DRAFT-77');
    await change(id, { due_date: '21-12-2026' });
    const period = { company: NORTH, currency: 'CAD', ...NOVEMBER };
    const { seen, total_amount } = await admin.json('spol/invoices/preview', { body: period });
    const run = await admin.call('spol/invoices/', {
      body: { ...period, lines: 'unbilled', seen, total_amount },
    });
    const { invoice_number: number } = await run.json();
    expect([run.status, number]).toEqual([201, expect.stringMatching(/^NHC-02-11-2026/)]);
    const voided = await admin.call(`spol/invoices/${number}/void`, {
      body: { reason: 'Customer in dispute, wait for legal' },
    });
    expect(voided.status).toBe(200);
    expect(await summaries(admin, `filter=record:invoice:${number}`)).toEqual([
      `Invoice ${number} made void: Customer in dispute, wait for legal`,
      `Invoice ${number} created`,
    ]);
    const [, ofDraft] = await events(admin, 'filter=record:invoice:DRAFT-77');
    expect(ofDraft.summary).toBe('Invoice DRAFT-77 created');
    for (const filter of [
      '',
      `filter=record:invoice:${number}`,
      'filter=record:invoice:DRAFT-77',
    ]) {
      const seen = JSON.stringify(await events(reader, filter));
      expect(seen).not.toMatch(/DRAFT-77|dispute/);
      expect(seen).not.toContain(number);
    }
    expect((await reader.call(`trail/${ofDraft.id}`)).status).toBe(404);
    // A company's account that enters invoices sees its drafts, as in its list.
    expect(await summaries(editor, 'filter=record:invoice:DRAFT-77')).toEqual([
      'Invoice DRAFT-77: Date Due set to 2026-12-21',
      'Invoice DRAFT-77 created',
    ]);
  });

  it('SHELL-14 shows an issued one from the event that issued it on, without the draft’s values, until it is a draft again', async () => {
    const { id } = await create('ISSUED-78');
    const timeline = 'filter=record:invoice:ISSUED-78';
    await change(id, { due_date: '22-12-2026' });
    expect(await summaries(reader, timeline)).toEqual([]);
    await change(id, { status: 'Sent', due_date: '23-12-2026' });
    const [issued, ...none] = await events(reader, timeline);
    expect([issued.summary, none]).toEqual(['Invoice ISSUED-78: Date Due, Status changed', []]);
    const { values } = await reader.json(`trail/${issued.id}`);
    expect(values.map(({ after, before, label }: any) => [label, before, after])).toEqual([
      ['Date Due', '', '2026-12-23'],
      ['Status', '', 'Sent'],
    ]);
    const [whole] = await events(admin, timeline);
    expect((await admin.json(`trail/${whole.id}`)).values).toContainEqual(
      expect.objectContaining({ before: 'Draft', after: 'Sent' }),
    );
    const { invoice_dto: sent } = await admin.json(`spol/invoices/${id}?by=id`);
    const paid = await admin.call('fuel-payment/register', { body: paymentOn(sent, 12.25) });
    expect(paid.status).toBe(201);
    expect((await summaries(reader, timeline))[0]).toBe(
      'Payment of 12.25 CAD on invoice ISSUED-78',
    );
    const { id: payment } = await paid.json();
    // As payments were recorded before their events had these.
    const bare = { amount_paid: 12.25, currency: 'CAD', invoice_number: 'ISSUED-78' };
    await store.write((tx) =>
      tx
        .updateTable('audit')
        .set({ changes: JSON.stringify(bare) })
        .where('action', '=', 'payments.create')
        .where('record_id', '=', String(payment))
        .execute(),
    );
    expect(await paymentValues(reader, timeline)).toMatchObject({
      ...{ 'Payment Mode': 'Cheque', 'Payment Date': '2026-11-20', 'Reference Id': 'CHQ-1' },
    });
    await admin.call(`fuel-payment/${payment}/reverse`, { body: { reason: 'Wrong customer' } });
    await change(id, { status: 'Draft', reason: 'Talk to Bo before Ria calls' });
    expect(await summaries(reader, timeline)).toEqual([]);
    expect(JSON.stringify(await events(reader))).not.toContain('ISSUED-78');
    await change(id, { status: 'Sent' });
    const again = await summaries(reader, timeline);
    expect(again).toHaveLength(4);
    expect(JSON.stringify(again)).not.toMatch(/created|Bo before/);
  });

  it('SHELL-14 PAY-03 masks the reference of a payment in the own deeds of who may read no payments', async () => {
    const { id } = await create('PAID-79');
    await change(id, { status: 'Sent' });
    const { invoice_dto: sent } = await admin.json(`spol/invoices/${id}?by=id`);
    const body = paymentOn(sent, 2.5, { referenceId: 'WIRE-4711' });
    expect((await editor.call('fuel-payment/register', { body })).status).toBe(201);
    const own = 'filter=kind:Payment&filter=actor:editor@northhaul.test';
    expect((await paymentValues(editor, own))['Reference Id']).toBe('WIRE-4711');
    const clerk = await signIn(sandbox, CLERK);
    const audited = async (client: typeof admin) => {
      const { content } = await client.json(`audit?${own.slice(own.indexOf('&') + 1)}`);
      const { changes, record_id: paid } = content.find(
        (row: any) => row.action === 'payments.create',
      );
      const csv = await (await client.call('audit/export')).text();
      const guesses = ['changes::WIRE-471', 'changes^={', 'changes::"wire-4711"'];
      const found = guesses.map(async (guess) => {
        const path = `filter=${encodeURIComponent(guess)}&filter=record_id:${paid}&filter=resource:payments`;
        const file = await (await client.call(`audit/export?${path}`)).text();
        return [
          (await client.json(`audit?${path}`)).content.length > 0,
          file.includes('payments.create'),
        ];
      });
      const sorted = (await client.call('audit?sort=changes,asc')).status;
      return [
        changes.referenceId,
        changes.amount_paid,
        csv.includes('WIRE-4711'),
        sorted,
        ...(await Promise.all(found)).flat(),
      ];
    };
    expect(await audited(clerk)).toEqual([
      'WIRE-4711',
      2.5,
      true,
      400,
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
    const withoutPayments = (email: string) =>
      store.write((tx) =>
        tx
          .updateTable('user_rights')
          .set({ can_read: 0 })
          .where('screen_code', '=', 'FI')
          .where('user_id', '=', (eb) =>
            eb.selectFrom('users').select('id').where('email', '=', email),
          )
          .execute(),
      );
    for (const email of ['editor@northhaul.test', CLERK]) await withoutPayments(email);
    // ACC-04 AUTH-13 the record that staff read hides it from the same people.
    expect(await audited(clerk)).toEqual([
      '••••',
      2.5,
      false,
      400,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect((await clerk.json('audit?filter=changes::holidays')).content).toEqual([]);
    expect(await audited(admin)).toEqual([
      'WIRE-4711',
      2.5,
      true,
      400,
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(await paymentValues(editor, own)).toMatchObject({
      ...{ 'Payment Mode': 'Cheque', 'Reference Id': '••••' },
    });
    expect((await paymentValues(admin, own))['Reference Id']).toBe('WIRE-4711');
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: as above
