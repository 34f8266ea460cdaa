// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.

import { describe, expect, it } from 'vitest';
import { demoCardNumber } from '../../provider-files/demo-cards.ts';
import { essoFile, essoLine } from './esso-file.ts';
import { ADMIN, CLERK, fileForm, lastChange, NOW, openSandbox, signIn, VIEWER } from './helpers.ts';

const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const clerk = await signIn(sandbox, CLERK);
const viewer = await signIn(sandbox, VIEWER);

import { CARD, NORTH_HAUL, PATH } from './card.kit.ts';

const detail = async (answer: Response) => ({
  status: answer.status,
  errors: (await answer.json()).errors,
});

describe('CARD-11 a card on hold', () => {
  const hold = (id: unknown, more: object = {}) =>
    clerk.call(`${PATH}/${id}`, { method: 'PUT', body: { card_status: 'HOLD', ...more } });

  it('says since when, by whom and why, to its company too, until it is activated', async () => {
    const { id } = await (
      await clerk.call(PATH, { body: { ...CARD, card_number: '7020000000000801' } })
    ).json();
    const held = await (await hold(id, { reason: ' Stolen in Sudbury ' })).json();
    const why = {
      held_since: '2026-11-20',
      held_at: NOW.toISOString(),
      held_by: CLERK,
      held_from_file: '',
      hold_reason: 'Stolen in Sudbury',
    };
    expect(held).toMatchObject(why);
    expect(await viewer.json(`${PATH}/${id}`)).toMatchObject(why);
    expect((await lastChange(admin)).changes).toMatchObject({ reason: 'Stolen in Sudbury' });
    // Saved again as it was loaded: neither a new hold nor an entry of the trail.
    const version = (await admin.call(`${PATH}/${id}`)).headers.get('etag');
    const body = { ...held, reason: 'Another' };
    const same = await admin.call(`${PATH}/${id}`, { method: 'PUT', body });
    expect(same.headers.get('etag')).toBe(version);
    expect(await same.json()).toMatchObject(why);
    const active = { method: 'PUT', body: { card_status: 'RELEASE', reason: 'Found' } };
    const activated = await (await clerk.call(`${PATH}/${id}`, active)).json();
    expect(Object.keys(activated).filter((name) => /^h[eo]ld/.test(name))).toEqual([]);
    // What it was on hold for before is over.
    expect(await (await hold(id)).json()).toMatchObject({ held_by: CLERK, hold_reason: '' });
    const long = await hold(id, { reason: 'x'.repeat(501) });
    expect(await detail(long)).toEqual({
      status: 422,
      errors: [{ pointer: '/reason', detail: 'Reason may have at most 500 characters' }],
    });
  });

  it('names the file that put it on hold, and nobody for a hold that the trail doesn’t have', async () => {
    const number = '7020000000000802';
    const { id } = await (
      await clerk.call(PATH, { body: { ...CARD, card_number: number } })
    ).json();
    const file = fileForm(
      new TextEncoder().encode(`card_number,card_status\r\n${number},HOLD\r\n`),
      'lost.csv',
    );
    const sent = await clerk.call(`${PATH}/upload-fuel-card-csv`, { body: file });
    expect(await sent.json()).toMatchObject({ changed: 1, rejected: [] });
    expect(await admin.json(`${PATH}/${id}`)).toMatchObject({
      held_by: CLERK,
      held_from_file: 'lost.csv',
    });
    const seeded = await admin.json(`${PATH}?size=1&filter=card_status:HOLD`);
    const old = await admin.json(`${PATH}/${seeded.content[0].id}`);
    expect(old.held_since).toMatch(/^2026-/);
    expect(old).not.toHaveProperty('held_by');
  });

  it('SHELL-14 doesn’t show a company what was said when the card was another one’s', async () => {
    const { content } = await admin.json(`${PATH}?size=400&filter=card_status:RELEASE`);
    const { id } = content.find(({ company }: any) => company !== 1);
    await hold(id, { reason: 'Between us' });
    const assign = { body: { customerCompanyId: '1', cardIds: [id] } };
    expect((await admin.call(`${PATH}/assign-card-company-bulk`, assign)).status).toBe(200);
    const seen = await viewer.json(`${PATH}/${id}`);
    expect(seen).toMatchObject({ card_status: 'HOLD', held_since: '2026-11-20' });
    expect(seen).not.toHaveProperty('hold_reason');
    expect(await admin.json(`${PATH}/${id}`)).toMatchObject({ hold_reason: 'Between us' });
  });
});

