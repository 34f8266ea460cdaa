import { afterAll, expect, it } from 'vitest';
import { screensOf } from '../src/auth/rights.ts';
import { storeRights } from '../src/auth/user-rights.ts';
import { openStore } from '../src/db/engine.ts';
import { keptData } from './database.ts';
import { ADMIN, CLERK, Client, IN_TESTS, NOW, openSandbox, signIn } from './helpers.ts';
import { NORTH_HAUL, OWN_PASSWORD, put, remove, user } from './rights.kit.ts';

/** What is changed in the database itself: rights that no flag gives, by an operator or an earlier version. */
const at = await keptData(IN_TESTS);
let now = NOW;
const sandbox = await openSandbox({ ...at, now: () => now });
const store = await openStore(at);
afterAll(() => store.close());
const admin = await signIn(sandbox, ADMIN);
const out = new Client(sandbox.fetch, undefined);

const login = async (username: string) => {
  const answer = await out.call('login', { body: { username, password: OWN_PASSWORD } });
  return out.as(answer.headers.get('authorization') ?? '');
};
const make = async (email: string, more: object = {}) => {
  const answer = await admin.call('users', { body: user(email, more) });
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: number };
  return { id, client: await login(email) };
};
const setUser = (id: number, columns: { may_switch?: number; password_hash?: null }) =>
  store.write((tx) => tx.updateTable('users').set(columns).where('id', '=', id).execute());
const setRights = (id: number, grants: Parameters<typeof screensOf>[0]) =>
  store.write((tx) => storeRights(tx, id, screensOf(grants)));
const said = async (answer: Response) => {
  const { detail, errors } = await answer.json();
  return [answer.status, errors ?? detail];
};
const eligible = async (id: number) =>
  (await admin.json(`user/${id}`)).isUserEligibleForAccountSwitch;

it('USER-09 nobody acts for a company without being eligible, and no call then keeps the session alive', async () => {
  const { client, id } = await make('acts@forecourt.test', { role: 'Admin' });
  const there = await client.call('switch/2');
  const acting = out.as(there.headers.get('authorization') ?? '');
  expect((await acting.call('fuel-card-management')).status).toBe(200);
  await setUser(id, { may_switch: 0 });
  now = new Date(NOW.getTime() + 4 * 3_600_000);
  expect(await said(await acting.call('fuel-card-management'))).toEqual([401, 'Sign in first.']);
  await setUser(id, { may_switch: 1 });
  now = new Date(NOW.getTime() + 8 * 3_600_000);
  expect((await acting.call('fuel-card-management')).status).toBe(401);
  now = NOW;
});

it('USER-09 a user of staff who is eligible stays so with another phone, and no longer without every right', async () => {
  const { id } = await make('eligible@forecourt.test');
  await setUser(id, { may_switch: 1 });
  expect((await put(admin, id, { phone: '7055550111' })).status).toBe(200);
  expect(await eligible(id)).toBe(true);
  expect((await put(admin, id, { remove_every_right: true })).status).toBe(200);
  expect(await eligible(id)).toBe(false);
});

it('USER-09 an Admin who may not switch has no say over one who may, and makes none', async () => {
  const [one, other] = [
    await make('stays@forecourt.test', { role: 'Admin' }),
    await make('switches@forecourt.test', { role: 'Admin' }),
  ];
  await setUser(one.id, { may_switch: 0 });
  const stronger = [403, 'This user has rights that you do not have.'];
  expect(await said(await put(one.client, other.id, { phone: '7055550111' }))).toEqual(stronger);
  expect(await said(await remove(one.client, other.id))).toEqual(stronger);
  const body = user('made@forecourt.test', { role: 'Admin' });
  const made = await one.client.json('users', { body });
  expect(made.isUserEligibleForAccountSwitch).toBe(false);
  expect((await put(one.client, made.id, { phone: '7055550111' })).status).toBe(200);
});

it('USER-09 a User of staff with more rights than a company’s Admin has no say over it', async () => {
  const boss = await make('boss@northhaul.test', { role: 'Admin', company: NORTH_HAUL });
  const clerk = await signIn(sandbox, CLERK);
  const [{ id }] = (await admin.json(`users?filter=email:${CLERK}`)).content;
  await setRights(id, {
    ...{ DB: 'crudx', FU: 'crudx', FCM: 'crudx', FRPT: 'crudx' },
    ...{ FT: 'crudx', FI: 'crudx', FSB: 'crudx', FTC: 'crudx' },
  });
  const stronger = [403, 'This user has rights that you do not have.'];
  expect(await said(await put(clerk, boss.id, { phone: '7055550111' }))).toEqual(stronger);
});

it('USER-09 a role is refused by its own name to those who lack what it gives', async () => {
  const { client, id } = await make('roleless@forecourt.test', { manage_users: true });
  await setRights(id, { FU: 'crud' });
  const answer = await client.call('users', { body: user('user@forecourt.test') });
  expect(await said(answer)).toEqual([
    422,
    [{ pointer: '/role', detail: 'You can only give rights that you have yourself.' }],
  ]);
});

it('USER-09 an Admin of staff with fewer rights moves nobody into a company with more than these', async () => {
  const { client, id } = await make('fewer@forecourt.test', { role: 'Admin' });
  const strong = await make('strong@forecourt.test', { view_fuel_cards: true });
  await setRights(id, { DB: 'r', FU: 'crud' });
  const lacking = [
    422,
    [{ pointer: '/role', detail: 'You can only give rights that you have yourself.' }],
  ];
  expect(await said(await put(client, strong.id, { company: NORTH_HAUL }))).toEqual(lacking);
  expect((await put(client, strong.id, { phone: '7055550111' })).status).toBe(200);
});

it('USER-09 an Admin who has no password is nobody who could remain', async () => {
  const [{ id: root }] = (await admin.json(`users?filter=email:${ADMIN}`)).content;
  const all = (await admin.json('users?filter=role:Admin&size=50')).content;
  const others = all.filter(
    (one: { company: string; id: number }) => one.company === '' && one.id !== root,
  );
  const keeper = await make('keeper@forecourt.test', { role: 'Admin' });
  for (const { id } of [...others, keeper]) await setUser(id, { password_hash: null });
  const last =
    'This is the provider’s last Admin and can’t be deleted. Make another user an Admin first.';
  expect(await said(await remove(keeper.client, root))).toEqual([409, last]);
});

it('AUTH-11 a switch is not repeated once its session was used, where that is only stored or only remembered', async () => {
  const opened = async (used: number, use: boolean) => {
    const client = await signIn(sandbox, ADMIN);
    const answer = await client.call('switch/1');
    const there = out.as(answer.headers.get('authorization') ?? '');
    if (use) expect((await there.call('screens?app=FF')).status).toBe(200);
    await store.write((tx) =>
      tx.updateTable('sessions').set({ used }).where('acting_company_id', '=', 1).execute(),
    );
    return (await client.call('switch/1')).status;
  };
  expect([await opened(0, false), await opened(1, false), await opened(0, true)]).toEqual([
    200, 401, 401,
  ]);
});
