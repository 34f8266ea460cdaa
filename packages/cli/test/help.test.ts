import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TREE, wordsOf } from './command-tree.ts';
import { type Fixture, openFixture } from './fixture.ts';

const GLOBAL = ['--base-url', '--profile', '--json', '--quiet', '--verbose', '--no-color'];
const NEVER_OWN = [...GLOBAL, '--no-input', '--timeout', '--help', '--version'];

let fixture: Fixture;

beforeAll(() => {
  fixture = openFixture('http://127.0.0.1:1/api/v1');
});
afterAll(() => fixture.leave());

const flagOf = (flags: string): string => flags.split(' ')[0] ?? '';

describe.each(TREE.map((command) => [command.operation, command] as const))(
  '%s',
  (_, { path, spec }) => {
    it('has help with usage, all options and an example', async () => {
      const { code, stdout, stderr } = await fixture.run([...path, '--help'], { columns: 200 });
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout.startsWith(`Usage: forecourt ${path.join(' ')}`)).toBe(true);
      for (const { flags, hidden } of spec.options ?? []) {
        expect(stdout.includes(`  ${flags}`)).toBe(hidden !== true);
      }
      for (const [name] of spec.args ?? []) expect(stdout).toContain(name);
      expect(spec.examples.length).toBeGreaterThan(0);
      expect(stdout.endsWith(`${spec.examples.map((line) => `  ${line}`).join('\n')}\n`)).toBe(
        true,
      );
    });

    it('has unique options, and none that accepts a secret', () => {
      const flags = (spec.options ?? []).map((option) => flagOf(option.flags));
      expect(new Set(flags).size).toBe(flags.length);
      for (const flag of flags) expect(NEVER_OWN).not.toContain(flag);
      const secret = (spec.options ?? []).filter(({ flags: text }) =>
        /password|token|secret/.test(text),
      );
      for (const { flags: text } of secret) expect(text).not.toContain('<');
    });

    it('has its own examples, which parse', async () => {
      for (const example of spec.examples) {
        const words = wordsOf(example);
        expect(words.slice(0, path.length)).toEqual(path);
        const { stderr } = await fixture.run(words);
        expect(stderr).not.toMatch(
          /unknown (?:option|command)|too many arguments|missing required/,
        );
        expect(stderr).not.toMatch(/argument missing|unexpected error/);
      }
    });

    it('names a missing argument, and refuses an extra one', async () => {
      const [required] = (spec.args ?? []).filter(([name]) => name.startsWith('<'));
      if (required) {
        const { code, stderr } = await fixture.run(path);
        const name = required[0].replaceAll(/[<>.]/g, '');
        expect([code, stderr]).toEqual([2, expect.stringContaining(`'${name}'`)]);
      }
      if ((spec.args ?? []).some(([name]) => name.includes('...'))) return;
      const stray = (spec.args ?? []).map(() => '1');
      const { code, stderr } = await fixture.run([...path, ...stray, 'stray']);
      expect([code, stderr]).toEqual([2, expect.stringContaining('too many arguments')]);
    });
  },
);

it('says in plain words what commands of a record do, and whether a second run repeats it', async () => {
  const help = async (...path: readonly string[]) =>
    (await fixture.run([...path, '--help'], { columns: 200 })).stdout;
  expect(await help('customers')).toContain('save the statement of a customer\n');
  expect(await help('invoices')).toMatch(/email invoices\n +void <id> +void an invoice\n/);
  expect(await help('invoices', 'email')).toContain('it sends again what you name again.');
  expect(await help('cards', 'hold')).toContain('Run again, it does nothing twice.');
});
