import { describe, expect, it } from 'vitest';
import { countFailure, enterAttempt, refusalOf, standingOf } from '../src/auth/login-limit.ts';
import { PASSWORD, type SandboxOptions } from '../src/index.ts';
import { openTestStore } from './database.ts';
import { ADMIN, CLERK, Client, NOW, openSandbox, signIn } from './helpers.ts';

/** Behind a proxy that is trusted, so that one test can come from many addresses. */
async function openLogin(options: SandboxOptions = {}) {
  const sandbox = await openSandbox({
    seed: 'empty',
    trustProxy: ['127.0.0.1'],
    // One test is many people; what one address may hold has tests of its own.
    signInLine: { slotsOfAddress: 50 },
    ...options,
  });
  const out = new Client(sandbox.fetch, undefined);
  const answer = (password: string, from = '203.0.113.1', username = ADMIN) =>
    out.call('login', {
      body: { username, password },
      headers: { 'x-forwarded-for': from },
    });
  const attempt = async (password: string, from?: string, username?: string) =>
    (await answer(password, from, username)).status;
  return { sandbox, answer, attempt };
}

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

async function inTurn<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let index = 0; index < count; index += 1) done.push(await work(index));
  return done;
}

const counted = (statuses: readonly number[]) =>
  Object.fromEntries([...Map.groupBy(statuses, String)].map(([name, all]) => [name, all.length]));

