import { describe, expect, it } from 'vitest';
import { PASSWORD, type Sandbox } from '../src/index.ts';
import { keptData } from './database.ts';
import { ADMIN, CLERK, Client, IN_TESTS, NOW, openSandbox, signIn } from './helpers.ts';

const HOUR = 3_600_000;

/** A sandbox whose clock the test sets, in hours after its beginning. */
async function openClock(options = {}) {
  let now = NOW;
  const sandbox = await openSandbox({ seed: 'empty', now: () => now, ...options });
  const at = (hours: number) => {
    now = new Date(NOW.getTime() + Math.round(hours * HOUR));
  };
  return { sandbox, at };
}

const statusOf = async (client: Client, path = 'screens?app=FF') =>
  (await client.call(path)).status;

/** Signs in from an address and with a program, as the proxy in front says. */
async function signInFrom(sandbox: Sandbox, address: string, program: string): Promise<Client> {
  const out = new Client(sandbox.fetch, undefined);
  const answer = await out.call('login', {
    body: { username: ADMIN, password: PASSWORD },
    headers: { 'x-forwarded-for': address, 'user-agent': program },
  });
  return out.as(answer.headers.get('authorization') ?? '');
}

const switched = async (client: Client, to: string) =>
  client.as((await client.call(`switch/${to}`)).headers.get('authorization') ?? '');

describe('the end of a session', () => {
  it('AUTH-11 is there at once when it is signed out of', async () => {
    const { sandbox } = await openClock();
    const [one, other] = [await signIn(sandbox, ADMIN), await signIn(sandbox, ADMIN)];
    const answer = await one.call('logout', { method: 'POST' });
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect([await statusOf(one), await statusOf(other)]).toEqual([401, 200]);
    expect((await one.call('logout', { method: 'POST' })).status).toBe(401);
  });

  it('AUTH-11 comes after 8 hours without a call', async () => {
    const { at, sandbox } = await openClock();
    const [busy, idle] = [await signIn(sandbox, ADMIN), await signIn(sandbox, CLERK)];
    at(7.9);
    expect(await statusOf(busy)).toBe(200);
    at(8);
    expect([await statusOf(busy), await statusOf(idle)]).toEqual([200, 401]);
  });

  it('AUTH-11 comes after 12 hours, regardless of use, and a switch does not extend them', async () => {
    const { at, sandbox } = await openClock();
    let client = await signIn(sandbox, ADMIN);
    for (const hours of [4, 8, 11.9]) {
      at(hours);
      client = await switched(client, '1');
      client = await switched(client, 'manager');
      expect(await statusOf(client)).toBe(200);
    }
    at(12);
    expect(await statusOf(client)).toBe(401);
  });

  it('AUTH-11 is said with its reason, as far as it is known', async () => {
    const { at, sandbox } = await openClock();
    const reported = async (client: Client) =>
      (await (await client.call('screens?app=FF')).json()).detail;
    const [idle, ended] = [await signIn(sandbox, CLERK), await signIn(sandbox, ADMIN)];
    const busy = await signIn(sandbox, ADMIN);
    const gone =
      'This session is over: it was signed out, the password was changed, or its time is up.';
    await ended.call('logout', { method: 'POST' });
    expect(await reported(ended)).toBe(gone);
    expect(await reported(new Client(sandbox.fetch, undefined))).toBe('Sign in first.');
    expect(await reported(new Client(sandbox.fetch, `Bearer ${'x'.repeat(43)}`))).toBe(gone);
    at(7.9);
    await statusOf(busy);
    at(8);
    expect(await reported(idle)).toBe('This session ended after 8 h without a call.');
    at(12);
    expect(await reported(busy)).toBe('This session ended 12 h after it was signed in.');
    // A sign-in forgets those that have ended.
    await signIn(sandbox, CLERK);
    expect([await reported(idle), await reported(busy)]).toEqual([gone, gone]);
    const switching = await signIn(sandbox, ADMIN);
    await switched(switching, '1');
    expect(await reported(switching)).toBe(gone);
  });

  it('AUTH-11 comes when the settings say', async () => {
    const { at, sandbox } = await openClock({ sessions: { idleHours: 0.5, hours: 1 } });
    const client = await signIn(sandbox, ADMIN);
    const idle = await signIn(sandbox, ADMIN);
    at(0.4);
    expect(await statusOf(client)).toBe(200);
    at(0.8);
    expect([await statusOf(client), await statusOf(idle)]).toEqual([200, 401]);
    at(1.1);
    expect(await statusOf(client)).toBe(401);
  });
});

