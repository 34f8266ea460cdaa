import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD } from '@forecourt/sandbox';
import { describe, expect, it } from 'vitest';
import { textOf } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';

const { fixture } = fixtureForEach({ email: null });

const NO_ENV = { FORECOURT_BASE_URL: '' };

describe('config', () => {
  const urlOf = async (argv: string[], env: Record<string, string>) => {
    const { document } = await fixture.json(['config', 'get', 'base-url', ...argv], { env });
    const { value, source } = document as { value: string; source: string };
    return [value, source];
  };

  it('takes an option over the environment, the environment over the profile, the profile over the default', async () => {
    const url = (name: string) => `http://${name}.test/api/v1`;
    expect(await urlOf([], NO_ENV)).toEqual(['http://127.0.0.1:4300/api/v1', 'default']);
    await fixture.run(['config', 'set', 'base-url', `${url('stored')}/`], { env: NO_ENV });
    expect(await urlOf([], NO_ENV)).toEqual([url('stored'), 'profile']);
    const env = { FORECOURT_BASE_URL: url('environment') };
    expect(await urlOf([], env)).toEqual([url('environment'), 'environment']);
    expect(await urlOf(['--base-url', url('flag')], env)).toEqual([url('flag'), 'flag']);
  });

  it('stores settings by profile, in a file readable only by its owner', async () => {
    const set = (...argv: string[]) => fixture.run(['config', 'set', ...argv], { env: NO_ENV });
    await set('timeout', '60', '--profile', 'night');
    await set('email', 'night@example.com', '--profile', 'night');
    expect((await set('profile', 'night')).code).toBe(0);
    const { stdout } = await fixture.run(['config', 'list'], { env: NO_ENV });
    expect(stdout).toMatch(/profile\tnight\tprofile[\s\S]*timeout\t60\tprofile/);
    const file = join(fixture.dir, 'config', 'config.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(textOf(file))).toEqual({
      profile: 'night',
      profiles: { night: { timeout: '60', email: 'night@example.com' } },
    });
    await set('timeout', '--unset');
    expect((await fixture.run(['config', 'get', 'timeout'], { env: NO_ENV })).stdout).toBe('30\n');
  });

  it.each([
    [['get', 'colour'], "no setting 'colour'"],
    [['set', 'base-url', 'ftp://x'], '--base-url'],
    [['set', 'base-url', 'https://me:secret@x.test'], '--base-url'],
    [['set', 'timeout', '-1'], '--timeout'],
    [['set', 'profile', '../x'], '--profile'],
    [['set', 'email', 'nobody'], 'email'],
    [['set', 'email'], 'needs a value'],
    [['set', 'email', 'a@b.test', '--unset'], '--unset takes no value'],
  ])('ends with 2 and says what is wrong: %j', async (argv, reported) => {
    const { code, stderr } = await fixture.run(['config', ...argv]);
    expect([code, stderr.includes(reported), stderr.includes('secret')]).toEqual([2, true, false]);
  });

  it.each([
    ['{"profile":', 'It is not JSON.'],
    ['42', 'It is not a JSON object.'],
    ['[]', 'It is not a JSON object.'],
    ['{"profile":1}', 'profile is not a text in quotes.'],
    ['{"profiles":[]}', 'profiles is not an object.'],
    ['{"profiles":{"default":"x"}}', 'profiles.default is not an object.'],
    [
      '{"profiles":{"default":{"email":"a@b.test","base-url":5}}}',
      'profiles.default.base-url is not a text in quotes.',
    ],
    [
      '{"profiles":{"default":{"baseUrl":"http://127.0.0.1:1/api"}}}',
      'profiles.default.baseUrl is no setting: it is written base-url.',
    ],
    [
      '{"profiles":{"default":{"timout":"5"}}}',
      'profiles.default.timout is no setting: it is written timeout.',
    ],
    [
      '{"profiles":{"night":{"base-ulr":"http://127.0.0.1:1/api"}}}',
      'profiles.night.base-ulr is no setting: it is written base-url.',
    ],
  ])('says where a broken configuration is, and what is wrong: %s', async (text, fault) => {
    await fixture.run(['config', 'set', 'timeout', '60']);
    const file = join(fixture.dir, 'config', 'config.json');
    writeFileSync(file, text);
    const { code, stderr } = await fixture.run(['cards', 'list']);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `forecourt: The configuration cannot be read: ${file}\n${fault} Correct it, or delete the file and set it up again with \`forecourt config set\`.\n`,
    );
  });

  it.each([
    ['timeout', 'abc', '45'],
    ['base-url', 'ftp://x', 'http://127.0.0.1:1/api'],
    ['credentials', 'keychian', 'file'],
  ])(
    'says which stored %s is wrong, and stores another one in its place',
    async (key, wrong, right) => {
      const file = join(fixture.dir, 'config', 'config.json');
      await fixture.run(['config', 'set', 'email', 'a@b.test']);
      writeFileSync(file, JSON.stringify({ profiles: { default: { [key]: wrong } } }));
      const { code, stderr } = await fixture.run(['config', 'list'], { env: NO_ENV });
      expect([code, stderr.includes(file)]).toEqual([2, true]);
      expect(stderr).toContain(`profiles.default.${key}: `);
      expect(stderr).toContain(`Correct it with \`forecourt config set ${key} <value>\`.`);
      const mended = await fixture.run(['config', 'set', key, right], { env: NO_ENV });
      expect([mended.code, mended.stderr]).toEqual([0, '']);
      const shown = await fixture.json(['config', 'get', key], { env: NO_ENV });
      expect(shown).toMatchObject({ code: 0, document: { value: right } });
    },
  );

  it('reads and keeps a configuration that an editor on Windows saved, and settings of a later version', async () => {
    const file = join(fixture.dir, 'config', 'config.json');
    const config = { profiles: { default: { timeout: '61', later: 'x' } } };
    await fixture.run(['config', 'set', 'timeout', '60']);
    writeFileSync(file, `\uFEFF${JSON.stringify(config, undefined, 2)}\r\n`);
    const shown = await fixture.json(['config', 'list']);
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    expect(JSON.stringify(shown.document)).toContain('"61"');
    expect((await fixture.run(['config', 'set', 'timeout', '62'])).code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))).toMatchObject({
      profiles: { default: { timeout: '62', later: 'x' } },
    });
  });

  it('shows where everything is stored', async () => {
    const dir = join(fixture.dir, 'config');
    expect((await fixture.json(['config', 'path'])).document).toMatchObject({
      dir,
      config: join(dir, 'config.json'),
      journal: join(dir, 'imports'),
      changes: join(dir, 'changes'),
    });
  });
});

