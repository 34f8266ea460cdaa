import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';

let fixture: Fixture;

beforeAll(() => {
  fixture = openFixture('http://127.0.0.1:1/api/v1');
});
afterAll(() => fixture.leave());

const advised = async (...argv: string[]) => {
  const { code, stdout, stderr } = await fixture.run(argv);
  expect([code, stdout]).toEqual([2, '']);
  return stderr.trimEnd().split('\n').at(-1);
};

describe('commands that people guess first', () => {
  it.each([
    ['status', 'imports list'],
    ['import', 'transactions import'],
    ['check', 'transactions check'],
    ['upload', 'rates upload'],
    ['export', 'transactions export'],
    ['card', 'cards'],
    ['transaction', 'transactions'],
    ['company', 'companies'],
    ['txn', 'transactions list'],
    ['cadrs', 'cards'],
    ['me', 'whoami'],
    ['signin', 'login'],
    ['settings', 'config list'],
    ['history', 'imports list'],
    ['report', 'reports generate'],
    ['pay', 'payments create'],
    ['health', 'doctor'],
    ['rights', 'access list'],
    ['email', 'invoices email'],
    ['download', 'invoices download'],
    ['prices', 'rates upload'],
    ['logni', 'login'],
    ['hlep', 'help'],
    ['versoin', 'version'],
    ['night', 'transactions import'],
    ['nigth', 'transactions import'],
    ['help exit-codes', 'help'],
    ['backup', 'transactions export'],
  ])('%s suggests %s and the help', async (word, meant) => {
    const line = await advised(...word.split(' '));
    expect(line).toMatch(new RegExp(`^Did you mean (?:.*, )?forecourt ${meant}[,?]`));
    expect(line).toMatch(/ See `forecourt --help`\.$/);
  });

  it.each([
    ['cards show 3', 'cards get'],
    ['cards ls', 'cards list'],
    ['cards rm 3', 'cards delete'],
    ['cards edit 3', 'cards update'],
    ['cards add', 'cards create'],
    ['cards lst', 'cards list'],
    ['cards upload x.csv', 'cards import'],
    ['transactions validate x.xlsx', 'transactions check'],
    ['transactions load x.xlsx', 'transactions import'],
    ['invoices view 3', 'invoices get'],
    ['invoices pdf 3', 'invoices download'],
    ['invoices send 3', 'invoices email'],
    ['payments add', 'payments create'],
    ['rates import x.xls', 'rates upload'],
    ['reports create', 'reports generate'],
    ['imports get 3', 'imports show'],
    ['imports retry 3', 'imports resolve'],
    ['switch use 3', 'switch to'],
    ['users rights 3', 'users permissions'],
    ['sessions list', 'whoami --sessions'],
    ['transactions undo 3', 'transactions delete'],
  ])('%s suggests %s and the help of its group', async (words, meant) => {
    const [group = '', ...rest] = words.split(' ');
    const line = await advised(group, ...rest);
    expect(line).toMatch(new RegExp(`^Did you mean forecourt ${meant}[,?]`));
    expect(line).toMatch(new RegExp(` See \`forecourt ${group} --help\`\\.$`));
  });

  it.each([
    ['cards list --limit 5', '--size'],
    ['cards list --per-page 5', '--size'],
    ['cards list --query x', '--filter'],
    ['cards list --order-by x', '--sort'],
    ['cards list --fields x', '--columns'],
    ['transactions list --since 2026-11-01', '--from'],
    ['transactions list --until 2026-11-01', '--to'],
    ['cards list --url http://x', '--base-url'],
    ['cards list --silent', '--quiet'],
    ['transactions export --file x.csv', '--out'],
    ['transactions check x.xlsx --vendor ESSO', '--provider'],
    ['transactions import x.xlsx --simulate', '--dry-run'],
    ['transactions import x.xlsx --jobs 3', '--concurrency'],
    ['cards delete 3 --force', '--yes'],
    ['login --user a@b.ca', '--email'],
    ['cards list --jsno', '--json'],
    ['imports list --fail', '--failed'],
    ['rates list --provider Pipeline', '--filter'],
  ])('%s suggests %s and the help of its command', async (words, meant) => {
    const line = await advised(...words.split(' '));
    expect(line).toMatch(new RegExp(`^Did you mean ${meant}[,?]`));
    expect(line).toMatch(/ See `forecourt .+ --help`\.$/);
  });

  it('suggests the help if nothing is similar, and as data with --json', async () => {
    expect(await advised('xyzzy')).toBe('See `forecourt --help`.');
    const { document } = await fixture.json(['cards', 'show', '3']);
    expect(document).toEqual({
      ok: false,
      operation: 'cards',
      error: {
        code: 'usage',
        message: "unknown command 'show'",
        detail:
          'Did you mean forecourt cards get, forecourt cards list? See `forecourt cards --help`.',
      },
    });
  });
});

describe('help and version', () => {
  it.each([[['help']], [['help', 'help']], [['--help']], [['-h']]])(
    '%j shows the commands',
    async (argv) => {
      const { code, stdout } = await fixture.run(argv);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Usage: forecourt /);
    },
  );

  it('shows a command completely with `help cards list`, and a group with `help cards`', async () => {
    const asked = await fixture.run(['help', 'cards', 'list']);
    expect(asked).toEqual(await fixture.run(['cards', 'list', '--help']));
    expect(asked.stdout).toContain('--columns <fields>');
    expect((await fixture.run(['help', 'cards'])).stdout).toMatch(/^Usage: forecourt cards /);
  });

  it('reports words after `help` that name no command', async () => {
    expect(await advised('help', 'night')).toMatch(
      /^Did you mean forecourt nights, forecourt transactions import/,
    );
    expect(await advised('help', 'cards', 'lst')).toMatch(/^Did you mean forecourt cards list/);
  });

  it.each([
    '--json help',
    '-- help',
    'help --json',
    'help --profile other',
    '--base-url http://127.0.0.1:1 help --quiet',
  ])('shows the commands with `%s`', async (line) => {
    const { code, stdout } = await fixture.run(line.split(' '));
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Usage: forecourt <command>/)]);
  });

  it('shows the help of a command among options of every command', async () => {
    const { stdout } = await fixture.run(['help', '--profile', 'other', 'cards', '--json', 'list']);
    expect(stdout).toMatch(/^Usage: forecourt cards list /);
    expect((await fixture.run(['version', '--help'])).stdout).toMatch(/^Usage: forecourt version/);
  });

  it('shows the version with -v, -V, --version and `version`', async () => {
    const lines = ['-v', '-V', '--version', 'version', 'version --json', '--quiet version'];
    for (const line of [...lines, '--profile other version']) {
      const { code, stdout } = await fixture.run(line.split(' '));
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
    }
  });
});