describe('the limit of failed sign-ins', () => {
  it('AUTH-12 looks at ten failures of an account in 15 minutes, from however many addresses', async () => {
    let now = NOW;
    const { answer, attempt } = await openLogin({ now: () => now });
    const statuses = await inTurn(72, (index) =>
      attempt(`guess ${index}`, `203.0.113.${1 + (index % 12)}`),
    );
    expect(counted(statuses)).toEqual({ 401: 10, 429: 62 });
    const limited = await answer(PASSWORD, '203.0.113.99');
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).toBe('900');
    expect((await limited.json()).detail).toBe('Too many failed sign-ins. Try again in 15 min.');
    now = new Date(NOW.getTime() + 901_000);
    expect(await attempt(PASSWORD, '203.0.113.99')).toBe(200);
  });

  it('AUTH-12 looks at no more guesses at the same time than one after the other', async () => {
    const { attempt } = await openLogin();
    const statuses = await times(30, (index) => attempt(`guess ${index}`));
    expect(counted(statuses)).toEqual({ 401: 10, 429: 20 });
  });

  it('AUTH-12 lets a right password in from an address that was signed in before, and from no other', async () => {
    const { attempt } = await openLogin();
    expect(await attempt(PASSWORD, '198.51.100.7')).toBe(200);
    await times(15, (index) => attempt('no', `203.0.113.${index}`));
    expect(await attempt(PASSWORD, '203.0.113.50')).toBe(429);
    expect(await attempt(PASSWORD, '198.51.100.7')).toBe(200);
    // Neither does it open the door to the others.
    expect(await attempt(PASSWORD, '203.0.113.50')).toBe(429);
    // Its own wrong ones are answered as ever, and ten of them are all there are.
    const wrong = await inTurn(12, () => attempt('no', '198.51.100.7'));
    expect(counted(wrong)).toEqual({ 401: 10, 429: 2 });
    expect(await attempt(PASSWORD, '198.51.100.7')).toBe(429);
  });

  it('AUTH-12 lets a person in from a known address while strangers fill the line', async () => {
    const { answer, attempt } = await openLogin({
      passwordCost: 14,
      signInLine: { atOnce: 1, slots: 2, patienceMs: 60_000 },
    });
    expect(await attempt(PASSWORD, '198.51.100.7')).toBe(200);
    const flood = times(24, (index) =>
      answer('no', `203.0.113.${Math.floor(index / 3)}`, `person-${index}@forecourt.test`),
    );
    expect(await attempt(PASSWORD, '198.51.100.7')).toBe(200);
    const away = (await flood).filter(({ status }) => status === 503);
    expect(away.length).toBeGreaterThan(0);
    for (const { headers } of away) expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('AUTH-12 gives one address, or an IPv6 network of 64 bits, two places of the line', async () => {
    const { attempt, sandbox } = await openLogin({
      passwordCost: 14,
      signInLine: { atOnce: 1, patienceMs: 60_000 },
    });
    const statuses = await times(8, (index) =>
      attempt('no', `2001:db8:1:2::${index}`, `person-${index}@forecourt.test`),
    );
    expect(counted(statuses)).toEqual({ 401: 3, 503: 5 });
    // Who is sent away from a full line was not refused.
    const trail = await (await signIn(sandbox, ADMIN)).json('audit?filter=action:session.refused');
    const wrong = { times: 1, changes: { reason: 'wrong password or no such account' } };
    expect(trail).toMatchObject({ content: [wrong, wrong, wrong], totalRecords: 3 });
  });

  it('AUTH-12 takes all addresses of an IPv6 network of 64 bits for one', async () => {
    const { attempt } = await openLogin();
    expect(await attempt(PASSWORD, '2001:db8:1:2::7')).toBe(200);
    await times(15, (index) => attempt('no', `203.0.113.${index}`));
    expect(await attempt(PASSWORD, '2001:db8:1:2:aaaa::1')).toBe(200);
    expect(await attempt(PASSWORD, '2001:db8:1:3::7')).toBe(429);
  });

  it('AUTH-12 slows an address that fails at other accounts, and never locks it', async () => {
    const waits: number[] = [];
    const pause = (ms: number) => Promise.resolve(waits.push(ms));
    const { attempt } = await openLogin({ pause });
    const failures = await inTurn(110, (index) =>
      attempt('no', '203.0.113.1', `person-${index}@forecourt.test`),
    );
    expect(counted(failures)).toEqual({ 401: 110 });
    expect(new Set(waits)).toEqual(new Set([250, 500, 1_000, 2_000]));
    expect(waits).toHaveLength(100);
    expect(await attempt(PASSWORD)).toBe(200);
  });

  it('AUTH-12 delays each failure of an account longer than the previous one', async () => {
    const waits: number[] = [];
    const pause = (ms: number) => Promise.resolve(waits.push(ms));
    const { attempt } = await openLogin({ pause });
    await inTurn(10, () => attempt('no'));
    expect(waits).toEqual([250, 500, 1_000, 2_000, 2_000, 2_000, 2_000]);
  });

  it('AUTH-12 delays nobody from a known address for the failures of strangers', async () => {
    const waits: number[] = [];
    const pause = (ms: number) => Promise.resolve(waits.push(ms));
    const { attempt } = await openLogin({ pause });
    expect(await attempt(PASSWORD, '198.51.100.7')).toBe(200);
    await inTurn(5, (index) => attempt('no', `203.0.113.${index}`));
    expect(waits.splice(0)).toEqual([250, 500]);
    expect(await attempt(PASSWORD, '198.51.100.7')).toBe(200);
    expect(waits).toEqual([]);
  });

  it('AUTH-12 delays nobody from a known address for failures at other accounts there', async () => {
    const waits: number[] = [];
    const pause = (ms: number) => Promise.resolve(waits.push(ms));
    const { attempt } = await openLogin({ pause });
    expect(await attempt(PASSWORD)).toBe(200);
    await inTurn(25, (index) => attempt('no', undefined, `person-${index}@forecourt.test`));
    waits.splice(0);
    expect(await attempt(PASSWORD)).toBe(200);
    expect(waits).toEqual([]);
    expect(await attempt(PASSWORD, undefined, CLERK)).toBe(200);
    expect(waits).toEqual([500]);
  });

  it('AUTH-12 AUTH-13 the trail says who met the limit, and with which reason', async () => {
    const { attempt, sandbox } = await openLogin();
    await inTurn(12, () => attempt('no', undefined, CLERK));
    const admin = await signIn(sandbox, ADMIN);
    const { content } = await admin.json('audit?filter=action:session.refused');
    expect(content).toMatchObject([
      { actor: CLERK, times: 2, changes: { reason: 'too many failures' } },
      { actor: CLERK, times: 10, changes: { reason: 'wrong password or no such account' } },
    ]);
  });

  it('AUTH-12 locks nobody out for signing in many times at once', async () => {
    const { attempt } = await openLogin();
    await inTurn(9, () => attempt('no'));
    const statuses = await times(20, () => attempt(PASSWORD));
    expect(counted(statuses)).toEqual({ 200: 20 });
  });

  it('AUTH-12 says and does the same for an account that is not there', async () => {
    const { answer } = await openLogin();
    const reported = async (username: string) => {
      const answers = await inTurn(11, () => answer('no', '203.0.113.1', username));
      return Promise.all(
        answers.map(async (one) => {
          const { requestId: _, ...problem } = await one.json();
          return [one.status, one.headers.get('retry-after'), problem];
        }),
      );
    };
    expect(await reported('not-there@forecourt.test')).toEqual(await reported(CLERK));
  });

  it('AUTH-12 counts an attempt whose server died before its verdict', async () => {
    const store = await openTestStore();
    const attempt = { username: ADMIN, address: '203.0.113.1' };
    await inTurn(10, () => store.write((tx) => enterAttempt(tx, NOW, attempt)));
    const refusalAt = async (seconds: number) => {
      const now = new Date(NOW.getTime() + seconds * 1_000);
      return refusalOf(now, await standingOf(store.read, now, attempt))?.headers['retry-after'];
    };
    // Until then they may all be right: it is known in a moment.
    expect([await refusalAt(29), await refusalAt(30)]).toEqual(['1', '1']);
    expect([await refusalAt(31), await refusalAt(31.9)]).toEqual(['869', '869']);
    expect([await refusalAt(900), await refusalAt(901)]).toEqual(['1', undefined]);
  });

  it('AUTH-12 refuses until the tenth failure from the last is 15 minutes old, and says how long that is', async () => {
    const store = await openTestStore();
    const attempt = { username: ADMIN, address: '203.0.113.1' };
    const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
    await inTurn(12, (index) =>
      store.write(async (tx) =>
        countFailure(tx, await enterAttempt(tx, later(index * 10), attempt)),
      ),
    );
    // The third of the twelve is the tenth from the last: it was 20 s after the first.
    const refusal = refusalOf(later(78), await standingOf(store.read, later(78), attempt));
    expect(refusal).toMatchObject({
      status: 429,
      message: 'Too many failed sign-ins. Try again in 15 min.',
      headers: { 'retry-after': '842' },
    });
  });

  it('AUTH-12 forgets with a right password the failures of its address, not those of others', async () => {
    let now = NOW;
    const waits: number[] = [];
    const pause = (ms: number) => Promise.resolve(waits.push(ms));
    const { attempt } = await openLogin({ now: () => now, pause });
    await inTurn(6, () => attempt('no', '203.0.113.9'));
    await inTurn(3, () => attempt('no'));
    expect(await attempt(PASSWORD)).toBe(200);
    waits.splice(0);
    await inTurn(2, () => attempt('no'));
    // A right one is never taken for a failure, also when its verdict is long due.
    now = new Date(NOW.getTime() + 60_000);
    expect(await inTurn(3, () => attempt(PASSWORD))).toEqual([200, 200, 200]);
    expect(waits).toEqual([]);
    expect(await inTurn(5, () => attempt('no', '203.0.113.9'))).toEqual([401, 401, 401, 401, 429]);
  });

  it('AUTH-12 knows the last 20 addresses of an account', async () => {
    let now = NOW;
    const { attempt } = await openLogin({ now: () => now });
    await inTurn(21, (index) => {
      now = new Date(NOW.getTime() + index * 1_000);
      return attempt(PASSWORD, `198.51.100.${index}`);
    });
    await inTurn(10, () => attempt('no', '203.0.113.1'));
    const known = await inTurn(21, (index) => attempt('no', `198.51.100.${index}`));
    expect(known).toEqual([429, ...Array(20).fill(401)]);
  });

  it('AUTH-12 takes the address of a call from a trusted proxy only', async () => {
    const trusting = await openLogin();
    const blind = await openLogin({ trustProxy: [] });
    for (const { attempt } of [trusting, blind]) await times(10, () => attempt('no', '192.0.2.1'));
    // Anything left of the last hop is the client's own claim.
    expect(await trusting.attempt(PASSWORD, '198.51.100.1, 192.0.2.1')).toBe(429);
    const sessionFrom = async ({ sandbox, answer }: typeof blind, from: string) => {
      const client = new Client(sandbox.fetch, undefined).as(
        (await answer(PASSWORD, from, CLERK)).headers.get('authorization') ?? '',
      );
      return (await client.json('sessions'))[0].address;
    };
    expect(await sessionFrom(trusting, '10.9.9.9, 198.51.100.1')).toBe('198.51.100.1');
    expect(await sessionFrom(blind, '198.51.100.1')).toBe('127.0.0.1');
  });
});