describe('access', () => {
  const signIn = (email: string) =>
    fixture.run(['login', '--email', email, '--password-stdin'], { stdin: PASSWORD });

  it('ACC-05 lists every action with its decision', async () => {
    await signIn('clerk@forecourt.test');
    const { document } = await fixture.json(['access', 'list']);
    const { items } = document as { items: { action: string; allowed: boolean }[] };
    const allowed = (action: string) => items.find((item) => item.action === action)?.allowed;
    expect([allowed('cards.update'), allowed('cards.delete')]).toEqual([true, false]);
    expect((await fixture.run(['access', 'list'])).stdout).toMatch(
      /cards\.delete\tno\tdelete on screen FCM/,
    );
  });

  it('ACC-05 AUTH-13 refuses the audit trail to a company, as the service does', async () => {
    await signIn('admin@forecourt.test');
    const staff = await fixture.run(['access', 'list']);
    expect(staff.stdout).toMatch(
      /^audit\.list\tyes\tread on screen FU, as staff of the provider\t/m,
    );
    const { document } = await fixture.json(['companies', 'list', '--size', '1']);
    const [company] = (document as { items: { id: string }[] }).items;
    await fixture.run(['switch', 'to', String(company?.id)]);
    expect((await fixture.run(['access', 'list'])).stdout).toMatch(/^audit\.list\tno\t/m);
    expect((await fixture.run(['audit', 'list'])).code).not.toBe(0);
  });

  it('ACC-05 explains a decision: screen, flag, and where it comes from', async () => {
    await signIn('viewer@northhaul.test');
    const { code, document } = await fixture.json(['access', 'explain', 'transactions.import']);
    expect(code).toBe(0);
    expect(document).toMatchObject({
      action: 'transactions.import',
      allowed: false,
      needs: 'create on screen FT',
      source: "the screen's flag",
      account: 'viewer@northhaul.test',
    });
    const text = await fixture.run(['access', 'explain', 'transactions.import']);
    expect(text.stdout).toContain('Rights there\tread');
    expect((await fixture.run(['access', 'explain', 'nonsense'])).code).toBe(2);
  });
});

describe('doctor', () => {
  it('finds no problem if there is none', async () => {
    await fixture.signIn('admin@forecourt.test');
    const { code, document } = await fixture.json(['doctor']);
    expect(code).toBe(0);
    expect(document).toMatchObject({ ok: true, message: 'Nothing is wrong.' });
  });

  it('distinguishes a missing sign-in from an unreachable service', async () => {
    expect((await fixture.json(['doctor'])).code).toBe(3);
    const away = ['doctor', '--base-url', 'http://127.0.0.1:1', '--timeout', '2'];
    const { code, stdout } = await fixture.run(away);
    expect([code, /service\tfailed/.test(stdout)]).toEqual([7, true]);
  });
});
