import { statSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD } from '@forecourt/sandbox';
import { describe, expect, it } from 'vitest';
import { type Fixture, openFixture, textOf } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';

const ADMIN = 'admin@forecourt.test';
const CLERK = 'clerk@forecourt.test';

const { fixture, service } = fixtureForEach({ email: null });

const tokenOf = ({ dir }: Fixture): string =>
  JSON.parse(textOf(join(dir, 'config', 'credentials', 'default.json'))).session.authorization;
const statusWith = async (authorization: string) =>
  (await fetch(`${service.url}/screens?app=FF`, { headers: { authorization } })).status;

describe('logout', () => {
  it('AUTH-11 ends the authorization at the service', async () => {
    await fixture.signIn(ADMIN);
    const token = tokenOf(fixture);
    expect(await statusWith(token)).toBe(200);
    const { document } = await fixture.json(['logout']);
    expect(document).toMatchObject({ ok: true, signedOut: true, ended: true });
    expect(await statusWith(token)).toBe(401);
  });

  it('AUTH-11 deletes it even if the service is unreachable', async () => {
    await fixture.signIn(ADMIN);
    const token = tokenOf(fixture);
    const path = join(fixture.dir, 'config', 'credentials', 'default.json');
    const ran = await fixture.run(['logout'], {
      env: { FORECOURT_BASE_URL: 'http://127.0.0.1:9' },
    });
    expect(ran.code).toBe(0);
    expect(() => statSync(path)).toThrow();
    expect(await statusWith(token)).toBe(200);
  });
});

describe('sessions', () => {
  it('AUTH-11 are listed by whoami --sessions, and ended one by one or all others at once', async () => {
    const others = [openFixture(service.url), openFixture(service.url), openFixture(service.url)];
    for (const other of others) await other.signIn(CLERK);
    await fixture.signIn(CLERK);
    const listed = (await fixture.json(['whoami', '--sessions'])).document as {
      items: { id: string; current: boolean; client: string }[];
    };
    expect(listed.items).toHaveLength(4);
    expect(listed.items.filter(({ current }) => current)).toHaveLength(1);
    expect((await fixture.run(['whoami', '--sessions'])).stdout).toContain(
      'Forecourt command line',
    );
    const other = listed.items.find(({ current }) => !current);
    expect((await fixture.run(['sessions', 'end', other?.id ?? ''])).stdout).toContain(
      'Session ended.',
    );
    expect((await fixture.run(['sessions', 'end', other?.id ?? ''])).code).not.toBe(0);
    expect((await fixture.run(['sessions', 'end', '--others'])).stdout).toContain(
      '2 sessions ended.',
    );
    expect(await Promise.all(others.map((one) => statusWith(tokenOf(one))))).toEqual([
      401, 401, 401,
    ]);
    expect(await statusWith(tokenOf(fixture))).toBe(200);
    expect((await fixture.run(['sessions', 'end'])).code).toBe(2);
    for (const one of others) one.leave();
  });
});

describe('password', () => {
  const change = (stdin: string) => fixture.run(['password', '--password-stdin'], { stdin });

  it('USER-08 is changed from two lines of standard input', async () => {
    await fixture.signIn(CLERK);
    const next = 'Diesel-by-night-7';
    expect(await change(`${PASSWORD}\n${next}\n`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Password changed. All other sessions are over.'),
    });
    expect((await change(`${next}\n${PASSWORD}\n`)).code).toBe(0);
  });

  it.each([
    [`${PASSWORD}\nshort\n`, 'A password needs at least 12 characters'],
    [`${PASSWORD}\n${CLERK}\n`, 'A password must differ from the email and its name'],
    [`${PASSWORD}\nqwertyuiop12\n`, 'This password is one of the most used'],
    [`${PASSWORD}\n${PASSWORD}\n`, 'The new password must differ from the current one'],
    [`${PASSWORD}\n`, '--password-stdin reads two lines'],
  ])('USER-08 is refused before it is sent: %j', async (stdin, message) => {
    await fixture.signIn(CLERK);
    const { code, stderr } = await change(stdin);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('USER-08 says that the current password is wrong', async () => {
    await fixture.signIn(CLERK);
    const { code, stderr } = await change('not this one\nDiesel-by-night-7\n');
    expect(code).not.toBe(0);
    expect(stderr).toContain('The current password is wrong.');
  });

  it('USER-08 never prompts without a terminal, and says what to pass', async () => {
    await fixture.signIn(CLERK);
    const { code, stderr } = await fixture.run(['password']);
    expect(code).toBe(2);
    expect(stderr).toContain('--password-stdin');
  });
});

describe('audit', () => {
  it('AUTH-13 lists and exports the trail by filters and days', async () => {
    await fixture.signIn(ADMIN);
    const filter = ['--filter', 'action:session.sign-in', '--filter', `actor:${ADMIN}`];
    const { document } = await fixture.json(['audit', 'list', ...filter]);
    const { items } = document as { items: { action: string; actor: string }[] };
    expect(items.length).toBeGreaterThan(0);
    expect(items[0]).toMatchObject({ action: 'session.sign-in', actor: ADMIN });
    const ran = await fixture.run([
      'audit',
      'export',
      ...filter,
      '--out',
      fixture.path('trail.csv'),
    ]);
    expect(ran.code).toBe(0);
    const lines = textOf(fixture.path('trail.csv')).trim().split('\r\n');
    expect(lines).toHaveLength(items.length + 1);
    expect(lines[1]).toContain('session.sign-in');
    expect((await fixture.json(['audit', 'list', '--from', '2031-01-01'])).document).toMatchObject({
      items: [],
    });
  });

  it('AUTH-13 is refused without the right', async () => {
    const viewer = ['login', '--email', 'viewer@northhaul.test', '--password-stdin'];
    await fixture.run(viewer, { stdin: PASSWORD });
    expect((await fixture.run(['audit', 'list'])).code).toBe(4);
    expect((await fixture.run(['audit', 'export'])).code).toBe(4);
  });
});
