import { mkdirSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TREE } from './command-tree.ts';
import { pipelineFile } from './fixture.ts';
import { fixtureForAll } from './fixture-hooks.ts';

const PROMPT_END_MS = 10_000;

/** The first required option of each command; other commands need only their arguments. */
const WANTED: Readonly<Record<string, string>> = {
  login: '--email',
  'cards.assign': '--ids',
  'cards.create': '--card-number',
  'cards.delete': '--yes',
  'cards.export': '--ids',
  'cards.update': '--set',
  'companies.create': '--first-name',
  'config.set': 'value',
  'customers.update': '--set',
  'invoices.create': '--invoice-number',
  'invoices.download': '--format',
  'invoices.update': '--set',
  'markups.create': '--company',
  'markups.update': '--set',
  'payments.create': '--invoice',
  'rates.check': '--provider',
  'rates.upload': '--provider',
  'reports.generate': '--type',
  'switch.to': '<company>',
  'transactions.check': '--provider',
  'transactions.create': '--time',
  'transactions.delete': '--yes',
  'transactions.import': '--inbox',
  'transactions.update': '--set',
  'users.create': '--first-name',
  'users.delete': '--yes',
  'users.update': '--set',
};

const { fixture } = fixtureForAll();

/** A command's required arguments, with existing values. */
const argsOf = ({ args = [] }: { readonly args?: readonly (readonly [string, string])[] }) =>
  args
    .filter(([name]) => name.startsWith('<'))
    .map(([name]) => {
      if (name.includes('file')) return pipelineFile(fixture, 'given.xlsx');
      return name === '<key>' ? 'timeout' : '1';
    });

describe('without a terminal and with closed input', () => {
  it.each(
    TREE.filter(({ operation }) => WANTED[operation]).map(
      (found) => [found.operation, found] as const,
    ),
  )('%s ends with 2 and names the option that is missing', async (operation, { path, spec }) => {
    const started = performance.now();
    for (const columns of [undefined, 100]) {
      const { code, stdout, stderr } = await fixture.run([...path, ...argsOf(spec)], {
        ...(columns && { columns }),
      });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(WANTED[operation]);
    }
    expect(performance.now() - started).toBeLessThan(PROMPT_END_MS);
  });

  it('ends every other command by itself', async () => {
    const others = TREE.filter(({ operation }) => WANTED[operation] === undefined);
    for (const { operation, path, spec } of others.filter(
      ({ path: [name] }) => name !== 'logout',
    )) {
      const file = spec.options?.some(({ flags }) => /(?:^|, )--out /.test(flags));
      const out = file ? ['--out', `${fixture.path('files')}/`] : [];
      const { code, stderr } = await fixture.run([...path, ...argsOf(spec), ...out]);
      expect([operation, [0, 2, 3, 5], stderr]).toEqual([
        operation,
        expect.arrayContaining([code]),
        expect.not.stringContaining('unexpected'),
      ]);
    }
  });
});

describe('an option whose file, folder or name is an empty text', () => {
  it.each([
    ['transactions import --dry-run --inbox', '', '--inbox names no folder.'],
    ['transactions import --inbox in --report', '', '--report names no file.'],
    ['transactions import --inbox in --expected', ' ', '--expected names no file.'],
    ['transactions import --inbox in --metrics-file', '', '--metrics-file names no file.'],
    ['transactions import a.xlsx --provider', '', '--provider names no provider.'],
    ['transactions import a.xlsx --out', '', '--out names no folder.'],
    ['transactions check a.xlsx --layout', '', '--layout names no file.'],
    ['transactions check a.xlsx --annotate', '', '--annotate names no file.'],
    ['transactions export --out', '', '--out names no file.'],
    ['rates check a.xlsx --former', '', '--former names no file.'],
    ['cards list --view', '\t', '--view names no view.'],
    ['whoami --profile', '', '--profile names no profile.'],
    ['whoami --record', '', '--record names no file.'],
  ])('ends `%s %j` with 2 before anything happens', async (command, value, message) => {
    mkdirSync(fixture.path('in'), { recursive: true });
    const here = readdirSync('.');
    const words = command.split(' ').map((word) => (word === 'in' ? fixture.path('in') : word));
    const { code, stdout, stderr } = await fixture.run([...words, value]);
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      `forecourt: ${message}\nIs a variable of the script not set?\n`,
    ]);
    expect(readdirSync('.')).toEqual(here);
  });
});
