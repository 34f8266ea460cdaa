// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
import { PERMISSION_FLAGS } from '@forecourt/core';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../src/index.ts';
import { ADMIN, CLERK, Client, NOBODY, openSandbox, signIn, VIEWER } from './helpers.ts';

const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const out = new Client(sandbox.fetch, undefined);
const NORTH_HAUL = 'North Haul Carriers Ltd.';

const login = async (username: string, password: string) => {
  const answer = await out.call('login', { body: { username, password } });
  return { status: answer.status, client: out.as(answer.headers.get('authorization') ?? '') };
};
const lastChange = async () =>
  (await admin.json('audit?size=1&filter=resource:users&filter=action::users')).content[0];
const user = (email: string, more: object = {}) => ({
  first_name: 'Ines',
  last_name: 'Okafor',
  email,
  phone: '7055550188',
  password: 'Haul-away-77',
  role: 'User',
  company: '',
  country: 'CA',
  province: 'ON',
  city: 'Sudbury',
  view_fuel_cards: true,
  ...more,
});
const create = async (client: Client, body: object) => {
  const answer = await client.call('users', { body });
  return { status: answer.status, body: await answer.json() };
};
const codes = async (client: Client) =>
  (await client.json('screens?app=FF')).map((screen: any) => screen.code);

describe('the own account', () => {
  it('AUTH-11 USER-08 a session alone changes neither its password nor its email', async () => {
    const { body: self } = await create(
      admin,
      user('own.access@forecourt.test', { role: 'Admin' }),
    );
    expect(self.profileid).toBe(`P${10_000 + self.id}`);
    const { client } = await login('own.access@forecourt.test', 'Haul-away-77');
    const put = (path: string, body: object) =>
      client.call(`user/${path}`, { method: 'PUT', body });
    for (const id of [self.id, self.profileid]) {
      const answer = await put(String(id), {
        email: 'thief@forecourt.test',
        password: 'Taken-over-1',
      });
      expect([answer.status, (await answer.json()).errors]).toEqual([
        422,
        [
          {
            pointer: '/email',
            detail: 'You can’t change your own email. Another administrator can.',
          },
          { pointer: '/password', detail: 'Change your own password in your profile.' },
        ],
      ]);
    }
    const weak = await put(String(self.id), { password: 'x' });
    expect((await weak.json()).errors).toEqual([
      { pointer: '/password', detail: 'Change your own password in your profile.' },
    ]);
    const kept = await put(String(self.id), {
      email: 'Own.Access@forecourt.test',
      password: '',
      first_name: 'Inés',
    });
    expect(kept.status).toBe(200);
    expect((await login('own.access@forecourt.test', 'Haul-away-77')).status).toBe(200);
    // Another administrator can do both.
    const other = await admin.call(`user/${self.id}`, {
      method: 'PUT',
      body: { email: 'own.other@forecourt.test', password: 'Given-anew-22' },
    });
    expect(other.status).toBe(200);
    expect((await login('own.other@forecourt.test', 'Given-anew-22')).status).toBe(200);
  });
});

