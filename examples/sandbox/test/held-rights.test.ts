// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
import { describe, expect, it } from 'vitest';
import { ADMIN, CLERK, NOBODY, signIn } from './helpers.ts';
import { NORTH_HAUL, openPeople, put, user } from './rights.kit.ts';

const { sandbox, admin, out, login, make, rightsOf } = await openPeople();
const idOf = async (email: string): Promise<number> =>
  (await admin.json(`users?filter=email:${email}`)).content[0].id;

describe('USER-07 stored rights decide', () => {
  const CLERKS =
    'DB rx,FCC rx,FCCM rx,FU rx,FCM crux,FRPT rx,FT crux,FDR rx,FI rx,FSB rx,FTC rx,FC rx,EMP rx,ORD rx';

  it('setting one more flag of a clerk changes nothing else, nor does clearing it', async () => {
    const id = await idOf(CLERK);
    expect((await rightsOf(id)).join()).toBe(CLERKS);
    const before = await admin.json(`user/${id}`);
    // The portal sends the whole form, with all 13 flags as they were shown.
    const changed = await admin.json(`user/${id}`, {
      method: 'PUT',
      body: { ...before, manage_reports: true },
    });
    expect(changed).toMatchObject({ manage_reports: true, view_reports: true });
    expect((await rightsOf(id)).join()).toBe(CLERKS.replace('FRPT rx', 'FRPT crudx'));
    expect((await put(admin, id, { manage_reports: false })).status).toBe(200);
    expect((await rightsOf(id)).join()).toBe(CLERKS.replace('FRPT rx', 'FRPT r'));
  });

  it('sending a complete record back unchanged changes nothing, for any user', async () => {
    const { content } = await admin.json('users?size=50');
    for (const { id } of content) {
      const before = await admin.json(`user/${id}`);
      const answer = await put(admin, id, before);
      // People of the seed have what their form asks for; the answer is the record, as it was.
      expect([answer.status, await answer.json()]).toEqual([200, before]);
    }
  });

  it('flags and menus agree for every user there is', async () => {
    const { content } = await admin.json('users?size=50');
    const view = {
      view_users: 'userMenu',
      view_fuel_cards: 'managecardMenu',
      view_invoices: 'invoiceMenu',
      view_transactions: 'transactionMenu',
      view_reports: 'reportingMenu',
    };
    const manage = {
      manage_users: 'userMenu',
      manage_fuel_cards: 'managecardMenu',
      manage_reports: 'reportingMenu',
      manage_truckcare: 'truckcareMenu',
    };
    expect(content.length).toBeGreaterThan(10);
    for (const row of content) {
      for (const [flag, menu] of Object.entries(view)) {
        expect([row.email, flag, row[flag]]).toEqual([row.email, flag, row[menu].read]);
      }
      for (const [flag, menu] of Object.entries(manage)) {
        const { read, create, update, delete: may } = row[menu];
        const all = read && create && update && may;
        expect([row.email, flag, row[flag]]).toEqual([row.email, flag, all]);
      }
    }
  });

  it('a flag without a screen is kept as it is set', async () => {
    const { id } = await make('codes@forecourt.test', { approve_money_codes: true });
    expect(await admin.json(`user/${id}`)).toMatchObject({
      approve_money_codes: true,
      view_money_codes: false,
    });
    await put(admin, id, { view_money_codes: true, approve_money_codes: false });
    expect(await admin.json(`user/${id}`)).toMatchObject({
      approve_money_codes: false,
      view_money_codes: true,
    });
  });

  it('a flag sent as null stays as it is', async () => {
    const flags = { view_fuel_cards: true, approve_money_codes: true };
    const { id } = await make('nulls@forecourt.test', flags);
    const nothing = { view_fuel_cards: null, approve_money_codes: null };
    expect(await admin.json(`user/${id}`, { method: 'PUT', body: nothing })).toMatchObject(flags);
    expect(await rightsOf(id)).toEqual(['DB r', 'FCM r']);
  });

  it('a flag that another one includes stays on with it, and goes with it', async () => {
    const { id } = await make('stays@forecourt.test', { manage_fuel_cards: true });
    expect((await put(admin, id, { view_fuel_cards: false })).status).toBe(200);
    expect(await rightsOf(id)).toEqual(['DB r', 'FCM crudx']);
    expect(await admin.json(`user/${id}`)).toMatchObject({ view_fuel_cards: true });
    expect((await put(admin, id, { manage_fuel_cards: false })).status).toBe(200);
    expect(await rightsOf(id)).toEqual(['DB r', 'FCM r']);
    await put(admin, id, { view_fuel_cards: false, manage_fuel_cards: false });
    expect(await rightsOf(id)).toEqual(['DB r']);
  });

  it('menus and rights are for reading: sent ones give nothing', async () => {
    const { id, body } = await make('menus@forecourt.test');
    const sent = {
      ...body,
      invoiceMenu: { read: true, create: true, update: true, delete: true },
      rights: [{ code: 'FI', read: true, create: true, update: true, delete: true }],
    };
    expect((await put(admin, id, sent)).status).toBe(200);
    expect(await rightsOf(id)).toEqual(['DB r']);
  });

  it('from staff to a company nothing goes along but the role and the flags', async () => {
    const { id } = await make('moves@forecourt.test', { view_fuel_cards: true });
    await put(admin, id, { company: NORTH_HAUL });
    expect(await rightsOf(id)).toEqual(['DB r', 'FCM r']);
    const second = await make('boss-to-be@forecourt.test', { role: 'Admin' });
    await put(admin, second.id, { company: NORTH_HAUL });
    expect((await rightsOf(second.id)).join()).toBe(
      'DB r,FU crud,FCM crux,FRPT rx,FT rx,FI rx,FSB r,FTC r',
    );
  });
});