describe('CARD-14 one card', () => {
  it('is created, read, changed and deleted, as the trail records', async () => {
    const made = await clerk.call(PATH, { body: CARD });
    expect(made.status).toBe(201);
    const card = await made.json();
    expect(card).toMatchObject({
      company: 1,
      company_number: 'NHC',
      status: 'ACTIVE',
      card_issue_date: '2026-11-20',
      refreshing_cash_balance: 20.5,
      uom: 'Litres',
    });
    expect(await admin.json(`${PATH}/${card.id}`)).toEqual(card);
    expect(await viewer.json(`${PATH}/${card.id}`)).toEqual(card);
    const creation = await lastChange(admin);
    expect(creation).toMatchObject({
      action: 'cards.create',
      resource: 'cards',
      record_id: String(card.id),
      actor: CLERK,
    });
    expect(JSON.stringify(creation)).not.toContain(CARD.card_number);

    const body = { ...card, driver_name: 'Luc Nadeau', card_status: 'HOLD', card_number: '1' };
    const changed = await clerk.call(`${PATH}/${card.id}`, { method: 'PUT', body });
    expect(changed.status).toBe(200);
    // CARD-09: its number stays.
    expect(await changed.json()).toEqual({
      ...card,
      driver_name: 'Luc Nadeau',
      card_status: 'HOLD',
      status: 'INACTIVE',
      held_since: '2026-11-20',
      held_at: NOW.toISOString(),
      held_by: CLERK,
      held_from_file: '',
      hold_reason: '',
    });
    expect(await lastChange(admin)).toMatchObject({
      action: 'cards.update',
      changes: { driver_name: ['Ines Okafor', 'Luc Nadeau'], card_status: ['RELEASE', 'HOLD'] },
    });

    expect((await clerk.call(`${PATH}/${card.id}`, { method: 'DELETE' })).status).toBe(403);
    const gone = await admin.call(`${PATH}/${card.id}`, { method: 'DELETE' });
    expect([gone.status, await gone.json()]).toEqual([200, {}]);
    expect((await admin.call(`${PATH}/${card.id}`)).status).toBe(404);
    expect((await admin.call(`${PATH}/${card.id}`, { method: 'DELETE' })).status).toBe(404);
    expect(await lastChange(admin)).toMatchObject({ action: 'cards.delete', actor: ADMIN });
  });

  it('CARD-09 CARD-12 is refused field by field with the texts of core', async () => {
    const { driver_name: _, trip_number: __, ...rest } = CARD;
    const body = {
      ...rest,
      card_number: '7010000000000002',
      odometer: 'far',
      daily_card_limit: -1,
    };
    expect(await detail(await admin.call(PATH, { body }))).toMatchObject({
      status: 422,
      errors: [{ pointer: '/odometer' }],
    });
    const found = await detail(await admin.call(PATH, { body: { ...body, odometer: 1.5e9 } }));
    expect(found.status).toBe(422);
    expect(found.errors).toEqual(
      expect.arrayContaining([
        { pointer: '/driver_name', detail: 'Driver Name is required' },
        { pointer: '/trip_number', detail: 'Trip Number is required' },
        { pointer: '/daily_card_limit', detail: 'Daily Card Limit must be 0 or more' },
        { pointer: '/odometer', detail: 'Odometer must be 999,999,999 or less' },
      ]),
    );
    const other = { ...CARD, card_number: '7010000000000003' };
    for (const [name, value] of [
      ['company_name', 'Nobody Ltd.'],
      ['card_status', 'LOST'],
      ['cash_refresh_days', '{}'],
      ['cash_refresh_days', '{"monday":true,"na":true}'],
      ['cash_refresh_days', 'monday'],
      ['card_number', demoCardNumber(0)],
    ] as const) {
      const refused = await detail(await admin.call(PATH, { body: { ...other, [name]: value } }));
      expect([refused.status, refused.errors[0].pointer]).toEqual([422, `/${name}`]);
    }
    expect((await admin.json(`${PATH}?filter=card_number::70100000`)).totalRecords).toBe(0);
  });

  it('CARD-12 takes the paycheck balance under either name', async () => {
    const body = { ...CARD, card_number: '7010000000000004' };
    const card = await (await admin.call(PATH, { body })).json();
    expect(card.paycheck_balance).toBe(12.34);
    const put = (sent: object) => admin.json(`${PATH}/${card.id}`, { method: 'PUT', body: sent });
    expect((await put({ pay_check_balance: 7 })).paycheck_balance).toBe(7);
    expect((await put({ paycheck_balance: 8 })).paycheck_balance).toBe(8);
    expect((await put({})).driver_name).toBe(CARD.driver_name);
  });

  it("ACC-04 another company's card is none", async () => {
    const { content } = await admin.json(`${PATH}?size=400`);
    const foreign = content.find((card: any) => card.company !== 1);
    const switched = await (await signIn(sandbox, ADMIN)).call('switch/1');
    const acting = admin.as(switched.headers.get('authorization') ?? '');
    const put = await acting.call(`${PATH}/${foreign.id}`, { method: 'PUT', body: foreign });
    expect(put.status).toBe(404);
    const body = { ...CARD, card_number: '7010000000000005', company_name: foreign.company_name };
    expect((await acting.call(PATH, { body })).status).toBe(422);
  });
});