describe('USER-06 users', () => {
  it('are made, signed in as, changed by either id, and deleted', async () => {
    const made = await create(admin, user('Ines.Okafor@forecourt.test'));
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      email: 'ines.okafor@forecourt.test',
      role: 'User',
      company: '',
      province: { key: 'ON', value: 'Ontario' },
      view_fuel_cards: true,
      manage_users: false,
      managecardMenu: { read: true, create: false, update: false, delete: false },
      isUserEligibleForAccountSwitch: false,
    });
    expect(JSON.stringify(made.body)).not.toMatch(/password|scrypt|Haul-away/i);
    const { id, profileid } = made.body;
    expect((await admin.json(`users?filter=status:ACTIVE&filter=id:${id}`)).content).toHaveLength(
      1,
    );
    expect(await admin.json(`user/${profileid}`)).toEqual(made.body);
    expect(await admin.json(`user/${id}`)).toEqual(made.body);
    const trail = await lastChange();
    expect(trail).toMatchObject({ action: 'users.create', record_id: String(id), actor: ADMIN });
    expect(JSON.stringify(trail)).not.toMatch(/password|Haul-away/i);

    const { client } = await login('ines.okafor@forecourt.test', 'Haul-away-77');
    expect(await codes(client)).toEqual(['DB', 'FCM']);
    expect((await client.call('fuel-card-management')).status).toBe(200);
    expect((await client.call('users')).status).toBe(403);

    const put = (path: string, body: object) => admin.json(`user/${path}`, { method: 'PUT', body });
    const changed = await put(profileid, {
      ...made.body,
      phone: '7055550199',
      view_transactions: true,
    });
    expect(changed).toMatchObject({ phone: '7055550199', transactionMenu: { read: true } });
    // The same session, with the rights of now.
    expect(await codes(client)).toEqual(['DB', 'FCM', 'FT']);
    expect(await lastChange()).toMatchObject({
      action: 'users.update',
      changes: { phone: ['7055550188', '7055550199'], view_transactions: [false, true] },
    });
    for (const none of ['', null])
      expect(await put(String(id), { password: none })).toMatchObject({ id });
    expect((await client.call('screens?app=FF')).status).toBe(200);
    await put(String(id), { password: 'Another-888!' });
    expect((await client.call('screens?app=FF')).status).toBe(401);
    expect((await lastChange()).changes).toEqual({ password: 'changed' });
    expect((await login('ines.okafor@forecourt.test', 'Haul-away-77')).status).toBe(401);
    const again = await login('INES.okafor@forecourt.test', 'Another-888!');
    expect(again.status).toBe(200);

    const gone = await admin.call(`users/${profileid}`, { method: 'DELETE' });
    expect([gone.status, await gone.json()]).toEqual([200, {}]);
    expect((await again.client.call('screens?app=FF')).status).toBe(401);
    for (const path of [id, profileid]) {
      const missing = await admin.call(`user/${path}`);
      expect([missing.status, (await missing.json()).detail]).toEqual([
        404,
        `User ${path} was not found.`,
      ]);
    }
    expect((await admin.json(`users?filter=id:${id}`)).content).toEqual([]);
    expect((await login('ines.okafor@forecourt.test', 'Another-888!')).status).toBe(401);
    expect(await lastChange()).toMatchObject({
      action: 'users.delete',
      record_id: String(id),
      changes: { email: ['ines.okafor@forecourt.test', ''] },
    });
  });

  it('USER-04 are refused field by field with the texts of core', async () => {
    const sent = { ...user('bad'), first_name: ' ', password: '', role: 'King', city: 'Paris' };
    const { status, body } = await create(admin, sent);
    expect(status).toBe(422);
    expect(body.errors).toEqual(
      expect.arrayContaining([
        { pointer: '/first_name', detail: 'First Name is required' },
        { pointer: '/email', detail: 'Invalid email address' },
        { pointer: '/password', detail: 'Password is required' },
        { pointer: '/role', detail: 'Role must be one of the choices' },
        { pointer: '/city', detail: 'City must be one of the choices' },
      ]),
    );
    // The second password of the form is no field of the call.
    const named = body.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(new Set(named)).toEqual(
      new Set(['/first_name', '/email', '/password', '/role', '/city']),
    );
    const none = await create(admin, user('other@forecourt.test', { company: 'Nobody Ltd.' }));
    expect(none.body.errors).toEqual([
      { pointer: '/company', detail: 'There is no company of that name.' },
    ]);
    const long = await create(admin, user('other@forecourt.test', { password: 12 }));
    expect(long.body.errors).toEqual([
      { pointer: '/password', detail: 'A password is text of 1000 characters at most.' },
    ]);
    for (const [name, value] of [
      ['email', ADMIN.toUpperCase()],
      ['company', 'Nobody Ltd.'],
      ['password', 12],
      ['password', 'x'.repeat(1_001)],
      ['province', 'TX'],
      ['manage_users', 'maybe'],
    ] as const) {
      const refused = await create(admin, user('other@forecourt.test', { [name]: value }));
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, `/${name}`]);
    }
  });

  it('USER-09 of a company become staff by an empty text alone, not by null or blanks', async () => {
    const { body: made } = await create(
      admin,
      user('of.a.company@forecourt.test', { company: NORTH_HAUL }),
    );
    const put = (company: unknown) =>
      admin.call(`user/${made.id}`, { method: 'PUT', body: { company } });
    for (const company of [null, ' ', { value: '' }, { key: ' ', value: ' ' }]) {
      const answer = await put(company);
      expect([answer.status, (await answer.json()).errors]).toEqual([
        422,
        [
          {
            pointer: '/company',
            detail: 'Send the name of a company, or "" for a user of the provider.',
          },
        ],
      ]);
    }
    expect(await admin.json(`user/${made.id}`)).toMatchObject({ company: NORTH_HAUL });
    expect(await (await put('')).json()).toMatchObject({ company: '' });
  });

  it('ACC-06 have 13 flags and ten menus with four rights, seeded ones too', async () => {
    const { content } = await admin.json('users?size=50');
    expect(content.length).toBeGreaterThan(10);
    for (const row of content) {
      for (const [flag] of PERMISSION_FLAGS) expect(row[flag]).toBeTypeOf('boolean');
      const menus = Object.keys(row).filter((name) => name.endsWith('Menu'));
      expect(menus).toHaveLength(10);
      for (const menu of menus) {
        expect(Object.keys(row[menu])).toEqual(['read', 'create', 'update', 'delete']);
      }
      expect(JSON.stringify(row)).not.toMatch(/password|scrypt/);
    }
    const [first, second] = content;
    expect(first.userMenu).toEqual({ read: true, create: true, update: true, delete: true });
    expect(second.managecardMenu).toEqual({
      read: true,
      create: true,
      update: true,
      delete: false,
    });
    expect(content.at(-1).managecardMenu.read).toBe(true);
  });

  it('USER-09 users cannot delete themselves', async () => {
    const { id } = await admin.json('profile/user');
    for (const path of [`users/${id}`, 'users/P1001']) {
      const answer = await admin.call(path, { method: 'DELETE' });
      expect([answer.status, (await answer.json()).detail]).toEqual([
        409,
        'You can’t delete your own account. Another administrator can.',
      ]);
    }
    expect((await admin.call(`user/${id}`)).status).toBe(200);
  });

  it('a change of something else leaves rights that were given by hand', async () => {
    const clerk = await signIn(sandbox, CLERK);
    const before = await clerk.json('screens?app=FF');
    const found = await admin.json(`users?filter=email:${CLERK}`);
    const body = { phone: '7055550000' };
    const path = `user/${found.content[0].id}`;
    expect((await admin.call(path, { method: 'PUT', body })).status).toBe(200);
    expect(await clerk.json('screens?app=FF')).toEqual(before);
  });
});