describe('switching', () => {
  it('AUTH-11 ends the authorization that it came from, there and back', async () => {
    const { sandbox } = await openClock();
    const own = await signIn(sandbox, ADMIN);
    const there = await switched(own, '1');
    expect([await statusOf(own), await statusOf(there)]).toEqual([401, 200]);
    const back = await switched(there, 'manager');
    expect([await statusOf(own), await statusOf(there), await statusOf(back)]).toEqual([
      401, 401, 200,
    ]);
    expect(await back.json('sessions')).toHaveLength(1);
  });

  it('AUTH-11 can be sent again where its answer was lost, once the answer came no more', async () => {
    const { sandbox } = await openClock({
      faults: [{ match: 'GET /api/v1/switch/1', kind: 'drop-after', first: 1 }],
    });
    const own = await signIn(sandbox, ADMIN);
    await expect(own.call('switch/1')).rejects.toThrow(TypeError);
    expect(await statusOf(own)).toBe(401);
    // Another switch is no repetition.
    expect(await statusOf(own, 'switch/manager')).toBe(401);
    expect(await statusOf(own, 'switch/active')).toBe(401);
    const there = await switched(own, '1');
    expect(await there.json('switch/active')).toMatchObject({ active: { id: 1 } });
    // It came: who has the former authorization now is somebody else.
    expect(await statusOf(own, 'switch/1')).toBe(401);
    expect(await there.json('sessions')).toHaveLength(1);
  });

  it('AUTH-11 can be sent again within a minute, and what was given before is over then', async () => {
    const { at, sandbox } = await openClock();
    const own = await signIn(sandbox, ADMIN);
    const lost = await switched(own, '1');
    at(50 / 3_600);
    const there = await switched(own, '1');
    expect([await statusOf(lost), await statusOf(there)]).toEqual([401, 200]);
    const late = await switched(there, 'manager');
    at(120 / 3_600);
    expect(await statusOf(there, 'switch/manager')).toBe(401);
    expect(await statusOf(late)).toBe(200);
  });

  it('AUTH-11 can be sent again for less than a minute after the first time, there and back', async () => {
    const { at, sandbox } = await openClock();
    const own = await signIn(sandbox, ADMIN);
    at(0.5);
    expect(await statusOf(own)).toBe(200);
    // The minute begins with the switch, not with the call before it or with a repetition.
    at(0.5 + 50 / 3_600);
    expect(await statusOf(own, 'switch/1')).toBe(200);
    at(0.5 + 109.999 / 3_600);
    const there = await switched(own, '1');
    expect(await statusOf(there)).toBe(200);
    const unused = await switched(there, 'manager');
    const back = await switched(there, 'manager');
    expect([await statusOf(unused), await statusOf(back)]).toEqual([401, 200]);
    const other = await signIn(sandbox, ADMIN);
    await switched(other, '1');
    at(0.5 + 140 / 3_600);
    expect(await statusOf(other, 'switch/1')).toBe(200);
    at(0.5 + 169.999 / 3_600);
    expect(await statusOf(other, 'switch/1')).toBe(401);
  });

  it('AUTH-11 is repeated for nobody who asks for something else with what is over', async () => {
    const { at, sandbox } = await openClock();
    const own = await signIn(sandbox, ADMIN);
    await switched(own, '1');
    const idle = await signIn(sandbox, ADMIN);
    at(8);
    for (const path of ['active', 'active/', 'manage', '1/', '2']) {
      expect([path, await statusOf(idle, `switch/${path}`)]).toEqual([path, 401]);
      expect([path, await statusOf(own, `switch/${path}`)]).toEqual([path, 401]);
    }
  });
});

