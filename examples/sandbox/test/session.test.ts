import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../src/index.ts';
import { ADMIN, CLERK, Client, NOBODY, NOW, openSandbox, signIn, VIEWER } from './helpers.ts';

/** An account's rights by screen: 'FCM crux'. */
async function rightsOf(client: Client): Promise<string[]> {
  const screens: Record<string, unknown>[] = await client.json('screens?app=FF');
  const letters = { create: 'c', read: 'r', update: 'u', delete: 'd', download: 'x' };
  return screens.map((screen) => {
    const held = Object.entries(letters).filter(([right]) => screen[right] === true);
    return `${screen.code} ${held.map(([, letter]) => letter).join('')}`;
  });
}

describe('session', async () => {
  const sandbox = await openSandbox();
  const out = new Client(sandbox.fetch, undefined);
  const admin = await signIn(sandbox, ADMIN);

  it('AUTH-02 answers a sign-in with the authorization header, and a wrong one with 401', async () => {
    const right = await out.call('login', { body: { username: ADMIN, password: PASSWORD } });
    expect(right.status).toBe(200);
    expect(await right.json()).toEqual({ APIResult: 1 });
    expect(right.headers.get('authorization')).toMatch(/^Bearer [\w-]{43}$/);
    expect(right.headers.get('access-control-expose-headers')).toContain('authorization');

    for (const body of [
      { username: ADMIN, password: 'wrong' },
      { username: 'nobody-at-all@forecourt.test', password: PASSWORD },
    ]) {
      const wrong = await out.call('login', { body });
      expect(wrong.status).toBe(401);
      expect(wrong.headers.get('authorization')).toBeNull();
      expect((await wrong.json()).detail).toBe('Invalid Credential Please try again.');
    }
  });

  it('AUTH-02 refuses a body that is not JSON, not an object, or too large', async () => {
    expect((await out.call('login', { body: '{' })).status).toBe(400);
    expect((await out.call('login', { body: '[]' })).status).toBe(400);
    expect((await out.call('login', { body: { username: 1 } })).status).toBe(400);
    expect((await out.call('login', { body: `"${'x'.repeat(1_000_001)}"` })).status).toBe(413);
  });

  it('AUTH-12 refuses to sign in with more than 4,000 bytes, before it looks at them', async () => {
    const bodies = (bytes: number) => {
      const rest = '{"username":[],"password":"x"}';
      return rest.replace('[]', `[${'1'.repeat(bytes - rest.length)}]`);
    };
    expect((await out.call('login', { body: bodies(4_000) })).status).toBe(400);
    // Who has a session signs in no other way.
    for (const client of [out, admin]) {
      const answer = await client.call('login', { body: bodies(4_001) });
      expect([answer.status, (await answer.json()).detail]).toEqual([
        413,
        'The body may have at most 4,000 bytes.',
      ]);
    }
    const numbers = `{"username":[${'1,'.repeat(480_000)}1],"password":"x"}`;
    const before = process.threadCpuUsage();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => out.call('login', { body: numbers })),
    );
    const { system, user } = process.threadCpuUsage(before);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(413));
    // Looked at, each takes some 100 ms.
    expect((system + user) / 1_000).toBeLessThan(400);
  });

  it('AUTH-12 the longest password that may be set signs in', async () => {
    const password = '€'.repeat(1_000);
    expect((await out.call('login', { body: { username: ADMIN, password } })).status).toBe(401);
    const longer = await out.call('login', { body: { username: ADMIN, password: `${password}€` } });
    expect(longer.status).toBe(400);
  });

  it('answers a preflight, and gives every answer a request id', async () => {
    const asking = { 'access-control-request-method': 'GET' };
    const preflight = await out.call('users', { method: 'OPTIONS', headers: asking });
    expect(preflight.status).toBe(204);
    // A browser shows no answer of another status, so a path that doesn't exist is found by the call itself.
    const nowhere = await out.call('nothing', { method: 'OPTIONS', headers: asking });
    expect(nowhere.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')?.split(', ')).toEqual(
      expect.arrayContaining(['idempotency-key', 'traceparent', 'tracestate']),
    );
    const named = await out.call('screens?app=FF', { headers: { 'x-request-id': 'night-7' } });
    expect(named.status).toBe(401);
    expect(named.headers.get('content-type')).toBe('application/problem+json');
    expect(named.headers.get('x-request-id')).toBe('night-7');
    expect(await named.json()).toMatchObject({ status: 401, requestId: 'night-7' });
  });

  it('WIRE-03 takes no session from a token that was never given', async () => {
    expect(
      (await admin.as('Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa').call('screens?app=FF')).status,
    ).toBe(401);
    const { headers } = await out.call('login', { body: { username: ADMIN, password: PASSWORD } });
    const longer = `${headers.get('authorization')}!`;
    expect((await admin.as(longer).call('screens?app=FF')).status).toBe(401);
    const given = headers.get('authorization') ?? '';
    expect((await admin.as(`x${given}`).call('screens?app=FF')).status).toBe(401);
    const loose = given.replace('Bearer ', 'bearer  ');
    expect((await admin.as(loose).call('screens?app=FF')).status).toBe(200);
    expect((await admin.as('Basic YWRtaW46eA==').call('screens?app=FF')).status).toBe(401);
  });

  it('PROF-01 gives user and company', async () => {
    expect(await admin.json('profile/user')).toMatchObject({
      APIResult: 1,
      email: ADMIN,
      country: { key: 'CA', value: 'Canada' },
      state: { key: 'ON', value: 'Ontario' },
      isUserEligibleForAccountSwitch: true,
    });
    const viewer = await signIn(sandbox, VIEWER);
    expect(await viewer.json('profile/company')).toEqual({
      id: 1,
      company_name: 'North Haul Carriers Ltd.',
      company_logo: '',
      is_provider: false,
    });
    expect(await admin.json('profile/company')).toEqual({
      id: 0,
      company_name: 'Forecourt',
      company_logo: '',
      is_provider: true,
    });
  });

  it('ACC-01 gives screens with their flags, and none to an account without rights', async () => {
    const clerk = await signIn(sandbox, CLERK);
    const screens = await clerk.json('screens?app=FF');
    expect(screens).toContainEqual({
      code: 'FCM',
      name: 'Cards',
      read: true,
      create: true,
      update: true,
      delete: false,
      download: true,
    });
    expect(await (await signIn(sandbox, NOBODY)).json('screens?app=FF')).toEqual([]);
    expect(await rightsOf(await signIn(sandbox, VIEWER))).toEqual([
      'DB r',
      'FCM r',
      'FT r',
      'FI rx',
    ]);
    // Screens of another program: the account has none of them.
    expect(await clerk.json('screens?app=XX')).toEqual([]);
  });

  it('AUTH-08 switches into a company and back; who may not, hears 403', async () => {
    expect(await admin.json('switch/active')).toEqual({ eligible: true, active: null });
    const staff = await signIn(sandbox, ADMIN);
    const companies = await staff.json('switch/manage');
    expect(companies).toHaveLength(12);
    const names = companies.map(({ name }: { name: string }) => name);
    expect(names).toEqual(names.toSorted());
    const target = companies.find(({ id }: { id: number }) => id === 2);

    const there = await staff.call(`switch/${target.id}`);
    expect(await there.json()).toEqual(target);
    const acting = admin.as(there.headers.get('authorization') ?? '');
    expect(await acting.json('switch/active')).toEqual({ eligible: true, active: target });
    expect(await acting.json('profile/company')).toMatchObject({
      company_name: target.name,
      is_provider: false,
    });
    const { content } = await acting.json('fuel-card-management?size=400');
    expect(new Set(content.map((card: { company_name: string }) => card.company_name))).toEqual(
      new Set([target.name]),
    );
    expect(await rightsOf(acting)).toEqual([
      'DB r',
      'FCM cru',
      'FRPT r',
      'FT r',
      'FI rx',
      'FSB r',
      'FTC r',
    ]);
    expect((await acting.call('users')).status).toBe(403);
    expect((await acting.call('audit')).status).toBe(403);

    const back = await acting.call('switch/manager');
    expect(await back.json()).toEqual({ id: 1, name: ADMIN });
    const own = admin.as(back.headers.get('authorization') ?? '');
    expect(await own.json('switch/active')).toEqual({ eligible: true, active: null });
    expect((await acting.call('screens?app=FF')).status).toBe(401);

    const { content: trail } = await own.json(
      'audit?filter=action::switch&filter=actor:admin@forecourt.test',
    );
    expect(trail).toMatchObject([
      { actor: ADMIN, acting_as: target.name, action: 'switch.back', at: NOW.toISOString() },
      { actor: ADMIN, acting_as: null, action: 'switch.to', record_id: '2' },
    ]);
    const clerk = await signIn(sandbox, CLERK);
    for (const path of ['active', 'manage', '2', 'manager']) {
      const refused = await clerk.call(`switch/${path}`);
      expect([refused.status, (await refused.json()).detail]).toEqual([
        403,
        'This account may not switch accounts.',
      ]);
    }
    const none = await admin.call('switch/99999');
    expect([none.status, (await none.json()).detail]).toEqual([
      404,
      'Company 99999 was not found.',
    ]);
    const odd = await admin.call('switch/abc');
    expect([odd.status, (await odd.json()).errors]).toEqual([
      400,
      [{ pointer: '/id', detail: 'The id of a company is a whole number.' }],
    ]);
  });

  it('AUTH-11 switches nothing by a HEAD, and signs out with the authorization of a switch whose answer was lost', async () => {
    const staff = await signIn(sandbox, ADMIN);
    const asked = await staff.call('switch/2', { method: 'HEAD' });
    expect([asked.status, asked.headers.get('allow')]).toEqual([405, 'GET']);
    expect(await staff.json('switch/active')).toEqual({ eligible: true, active: null });

    const lost = await staff.call('switch/2');
    expect((await staff.call('logout', { method: 'POST' })).status).toBe(204);
    const successor = staff.as(lost.headers.get('authorization') ?? '');
    expect((await successor.call('switch/active')).status).toBe(401);
    expect((await staff.call('switch/2')).status).toBe(401);
  });

  it('WIRE-01 answers look-ups, and names what it does not know', async () => {
    expect(await admin.json('currencies')).toEqual([
      { key: 'CAD', value: 'CAD' },
      { key: 'USD', value: 'USD' },
    ]);
    const statuses = await admin.json('types?type=INVOICE_STATUS');
    expect(statuses.content.map((option: { value: string }) => option.value)).toEqual(
      expect.arrayContaining([
        'Open',
        'Closed',
        'NSF',
        'Draft',
        'Sent',
        'Partially Paid',
        'Fully Paid',
      ]),
    );
    expect(await admin.json('countries/CA/states')).toContainEqual({ key: 'ON', value: 'Ontario' });
    expect(await admin.json('countries/CA/states/QC/cities')).toContainEqual({
      key: 'Montréal',
      value: 'Montréal',
    });
    expect((await admin.json('payment')).payment_mode_list).toHaveLength(3);
    const unknown = await admin.call('types?type=NOTHING');
    expect(unknown.status).toBe(400);
    expect((await unknown.json()).errors[0].pointer).toBe('/type');
  });
});
