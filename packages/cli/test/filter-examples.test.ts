import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RESOURCES } from '@forecourt/core';
import { describe, expect, it } from 'vitest';
import { readSelection } from '../src/input/list-query.ts';
import { TREE, wordsOf } from './command-tree.ts';
import { fixtureForAll } from './fixture-hooks.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PAGES = ['README.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/*/README.md'];
const HELP = TREE.map(
  ({ path, spec }) => [path.join(' '), [...spec.examples, spec.notes ?? ''].join('\n')] as const,
);
const TEXTS = [
  ...globSync(PAGES, { cwd: ROOT, exclude: (name) => name.includes('node_modules') })
    .sort()
    .map((page) => [page, readFileSync(join(ROOT, page), 'utf8')] as const),
  ...HELP,
];

/** Commands with filters, wherever a text names one: in a block, in a sentence, after another command. */
const COMMAND = /\b(\w+) (?:list|export) [^\n`]*?--(?:filter|on|from|to) [^\n`|]*/g;
const OPTION = /--(filter|on|from|to) (?:'([^']*)'|(\S+))/g;

const commands = TEXTS.flatMap(([where, text]) =>
  [...text.matchAll(COMMAND)].flatMap(([command, name = '']) => {
    const place = RESOURCES.find((resource) => resource.name === name);
    return place ? [{ where, command, place }] : [];
  }),
);

describe('examples in help and in the documentation', () => {
  it('LIST-14 LIST-15 has filters and days that a list takes', async () => {
    expect(commands.length).toBeGreaterThan(10);
    for (const { command, place, where } of commands) {
      const definition = await place.loadListDefinition();
      const given = [...command.matchAll(OPTION)].map(([, option = '', quoted, bare = '']) => {
        return [option, quoted ?? bare.replace(/[.,;)]+$/, '')] as const;
      });
      const options = {
        ...Object.fromEntries(given.filter(([option]) => option !== 'filter')),
        filter: given.flatMap(([option, value]) => (option === 'filter' ? [value] : [])),
      };
      expect(() => readSelection(definition, options), `${where}: ${command}`).not.toThrow();
    }
  });
});

describe('companies in examples', () => {
  const { fixture } = fixtureForAll();

  it('SW-02 are those of the demo', async () => {
    const { document } = await fixture.json(['switch', 'list']);
    const names = (document as { items: readonly { name: string }[] }).items.map(
      ({ name }) => name,
    );
    const named = TREE.flatMap(({ operation, spec }) =>
      operation === 'companies.create' ? [] : spec.examples.map(wordsOf),
    ).flatMap((words) =>
      words.flatMap((word, index) =>
        ['--company', '--company-name'].includes(word) ||
        (word === 'to' && words[index - 1] === 'switch')
          ? [words[index + 1] ?? '']
          : [],
      ),
    );
    expect(named.length).toBeGreaterThan(4);
    const unknown = named.filter((name) => !names.includes(name) && !/^\d+$/.test(name));
    expect(unknown).toEqual([]);
  });
});