describe('the own sessions', () => {
  it('AUTH-11 are listed with where they are used from, and ended one by one', async () => {
    const { at, sandbox } = await openClock({ trustProxy: ['127.0.0.1'] });
    const fixture = await signInFrom(sandbox, '198.51.100.7', 'Firefox at the desk');
    const night = await signInFrom(sandbox, '203.0.113.4', 'forecourt/0.1');
    await signIn(sandbox, CLERK);
    at(0.5);
    const sessions = await fixture.json('sessions');
    expect(sessions).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        created_at: '2026-11-20T15:00:00.000Z',
        last_seen_at: '2026-11-20T15:30:00.000Z',
        address: '198.51.100.7',
        client: 'Firefox at the desk',
        acting_as: null,
        current: true,
      },
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        created_at: '2026-11-20T15:00:00.000Z',
        last_seen_at: '2026-11-20T15:00:00.000Z',
        address: '203.0.113.4',
        client: 'forecourt/0.1',
        acting_as: null,
        current: false,
      },
    ]);
    expect(JSON.stringify(sessions)).not.toContain('Bearer');
    const ended = await fixture.call(`sessions/${sessions[1].id}`, { method: 'DELETE' });
    expect(ended.status).toBe(204);
    expect([await statusOf(fixture), await statusOf(night)]).toEqual([200, 401]);
    expect(await fixture.json('sessions')).toHaveLength(1);
  });

  it('AUTH-11 are listed as they were last used', async () => {
    const { at, sandbox } = await openClock();
    const first = await signInFrom(sandbox, '203.0.113.7', 'first');
    at(0.1);
    const second = await signInFrom(sandbox, '203.0.113.8', 'second');
    const order = async (by: Client) =>
      (await by.json('sessions')).map(({ client }: { client: string }) => client);
    at(0.2);
    expect(await order(second)).toEqual(['second', 'first']);
    at(0.3);
    expect(await order(first)).toEqual(['first', 'second']);
    at(0.4);
    expect(await order(second)).toEqual(['second', 'first']);
  });

  it('AUTH-11 have at most 200 characters of the program’s name, and may have none', async () => {
    const { sandbox } = await openClock();
    const named = await signInFrom(sandbox, '', `Firefox/${'9'.repeat(300)}`);
    const nameless = await signIn(sandbox, ADMIN);
    expect(
      (await named.json('sessions')).map(({ client }: { client: string }) => client).sort(),
    ).toEqual(['', `Firefox/${'9'.repeat(192)}`]);
    expect(await nameless.json('sessions')).toHaveLength(2);
  });

  it("AUTH-11 are one's own alone", async () => {
    const { sandbox } = await openClock();
    const [admin, clerk] = [await signIn(sandbox, ADMIN), await signIn(sandbox, CLERK)];
    const [{ id }] = await clerk.json('sessions');
    expect(await admin.json('sessions')).toHaveLength(1);
    for (const other of [id, 'none', '%25']) {
      const answer = await admin.call(`sessions/${other}`, { method: 'DELETE' });
      expect(answer.status).toBe(404);
    }
    expect(await statusOf(clerk)).toBe(200);
  });

  it('AUTH-11 are marked as seen once a minute at most', async () => {
    const { at, sandbox } = await openClock();
    const client = await signIn(sandbox, ADMIN);
    const seen = async () => (await client.json('sessions'))[0].last_seen_at.slice(11, 19);
    at(30 / 3_600);
    await seen();
    at(50 / 3_600);
    expect(await seen()).toBe('15:00:30');
    at(89.999 / 3_600);
    expect(await seen()).toBe('15:00:30');
    at(90 / 3_600);
    expect(await seen()).toBe('15:01:30');
  });

  it('AUTH-11 are marked once a minute by all processes together', async () => {
    const place = await keptData({ ...IN_TESTS, seed: 'empty' });
    const first = await openClock(place);
    const out = new Client(first.sandbox.fetch, undefined);
    const login = await out.call('login', { body: { username: ADMIN, password: PASSWORD } });
    const authorization = login.headers.get('authorization') ?? '';
    first.at(30 / 3_600);
    expect(await statusOf(out.as(authorization))).toBe(200);
    await first.sandbox.close();
    const next = await openClock(place);
    next.at(89 / 3_600);
    const client = new Client(next.sandbox.fetch, authorization);
    expect(await client.json('sessions')).toMatchObject([
      { last_seen_at: '2026-11-20T15:00:30.000Z' },
    ]);
  });
});