describe('USER-07 every right is removed at once', () => {
  it('also those that no flag stands for; flags sent with it are refused', async () => {
    const flags = { manage_fuel_cards: true, approve_money_codes: true };
    const { id } = await make('all-gone@forecourt.test', flags);
    await admin.json(`user/${id}`, { method: 'PUT', body: { view_reports: true } });
    const held = await rightsOf(id);
    const both = { remove_every_right: true, view_invoices: true, view_reports: false };
    const refused = await put(admin, id, both);
    expect([refused.status, (await refused.json()).errors, await rightsOf(id)]).toEqual([
      422,
      [
        {
          pointer: '/view_invoices',
          detail:
            'It can’t be given while remove_every_right removes all rights. Send one of them.',
        },
      ],
      held,
    ]);
    expect((await put(admin, id, { remove_every_right: false })).status).toBe(200);
    expect(await rightsOf(id)).toEqual(held);
    const sent = { remove_every_right: true, view_invoices: false };
    const answer = await put(admin, id, sent);
    const left = await answer.json();
    expect([answer.status, left.rights, left.approve_money_codes]).toEqual([200, [], false]);
    const own = await login('all-gone@forecourt.test');
    for (const path of ['fuel-card-management', 'spol/invoices/', 'users', 'reporting']) {
      const call = path === 'reporting' ? { body: {} } : {};
      expect([path, (await own.call(path, call)).status]).toEqual([path, 403]);
    }
    expect((await put(admin, id, { view_fuel_cards: true })).status).toBe(200);
    expect(await rightsOf(id)).toEqual(['FCM r']);
  });

  it('but not from an Admin', async () => {
    const { id } = await make('stays-admin@forecourt.test', { role: 'Admin' });
    const answer = await put(admin, id, { remove_every_right: true });
    expect([answer.status, (await answer.json()).errors]).toEqual([
      422,
      [
        {
          pointer: '/remove_every_right',
          detail: 'An Admin has every right. Choose the role User first.',
        },
      ],
    ]);
    const gone = await put(admin, id, { role: 'User', remove_every_right: true });
    expect([gone.status, await rightsOf(id)]).toEqual([200, []]);
    expect((await admin.json(`user/${id}`)).isUserEligibleForAccountSwitch).toBe(false);
  });
});

describe('USER-09 a removed right is gone at the next call', () => {
  it('a demoted Admin may not switch, and acts for no company any more', async () => {
    const { client, id } = await make('second@forecourt.test', { role: 'Admin' });
    const there = await client.call('switch/9');
    const acting = out.as(there.headers.get('authorization') ?? '');
    expect((await acting.call('spol/invoices/')).status).toBe(200);
    // Another change leaves the switch as it is.
    expect((await put(admin, id, { phone: '7055550189' })).status).toBe(200);
    expect((await acting.call('spol/invoices/')).status).toBe(200);
    expect((await put(admin, id, { role: 'User' })).status).toBe(200);
    expect(await rightsOf(id)).toEqual(['DB r']);
    expect(await admin.json(`user/${id}`)).toMatchObject({ isUserEligibleForAccountSwitch: false });
    // Its sign-in as itself; signing in again changes nothing.
    for (const own of [await login('second@forecourt.test')]) {
      for (const path of ['active', 'manage', '9', 'manager']) {
        expect([path, (await own.call(`switch/${path}`)).status]).toEqual([path, 403]);
      }
      expect((await own.json('profile/user')).isUserEligibleForAccountSwitch).toBe(false);
      expect((await own.call('users')).status).toBe(403);
    }
    for (const path of [
      'spol/invoices/',
      'fuel-card-management',
      'screens?app=FF',
      'switch/active',
    ]) {
      expect([path, (await acting.call(path)).status]).toEqual([path, 401]);
    }
    // Eligible again, the former switch stays over.
    expect((await put(admin, id, { role: 'Admin' })).status).toBe(200);
    expect((await acting.call('spol/invoices/')).status).toBe(401);
  });

  it('a user who moves into a company immediately sees nothing of the others', async () => {
    const { id } = await make('mover@forecourt.test', { view_fuel_cards: true });
    const before = await login('mover@forecourt.test');
    const seen = await before.json('fuel-card-management?size=400');
    expect(new Set(seen.content.map((card: any) => card.company_name)).size).toBeGreaterThan(3);
    await put(admin, id, { company: NORTH_HAUL });
    expect((await before.call('fuel-card-management')).status).toBe(401);
    const after = await login('mover@forecourt.test');
    const { content } = await after.json('fuel-card-management?size=400');
    expect(new Set(content.map((card: any) => card.company_name))).toEqual(new Set([NORTH_HAUL]));
  });

  it('a kept answer is not given again to who may not ask any more', async () => {
    const { client, id } = await make('again@forecourt.test', { manage_users: true });
    const call = {
      body: user('once@forecourt.test'),
      headers: { 'idempotency-key': 'made-once-1234' },
    };
    expect((await client.call('users', call)).status).toBe(201);
    const again = await client.call('users', call);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    await put(admin, id, { manage_users: false });
    const refused = await client.call('users', call);
    expect([refused.status, refused.headers.get('idempotent-replayed')]).toEqual([403, null]);
    expect(JSON.stringify(await refused.json())).not.toContain('once@forecourt.test');
  });

  it('a cleared flag is refused at the next call of the same session', async () => {
    const { client, id } = await make('flagged@forecourt.test', { view_invoices: true });
    expect((await client.call('spol/invoices/')).status).toBe(200);
    await put(admin, id, { view_invoices: false });
    expect((await client.call('spol/invoices/')).status).toBe(403);
  });
});