describe('CARD-06 assigning', () => {
  const assign = (client: typeof admin, customerCompanyId: unknown, cardIds: unknown) =>
    client.call(`${PATH}/assign-card-company-bulk`, { body: { customerCompanyId, cardIds } });

  it('CARD-06 CARD-04 TXN-03 takes at most 5,000 ids a call', async () => {
    const ids = Array.from({ length: 5_001 }, (_, index) => index + 1);
    const bounded = [
      ['cardIds', await assign(admin, 1, ids)],
      ['cardIds', await admin.call(`${PATH}/export`, { body: { cardIds: ids } })],
      ['ids', await admin.call('fuel-transaction/export', { body: { ids } })],
    ] as const;
    for (const [field, answer] of bounded) {
      const detail = 'A call takes at most 5,000 ids, and these are 5,001. Send them in parts.';
      expect([answer.status, (await answer.json()).errors]).toEqual([
        422,
        [{ pointer: `/${field}`, detail }],
      ]);
    }
    const most = await admin.call('fuel-transaction/export', { body: { ids: ids.slice(1) } });
    expect(most.status).toBe(200);
  });

  it('shows the cards to the new company at once, and its purchases from today on', async () => {
    const { content } = await admin.json(`${PATH}?size=400`);
    const first = content.find((card: any) => card.card_number === demoCardNumber(0));
    const others = content.filter((card: any) => card.company !== 1 && card.id !== first.id);
    const ids = [first.id, others[0].id, others[1].id];
    const before = (await viewer.json(PATH)).totalRecords;
    const mine = first.company === 1 ? 1 : 0;
    const done = await assign(clerk, '1', ids.map(String));
    expect([done.status, await done.json()]).toEqual([200, { assigned: 3 }]);
    expect((await viewer.json(PATH)).totalRecords).toBe(before + 3 - mine);
    expect(await viewer.json(`${PATH}/${others[0].id}`)).toMatchObject({
      company: 1,
      company_name: NORTH_HAUL,
      company_number: 'NHC',
    });
    // One entry for the cards of each former company.
    const { content: entries } = await admin.json('audit?filter=action:cards.assign');
    const changes = entries.map((entry: any) => entry.changes);
    expect(new Set(changes.flatMap(({ cardIds }: any) => cardIds))).toEqual(new Set(ids));
    for (const { company_name } of changes) {
      expect([company_name].flat().at(-1)).toBe(NORTH_HAUL);
    }
    expect(new Set(entries.map(({ record_id }: any) => record_id))).toEqual(new Set(['1']));
    // Bought two days ago: still its former company's.
    const file = essoFile([essoLine({ number: '900001', card: others[0].card_number })]);
    const form = fileForm(file, 'day.xls');
    expect((await admin.call('import_transactions?provider=ESSO', { body: form })).status).toBe(
      200,
    );
    const [row] = (await admin.json('fuel-transaction/authcode?filter=authentication_id:A900001'))
      .transactions;
    expect(row.txn_company).toBe(others[0].company_name);
  });

  it('is all or nothing', async () => {
    const { content } = await admin.json(`${PATH}?size=400`);
    const foreign = content.filter((card: any) => card.company !== 1).map((card: any) => card.id);
    const refused = await detail(await assign(admin, 1, [foreign[0], 999_999]));
    expect(refused).toEqual({
      status: 422,
      errors: [{ pointer: '/cardIds/1', detail: 'Card 999999 was not found.' }],
    });
    expect((await admin.json(`${PATH}/${foreign[0]}`)).company).not.toBe(1);
    expect((await detail(await assign(admin, 999, [foreign[0]]))).errors[0].pointer).toBe(
      '/customerCompanyId',
    );
    expect((await assign(admin, 1, [])).status).toBe(400);
    expect((await assign(admin, undefined, [1])).status).toBe(400);
    expect((await assign(viewer, 1, [1])).status).toBe(403);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
