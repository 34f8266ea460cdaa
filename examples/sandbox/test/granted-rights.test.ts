// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADMIN, Client, openSandbox, signIn } from './helpers.ts';
import { NORTH_HAUL, OWN_PASSWORD, openPeople, put, remove, user } from './rights.kit.ts';

const { admin, make, rightsOf } = await openPeople();

describe('USER-09 nobody grants what they lack', () => {
  it('manage_users alone creates no Admin, of staff or of a company, and no user with more rights', async () => {
    const { client, id } = await make('keeper@forecourt.test', { manage_users: true });
    const refusals: [object, string, string][] = [
      [{ role: 'Admin' }, '/role', 'You can only give a role that you have yourself.'],
      [
        { role: 'Admin', company: NORTH_HAUL },
        '/role',
        'You can only give a role that you have yourself.',
      ],
      [
        { company: NORTH_HAUL, view_fuel_cards: true },
        '/view_fuel_cards',
        'You can only give rights that you have yourself.',
      ],
      [
        { view_invoices: true },
        '/view_invoices',
        'You can only give rights that you have yourself.',
      ],
    ];
    for (const [index, [more, pointer, detail]] of refusals.entries()) {
      const answer = await client.call('users', { body: user(`no${index}@forecourt.test`, more) });
      expect([answer.status, (await answer.json()).errors]).toEqual([422, [{ pointer, detail }]]);
      const raised = await put(client, id, more);
      expect([more, raised.status]).toEqual([more, 422]);
    }
    expect(await rightsOf(id)).toEqual(['DB r', 'FU crud']);
    // A company's Admin may do more than this: its password is out of reach too.
    const boss = await make('boss@northhaul.test', { role: 'Admin', company: NORTH_HAUL });
    for (const body of [{ password: 'Mine-now-1234' }, { email: 'mine@forecourt.test' }]) {
      expect((await put(client, boss.id, body)).status).toBe(403);
    }
    expect((await remove(client, boss.id)).status).toBe(403);
    expect((await boss.client.call('fuel-card-management')).status).toBe(200);
  });

  it('a company’s Admin takes rights from any User of its company and deletes it, but never takes it over', async () => {
    const boss = await make('chief@northhaul.test', { role: 'Admin', company: NORTH_HAUL });
    const more = { manage_fuel_cards: true, manage_reports: true, company: NORTH_HAUL };
    const strong = await make('strong@northhaul.test', { ...more, manage_users: true });
    expect(boss.body.managecardMenu.delete).toBe(false);
    expect(strong.body.managecardMenu.delete).toBe(true);
    // It can pass its rights on, and the Admin still has a say.
    const body = user('spread@northhaul.test', { manage_users: true, manage_fuel_cards: true });
    const spread = await strong.client.call('users', { body });
    expect(spread.status).toBe(201);
    const spreadId = (await spread.json()).id;

    for (const taking of [
      { password: 'Mine-now-1234' },
      { email: 'mine@northhaul.test' },
      { manage_fuel_cards: false, manage_reports: false, password: 'Mine-now-1234' },
    ]) {
      const answer = await put(boss.client, strong.id, taking);
      expect([answer.status, (await answer.json()).detail]).toEqual([
        403,
        'This user has rights that you do not have, so you can’t set its password or e-mail. Take those rights away first.',
      ]);
    }
    // It gives nothing that it lacks, also to those who have some of it.
    const lacking = await put(boss.client, strong.id, { manage_truckcare: true });
    expect([lacking.status, (await lacking.json()).errors]).toEqual([
      422,
      [
        {
          pointer: '/manage_truckcare',
          detail: 'You can only give rights that you have yourself.',
        },
      ],
    ]);
    const kept = await put(boss.client, strong.id, { phone: '7055550111' });
    expect([kept.status, (await kept.json()).phone]).toEqual([200, '7055550111']);
    expect((await put(boss.client, strong.id, { manage_fuel_cards: false })).status).toBe(200);
    // View stays on beside Manage.
    expect(await rightsOf(strong.id)).toEqual(['DB r', 'FU crud', 'FCM r', 'FRPT crudx']);
    expect((await put(boss.client, strong.id, { remove_every_right: true })).status).toBe(200);
    expect(await rightsOf(strong.id)).toEqual([]);
    expect((await put(boss.client, strong.id, { password: 'Mine-now-1234' })).status).toBe(200);
    expect((await remove(boss.client, spreadId)).status).toBe(200);

    // A User with more rights is no Admin: the exception isn't theirs.
    const clerk = await make('users@northhaul.test', { manage_users: true, company: NORTH_HAUL });
    const other = await make('cards@northhaul.test', { ...more });
    for (const answer of [
      await put(clerk.client, other.id, { manage_fuel_cards: false }),
      await remove(clerk.client, other.id),
      await put(clerk.client, boss.id, { phone: '7055550111' }),
    ]) {
      expect([answer.status, (await answer.json()).detail]).toEqual([
        403,
        'This user has rights that you do not have.',
      ]);
    }
  });

  it('nobody regains a removed right, neither by their own record nor by a second account', async () => {
    const { client, id } = await make('was-strong@forecourt.test', {
      manage_users: true,
      view_fuel_cards: true,
    });
    await put(admin, id, { view_fuel_cards: false });
    expect((await put(client, id, { view_fuel_cards: true })).status).toBe(422);
    expect((await put(client, id, { role: 'Admin' })).status).toBe(422);
    const other = await client.call('users', {
      body: user('second-self@forecourt.test', { view_fuel_cards: true }),
    });
    expect(other.status).toBe(422);
    expect(await rightsOf(id)).toEqual(['DB r', 'FU crud']);
  });

  it('the last Admin of staff is neither deleted nor demoted, by anybody', async () => {
    const fresh = await openSandbox({ seed: 'empty' });
    const only = await signIn(fresh, ADMIN);
    const { id } = await only.json('profile/user');
    for (const body of [{ role: 'User' }, { company: NORTH_HAUL }]) {
      const answer = await put(only, id, body);
      expect([answer.status, (await answer.json()).detail]).toEqual([
        409,
        'This is the provider’s last Admin and can’t be changed into another. Make another user an Admin first.',
      ]);
    }
    expect((await remove(only, id)).status).toBe(409);
    expect((await put(only, id, { phone: '7055550111' })).status).toBe(200);
    const made = await only.call('users', { body: user('b@forecourt.test', { role: 'Admin' }) });
    expect(made.status).toBe(201);
    expect((await put(only, id, { role: 'User' })).status).toBe(200);
    expect((await only.call('users')).status).toBe(403);
  });

  it('two Admins who delete each other at once: one of them is left, each time', async () => {
    const fresh = await openSandbox({ seed: 'empty' });
    const base = new Client(fresh.fetch, undefined);
    const first = await signIn(fresh, ADMIN);
    const as = async (email: string) => {
      const answer = await base.call('login', {
        body: { username: email, password: OWN_PASSWORD },
      });
      return base.as(answer.headers.get('authorization') ?? '');
    };
    for (let round = 0; round < 6; round += 1) {
      const emails = [`a${round}@forecourt.test`, `b${round}@forecourt.test`];
      const ids: number[] = [];
      for (const email of emails) {
        const body = user(email, { role: 'Admin' });
        ids.push((await (await first.call('users', { body })).json()).id);
      }
      const [a, b] = [await as(emails[0] ?? ''), await as(emails[1] ?? '')];
      const how = (client: Client, id: number) =>
        round % 2 === 0 ? remove(client, id) : put(client, id, { role: 'User' });
      const answers = await Promise.all([how(a, ids[1] ?? 0), how(b, ids[0] ?? 0)]);
      const statuses = answers.map(({ status }) => status).sort();
      expect([round, statuses[0]]).toEqual([round, 200]);
      expect([401, 403, 409]).toContain(statuses[1]);
      const signedOut = answers.filter(({ status }) => status === 401);
      for (const answer of signedOut) {
        expect((await answer.json()).detail).toMatch(
          /^(Sign in first\.|This session is over: .+)$/,
        );
      }
      const left = await first.json('users?filter=role:Admin&size=50');
      const both = left.content.filter(({ email }: any) => emails.includes(email));
      expect([round, both.length]).toEqual([round, 1]);
    }
  });

  it('USER-09 random changes by random people grant nobody a right that the caller lacks', async () => {
    const fresh = await openSandbox({ seed: 'empty' });
    const base = new Client(fresh.fetch, undefined);
    const root = await signIn(fresh, ADMIN);
    const RIGHTS = ['read', 'create', 'update', 'delete', 'download'];
    const held = (record: any): Set<string> =>
      new Set(
        record.rights.flatMap((one: any) =>
          RIGHTS.filter((right) => one[right]).map((right) => `${one.code}.${right}`),
        ),
      );
    const flags = [
      'manage_users',
      'view_users',
      'manage_dashboard',
      'manage_fuel_cards',
      'view_fuel_cards',
      'view_invoices',
      'view_transactions',
      'manage_reports',
      'manage_truckcare',
    ];
    const kinds = [
      { role: 'Admin' },
      { manage_users: true },
      { manage_users: true, view_fuel_cards: true, view_transactions: true },
      { role: 'Admin', company: NORTH_HAUL },
      { manage_users: true, manage_fuel_cards: true, company: NORTH_HAUL },
      { view_invoices: true },
    ];
    let made = 0;
    /** New ones each time: those before have moved, and were moved. One by one: the service limits how many sign in at once. */
    const meet = async () => {
      const people: { id: number; client: Client }[] = [];
      for (const kind of kinds) {
        made += 1;
        const email = `p${made}@forecourt.test`;
        const { id } = await root.json('users', { body: user(email, kind) });
        const answer = await base.call('login', {
          body: { username: email, password: OWN_PASSWORD },
        });
        expect(answer.status).toBe(200);
        people.push({ id, client: base.as(answer.headers.get('authorization') ?? '') });
      }
      return people;
    };
    const record = async (id: number) => root.json(`user/${id}`);
    const body = fc.record(
      {
        role: fc.constantFrom('Admin', 'User'),
        company: fc.constantFrom('', NORTH_HAUL),
        phone: fc.constant('7055550199'),
        ...Object.fromEntries(flags.map((name) => [name, fc.boolean()])),
      },
      { requiredKeys: [] },
    );
    const step = fc.record({
      who: fc.nat({ max: kinds.length - 1 }),
      whom: fc.nat({ max: kinds.length - 1 }),
      creates: fc.boolean(),
      body,
    });
    let count = 0;
    const done = { allowed: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 8 }), async (steps) => {
        const people = await meet();
        for (const { body: sent, creates, who, whom } of steps) {
          const actor = people[who];
          const target = people[whom];
          if (!actor || !target) continue;
          const own = await record(actor.id);
          const before = await record(target.id);
          count += 1;
          const answer = creates
            ? await actor.client.call('users', {
                body: user(`made${count}@forecourt.test`, sent),
              })
            : await put(actor.client, target.id, sent);
          expect(answer.status).toBeLessThan(500);
          if (answer.status >= 400) {
            done.refused += 1;
            if (!creates) expect(await record(target.id)).toEqual(before);
            continue;
          }
          done.allowed += 1;
          const after = await answer.json();
          const had = creates ? new Set<string>() : held(before);
          const beyond = [...held(after)].filter((one) => !had.has(one) && !held(own).has(one));
          expect({ sent, beyond }).toEqual({ sent, beyond: [] });
          if (after.role === 'Admin' && (creates || before.role !== 'Admin')) {
            expect(own.role).toBe('Admin');
          }
          if (own.company !== '') expect(after.company).toBe(own.company);
          if (
            after.isUserEligibleForAccountSwitch &&
            (creates || !before.isUserEligibleForAccountSwitch)
          ) {
            expect(own.isUserEligibleForAccountSwitch).toBe(true);
          }
        }
      }),
      { numRuns: 25, seed: 20_261_122 },
    );
    expect(Math.min(done.allowed, done.refused)).toBeGreaterThan(40);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
