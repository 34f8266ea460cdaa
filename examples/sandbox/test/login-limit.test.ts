import { describe, expect, it } from 'vitest';
import { claimAttempt } from '../src/auth/login-limit.ts';
import { PASSWORD } from '../src/index.ts';
import { openTestStore } from './database.ts';
import { ADMIN, CLERK, Client, NOW, openSandbox } from './helpers.ts';

describe('the limit of failed sign-ins', () => {
  it('AUTH-02 limits failed sign-ins with 429 and Retry-After, and lets go in time', async () => {
    let now = NOW;
    const sandbox = await openSandbox({ seed: 'empty', now: () => now });
    const out = new Client(sandbox.fetch, undefined);
    const attempt = (password: string, username = ADMIN) =>
      out.call('login', { body: { username, password } });
    for (let count = 0; count < 5; count += 1) expect((await attempt('no')).status).toBe(401);
    const limited = await attempt(PASSWORD);
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).toBe('900');
    expect((await attempt(PASSWORD, CLERK)).status).toBe(200);
    now = new Date(NOW.getTime() + 901_000);
    expect((await attempt(PASSWORD)).status).toBe(200);
  });

  it('AUTH-02 lets no more guesses through at the same time than one after the other', async () => {
    const sandbox = await openSandbox({ seed: 'empty' });
    const out = new Client(sandbox.fetch, undefined);
    const attempts = (passwords: readonly string[]) =>
      Promise.all(
        passwords.map(async (password) => {
          const answer = await out.call('login', { body: { username: ADMIN, password } });
          return answer.status;
        }),
      );
    const guesses = Array.from({ length: 30 }, (_, index) => `guess ${index}`);
    const statuses = await attempts(guesses);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(25);
  });

  it('AUTH-02 keeps nobody out for signing in many times at once', async () => {
    const sandbox = await openSandbox({ seed: 'empty' });
    const out = new Client(sandbox.fetch, undefined);
    const attempt = async (password: string) =>
      (await out.call('login', { body: { username: ADMIN, password } })).status;
    for (let count = 0; count < 4; count += 1) expect(await attempt('no')).toBe(401);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => attempt(PASSWORD)));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('AUTH-02 counts an attempt whose server died before its verdict', async () => {
    let now = NOW;
    const services = {
      store: await openTestStore(),
      now: () => now,
      maxUpload: 1,
      timeZone: 'UTC',
      passwordCost: 4,
      mail: { outboxDir: '', smtpUrl: undefined },
    };
    const attempt = { username: ADMIN, address: 'here' };
    for (let count = 0; count < 5; count += 1) await claimAttempt(services, attempt);
    now = new Date(NOW.getTime() + 31_000);
    await expect(claimAttempt(services, attempt)).rejects.toMatchObject({ status: 429 });
  });
});
