import type { OptionSpec, TreeCommand } from './command-tree.ts';
import { code, page, table } from './markdown.ts';

const usage = ({ path, spec: { args = [] } }: TreeCommand): string =>
  ['forecourt', ...path, ...args.map(([name]) => name), '[options]'].join(' ');

const optionRows = (options: readonly OptionSpec[]): (readonly string[])[] =>
  options
    .filter(({ hidden }) => !hidden)
    .map(({ flags, description, repeat }) => [
      code(flags),
      repeat ? `${description}; repeatable` : description,
    ]);

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

function commandPart(command: TreeCommand): readonly string[] {
  const { path, spec } = command;
  const { args = [], examples, notes, options = [], summary } = spec;
  return [
    `### ${path.join(' ')}`,
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    fence('text', usage(command)),
    ...(args.length > 0
      ? [
          table(
            ['argument', 'meaning'],
            args.map(([name, text]) => [code(name), text]),
          ),
        ]
      : []),
    ...(optionRows(options).length > 0 ? [table(['option', 'meaning'], optionRows(options))] : []),
    ...(notes ? [fence('text', notes)] : []),
    fence('text', examples.join('\n')),
  ];
}

/** Returns every command with its options and examples, from the tree that the program itself uses. */
export function commandsPage(tree: readonly TreeCommand[], globals: readonly OptionSpec[]): string {
  const groups = Map.groupBy(tree, ({ path }) => (path.length > 1 ? (path[0] ?? '') : 'alone'));
  const alone = groups.get('alone') ?? [];
  groups.delete('alone');
  return page(
    'Commands',
    'Every command with its options; `forecourt <command> --help` shows the same. [In scripts](../start/ops.md#in-scripts) ' +
      'and [the exit codes](./errors.md#exit-codes-of-the-command-line) apply to all of them.',
    '## Options of every command',
    table(['option', 'meaning'], optionRows(globals)),
    '## Commands without a group',
    ...alone.flatMap(commandPart),
    ...[...groups].flatMap(([group, commands]) => [
      `## ${group}`,
      ...commands.flatMap(commandPart),
    ]),
  );
}
