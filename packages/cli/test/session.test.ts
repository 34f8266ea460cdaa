import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD } from '@forecourt/sandbox';
import { describe, expect, it } from 'vitest';
import { openFixture, textOf } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';

const ADMIN = 'admin@forecourt.test';

const { fixture, service } = fixtureForEach({ email: null });

const storedPath = () => join(fixture.dir, 'config', 'credentials', 'default.json');
const storedToken = (): string => JSON.parse(textOf(storedPath())).session.authorization;

describe('login', () => {
  it('AUTH-10 signs in with a password from standard input and stores it readable only by its owner', async () => {
    const ran = await fixture.signIn(ADMIN);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toContain(`Signed in to ${service.url} as ${ADMIN}`);
    expect(statSync(storedPath()).mode & 0o777).toBe(0o600);
    expect(statSync(join(fixture.dir, 'config', 'credentials')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(fixture.dir, 'config', 'credentials'))).toEqual(['default.json']);
    expect(textOf(storedPath())).not.toContain(PASSWORD);
  });

  it('AUTH-10 keeps the password unchanged, except for the line break after it', async () => {
    const argv = ['login', '--email', ADMIN, '--password-stdin'];
    expect((await fixture.run(argv, { stdin: `${PASSWORD}\r\n` })).code).toBe(0);
    expect((await fixture.run(argv, { stdin: ` ${PASSWORD}` })).code).toBe(3);
    expect((await fixture.run(argv, { stdin: '' })).code).toBe(2);
  });

  it('AUTH-02 exits with 3 and the literal text for refused credentials, and stores nothing', async () => {
    const { code, document } = await fixture.json(['login', '--email', ADMIN, '--password-stdin'], {
      stdin: 'wrong-password',
    });
    expect(code).toBe(3);
    expect(document).toMatchObject({
      ok: false,
      operation: 'login',
      error: { code: 'invalid_credentials', message: 'Invalid Credential Please try again.' },
    });
    expect(() => statSync(storedPath())).toThrow();
  });

  it('AUTH-01 refuses a malformed email before sending', async () => {
    const argv = ['login', '--email', 'not-an-email', '--password-stdin'];
    const { code, stderr } = await fixture.run(argv, { stdin: PASSWORD });
    expect(code).toBe(2);
    expect(stderr).toContain('Please enter a valid email. (--email)');
  });

  it('AUTH-10 never prompts without a terminal and names the option', async () => {
    expect(await fixture.run(['login'])).toMatchObject({
      code: 2,
      stderr: 'forecourt: Email is missing: give --email.\n',
    });
    const { code, stderr } = await fixture.run(['login', '--email', ADMIN]);
    expect([code, stderr]).toEqual([2, 'forecourt: Password is missing: give --password-stdin.\n']);
  });

  it('AUTH-10 has no option that accepts a secret', async () => {
    const { stdout } = await fixture.run(['login', '--help']);
    expect(stdout).not.toMatch(/--(?:password|token|secret)[ =]<|--(?:password|token|secret) /);
    expect((await fixture.run(['login', '--password', PASSWORD])).code).toBe(2);
  });

  it('restricts a sign-in file that was readable by others', async () => {
    await fixture.signIn(ADMIN);
    chmodSync(storedPath(), 0o644);
    await fixture.run(['whoami']);
    expect(statSync(storedPath()).mode & 0o777).toBe(0o600);
  });
});

describe('FORECOURT_TOKEN', () => {
  it.each(['with', 'without'])(
    "AUTH-10 signs in %s 'Bearer ', and nothing is stored",
    async (how) => {
      await fixture.signIn(ADMIN);
      const token = storedToken();
      const env = { FORECOURT_TOKEN: how === 'with' ? token : token.replace(/^Bearer /, '') };
      const other = openFixture(service.url);
      const { code, document } = await other.json(['whoami'], { env });
      expect([code, document]).toEqual([
        0,
        expect.objectContaining({ email: ADMIN, source: 'environment' }),
      ]);
      expect(() => readdirSync(join(other.dir, 'config', 'credentials'))).toThrow();
      expect((await other.run(['login'], { env })).code).toBe(0);
      expect((await other.run(['whoami'])).code).toBe(0);
      other.leave();
    },
  );

  it('overrides the stored sign-in, and an invalid one exits with 3', async () => {
    await fixture.signIn(ADMIN);
    const env = { FORECOURT_TOKEN: 'no-such-token' };
    const { code, stdout, stderr } = await fixture.run(['cards', 'list'], { env });
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).not.toContain('no-such-token');
    expect((await fixture.run(['cards', 'list'])).code).toBe(0);
  });

  it('is refused with characters that could split a header', async () => {
    const { code, stderr } = await fixture.run(['whoami'], {
      env: { FORECOURT_TOKEN: 'a\r\nb: c' },
    });
    expect([code, stderr.includes('b: c')]).toEqual([2, false]);
  });
});

describe('the stored sign-in', () => {
  it('AUTH-10 is stored by profile, and logout deletes that of one profile', async () => {
    await fixture.signIn(ADMIN);
    const viewer = ['login', '--email', 'viewer@northhaul.test', '--password-stdin'];
    await fixture.run([...viewer, '--profile', 'north'], { stdin: PASSWORD });
    const who = async (argv: string[]) => (await fixture.json(['whoami', ...argv])).document;
    expect(await who([])).toMatchObject({ email: ADMIN, profile: 'default' });
    expect(await who(['--profile', 'north'])).toMatchObject({ email: 'viewer@northhaul.test' });
    expect((await fixture.run(['logout', '--profile', 'north'])).stdout).toContain('Signed out of');
    expect((await fixture.run(['whoami', '--profile', 'north'])).code).toBe(3);
    expect(await who([])).toMatchObject({ email: ADMIN });
    expect((await fixture.run(['logout', '--profile', 'north'])).code).toBe(0);
  });

  it('WIRE-03 is never sent to a service other than its own', async () => {
    await fixture.signIn(ADMIN);
    const other = service.url.replace('127.0.0.1', 'localhost');
    const { code, stderr } = await fixture.run(['cards', 'list', '--base-url', other]);
    expect(code).toBe(3);
    expect(stderr).toContain(`is signed in to ${service.url}, not to ${other}`);
  });

  it("counts as missing if its file can't be read", async () => {
    await fixture.signIn(ADMIN);
    const { writeFileSync } = await import('node:fs');
    writeFileSync(storedPath(), '{"half":');
    expect((await fixture.run(['cards', 'list'])).code).toBe(3);
  });
});