describe('the own password', () => {
  const change = (client: Client, current: string, password: string) =>
    client.call('profile/password', { method: 'PUT', body: { current, password } });
  const NEXT = 'Diesel-by-night-7';

  it('USER-08 is changed, and all other sessions are over', async () => {
    const { sandbox } = await openClock();
    const [one, other] = [await signIn(sandbox, ADMIN), await signIn(sandbox, ADMIN)];
    expect((await change(one, PASSWORD, NEXT)).status).toBe(204);
    expect([await statusOf(one), await statusOf(other)]).toEqual([200, 401]);
    const out = new Client(sandbox.fetch, undefined);
    const login = async (password: string) =>
      (await out.call('login', { body: { username: ADMIN, password } })).status;
    expect([await login(PASSWORD), await login(NEXT)]).toEqual([401, 200]);
    const { content } = await one.json('audit?filter=action:profile.password');
    expect(content).toMatchObject([{ actor: ADMIN, changes: { password: 'changed' } }]);
  });

  it.each([
    ['Short-pass1', 'A password needs at least 12 characters'],
    ['admin@forecourt.test', 'A password must differ from the email and its name'],
    ['1qaz2wsx3edc', 'This password is one of the most used. Choose another'],
  ])('USER-08 is not %j', async (password, detail) => {
    const { sandbox } = await openClock();
    const client = await signIn(sandbox, ADMIN);
    const answer = await change(client, PASSWORD, password);
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors).toEqual([{ pointer: '/password', detail }]);
  });

  it('USER-08 AUTH-12 wants the current one, and a wrong one counts as a failed sign-in', async () => {
    const { sandbox } = await openClock();
    const client = await signIn(sandbox, ADMIN);
    for (let count = 0; count < 10; count += 1) {
      const wrong = await change(client, 'not this one', NEXT);
      expect(wrong.status).toBe(422);
      expect((await wrong.json()).errors).toEqual([
        { pointer: '/current', detail: 'The current password is wrong.' },
      ]);
    }
    const limited = await change(client, PASSWORD, NEXT);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '900']);
    expect(await statusOf(client)).toBe(200);
  });

  it('USER-08 is asked for by name where it is missing', async () => {
    const { sandbox } = await openClock();
    const client = await signIn(sandbox, ADMIN);
    const current = { pointer: '/current', detail: 'The current password is required.' };
    const fresh = { pointer: '/password', detail: 'The new password is required.' };
    for (const [body, error] of [
      [{ password: NEXT }, current],
      [{ current: 'x'.repeat(1_001), password: NEXT }, current],
      [{ current: PASSWORD }, fresh],
      [{ current: PASSWORD, password: 12 }, fresh],
      [{ current: PASSWORD, password: 'x'.repeat(1_001) }, fresh],
    ] as const) {
      const answer = await client.call('profile/password', { method: 'PUT', body });
      expect([answer.status, (await answer.json()).errors]).toEqual([400, [error]]);
    }
  });

  it('USER-08 has 1,000 characters at most, and is asked for with as many', async () => {
    const { sandbox } = await openClock();
    const client = await signIn(sandbox, ADMIN);
    const longest = 'x'.repeat(1_000);
    expect((await change(client, longest, NEXT)).status).toBe(422);
    expect((await change(client, PASSWORD, longest)).status).toBe(204);
    expect((await change(client, longest, NEXT)).status).toBe(204);
  });

  it('USER-08 is changed once where the answer was lost and it is sent again', async () => {
    const { sandbox } = await openClock({
      faults: [{ match: 'PUT /api/v1/profile/password', kind: 'drop-after', first: 1 }],
    });
    const client = await signIn(sandbox, ADMIN);
    const send = () =>
      client.call('profile/password', {
        method: 'PUT',
        body: { current: PASSWORD, password: NEXT },
        headers: { 'idempotency-key': 'once' },
      });
    await expect(send()).rejects.toThrow(TypeError);
    const again = await send();
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([204, 'true']);
  });
});
