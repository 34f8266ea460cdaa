import { existsSync } from 'node:fs';
import { PASSWORD } from '@forecourt/sandbox';
import { describe, expect, it } from 'vitest';
import { askKeychain } from '../src/credentials/keychain.ts';
import { textOf } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';

const LOGIN = ['login', '--email', 'admin@forecourt.test', '--password-stdin'];
const NOWHERE = 'unix:path=/nowhere/at/all';

const { fixture } = fixtureForEach({ email: null });

const path = () => fixture.path('config/credentials/default.json');
const login = (env: Readonly<Record<string, string>> = {}) =>
  fixture.run(LOGIN, { stdin: PASSWORD, env });

describe('the store of the authorization', () => {
  it('AUTH-10 is a file without a desktop session; login says so once, and whoami', async () => {
    const { code, stderr, stdout } = await login();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`The authorization is kept in ${path()}.`);
    expect((await fixture.run(['whoami'])).stdout).toContain(path());
    expect((await fixture.json(['whoami'])).document).toMatchObject({ keptIn: path() });
  });

  it('AUTH-10 is a file if the desktop has no keychain, and login says why', async () => {
    const started = performance.now();
    const { code, stdout } = await login({
      FORECOURT_CREDENTIALS: 'auto',
      DBUS_SESSION_BUS_ADDRESS: NOWHERE,
    });
    expect(code).toBe(0);
    expect(stdout).toContain(path());
    expect(stdout).toMatch(/keychain refuses: .*\S/);
    expect(JSON.parse(textOf(path())).session.authorization).toMatch(/\S{20}/);
    expect(performance.now() - started).toBeLessThan(25_000);
  });

  it('AUTH-10 is never a file if you chose the keychain and it refuses', async () => {
    const env = { FORECOURT_CREDENTIALS: 'keychain', DBUS_SESSION_BUS_ADDRESS: NOWHERE };
    const { code, stderr } = await login(env);
    expect(code).toBe(3);
    expect(stderr).toContain('FORECOURT_CREDENTIALS=file forecourt login');
    expect(existsSync(path())).toBe(false);
  });

  it('AUTH-10 comes from the environment, else from the profile', async () => {
    expect((await fixture.run(['config', 'set', 'credentials', 'keychain'])).code).toBe(0);
    expect((await login({ DBUS_SESSION_BUS_ADDRESS: NOWHERE })).code).toBe(3);
    const chosen = await login({ FORECOURT_CREDENTIALS: 'file' });
    expect([chosen.code, chosen.stdout]).toEqual([0, expect.not.stringContaining('refuses')]);
    const wrong = await fixture.run(['config', 'set', 'credentials', 'pocket']);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('auto, keychain or file'),
    ]);
  });

  it('AUTH-10 does not call the keychain for a sign-in stored in a file', async () => {
    await login({ FORECOURT_CREDENTIALS: 'file' });
    const env = { FORECOURT_CREDENTIALS: 'keychain', DBUS_SESSION_BUS_ADDRESS: NOWHERE };
    expect((await fixture.run(['whoami'], { env })).code).toBe(0);
    expect((await fixture.run(['logout'], { env })).code).toBe(0);
    expect(existsSync(path())).toBe(false);
  });
});

it('a missing keychain fails with its reason and never hangs', () => {
  const answer = askKeychain({ what: 'get', account: 'nobody', bus: NOWHERE });
  if (process.platform === 'linux')
    expect(answer).toEqual({ refused: expect.stringMatching(/\S/) });
});