describe('ACC-04 users and rights', () => {
  const made = new Map<string, Client>();
  const make = async (email: string, more: object) => {
    const { status, body } = await create(admin, user(email, more));
    expect([status, body.errors]).toEqual([201, undefined]);
    const { client } = await login(email, 'Haul-away-77');
    made.set(email, client);
    return { client, body };
  };

  it('a staff Admin may do everything', async () => {
    const { body, client } = await make('second@forecourt.test', { role: 'Admin' });
    expect(await codes(client)).toEqual(await codes(admin));
    expect(body.isUserEligibleForAccountSwitch).toBe(true);
  });

  it("a company's Admin sees and creates users of its own company only", async () => {
    const { client } = await make('boss@northhaul.test', { role: 'Admin', company: NORTH_HAUL });
    const { content } = await client.json('users?size=50');
    expect(new Set(content.map((row: any) => row.company))).toEqual(new Set([NORTH_HAUL]));
    const all = (await admin.json('users?size=50')).content;
    const foreign = all.find((row: any) => row.company !== '' && row.company !== NORTH_HAUL);
    for (const call of [{ method: 'GET' }, { method: 'PUT', body: { phone: '1' } }]) {
      expect((await client.call(`user/${foreign.id}`, call)).status).toBe(404);
    }
    expect((await client.call(`users/${foreign.id}`, { method: 'DELETE' })).status).toBe(404);
    const own = await create(client, user('driver@northhaul.test'));
    expect([own.status, own.body.company]).toEqual([201, NORTH_HAUL]);
    const other = await create(client, user('spy@northhaul.test', { company: foreign.company }));
    expect(other.body.errors[0].pointer).toBe('/company');
    const driver = await login('driver@northhaul.test', 'Haul-away-77');
    const cards = (await driver.client.json('fuel-card-management?size=400')).content;
    expect(new Set(cards.map((card: any) => card.company))).toEqual(new Set([1]));
  });

  it('nobody can grant, remove or change more than their own rights', async () => {
    const { client } = await make('keeper@forecourt.test', {
      manage_users: true,
      view_fuel_cards: false,
    });
    const king = await create(client, user('king@forecourt.test', { role: 'Admin' }));
    expect([king.status, king.body.errors[0].pointer]).toEqual([422, '/role']);
    const cards = await create(client, user('cards@forecourt.test'));
    expect(cards.body.errors).toEqual([
      {
        pointer: '/view_fuel_cards',
        detail: 'You can only give rights that you have yourself.',
      },
    ]);
    const small = await create(client, user('small@forecourt.test', { view_fuel_cards: false }));
    expect(small.status).toBe(201);
    const { id } = await admin.json('profile/user');
    const body = { password: 'Mine-now-111' };
    expect((await client.call(`user/${id}`, { method: 'PUT', body })).status).toBe(403);
    expect((await client.call(`users/${id}`, { method: 'DELETE' })).status).toBe(403);
    expect((await login(ADMIN, PASSWORD)).status).toBe(200);
    const self = (await client.json('users?filter=email:keeper@forecourt.test')).content[0];
    const raise = { method: 'PUT', body: { role: 'Admin' } };
    expect((await client.call(`user/${self.id}`, raise)).status).toBe(422);
  });

  it.each([VIEWER, NOBODY])('%s finds no users', async (email) => {
    const client = await signIn(sandbox, email);
    expect((await client.call('users')).status).toBe(403);
    expect((await client.call('user/P1001')).status).toBe(403);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