describe('ACC-07 look-ups say nothing of others', () => {
  it('an account without any screen gets no list of companies', async () => {
    const nobody = await signIn(sandbox, NOBODY);
    expect(await nobody.json('fuel-customer-markups/find-all?paged=false')).toEqual([]);
    expect(await nobody.json('fuel-customer-markups/customer-company')).toEqual([]);
    expect(await nobody.json('getFuelProviderCompany')).toEqual({ fuel_company: [] });
    const clerk = await signIn(sandbox, CLERK);
    expect(await clerk.json('fuel-customer-markups/find-all?paged=false')).toHaveLength(12);
  });

  it('ACC-07 staff who may open the dashboard alone get none, those with one more screen do', async () => {
    const lookUps = async (email: string, flags: object) => {
      const { client } = await make(email, flags);
      return [
        (await client.json('fuel-customer-markups/find-all?paged=false')).length,
        (await client.json('fuel-customer-markups/customer-company')).length,
        (await client.json('getFuelProviderCompany')).fuel_company.length > 0,
      ];
    };
    expect(await lookUps('board@forecourt.test', { manage_dashboard: true })).toEqual([
      0,
      0,
      false,
    ]);
    const more = { manage_dashboard: true, view_invoices: true };
    expect(await lookUps('more@forecourt.test', more)).toEqual([12, 12, true]);
  });

  it('a company’s Admin learns neither of another company’s e-mail nor of its card number', async () => {
    const { client } = await make('admin@northhaul.test', { role: 'Admin', company: NORTH_HAUL });
    const all = (await admin.json('users?size=50')).content;
    const foreign = all.find((row: any) => row.company !== '' && row.company !== NORTH_HAUL);
    const neutral = {
      pointer: '/email',
      detail: 'This email can’t be used. Ask your provider.',
    };
    const taken = { pointer: '/email', detail: 'This email is taken.' };
    for (const [email, error] of [
      [foreign.email, neutral],
      [ADMIN, neutral],
      ['admin@northhaul.test', taken],
    ] as const) {
      const answer = await client.call('users', { body: user(email) });
      expect([answer.status, (await answer.json()).errors]).toEqual([422, [error]]);
    }
    // Staff find in the trail what the company did not hear.
    const { content: trail } = await admin.json('audit?filter=action:refused.withheld&size=5');
    expect(trail[0]).toMatchObject({
      actor: 'admin@northhaul.test',
      resource: 'users',
      changes: { call: 'users.create' },
    });
    expect(trail).toHaveLength(2);
    expect(trail[1].record_id).toBe(String(foreign.id));

    const cards = (await admin.json('fuel-card-management?size=400')).content;
    const other = cards.find((card: any) => card.company_name !== NORTH_HAUL);
    const own = (await client.json('fuel-card-management?size=5')).content[0];
    const { id: _, ...fields } = await admin.json(`fuel-card-management/${own.id}`);
    const card = (number: string) => ({ ...fields, card_number: number, company_name: NORTH_HAUL });
    for (const [number, detail] of [
      [other.card_number, 'This card number can’t be used. Ask your provider.'],
      [own.card_number, 'There is a card of that number already.'],
    ]) {
      const answer = await client.call('fuel-card-management', { body: card(number) });
      expect([answer.status, (await answer.json()).errors]).toEqual([
        422,
        [{ pointer: '/card_number', detail }],
      ]);
    }
    const cardTrail = await admin.json('audit?filter=action:refused.withheld&size=5');
    expect(cardTrail.content[0]).toMatchObject({ resource: 'cards', record_id: String(other.id) });
    expect(JSON.stringify(cardTrail.content)).not.toContain(other.card_number);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
