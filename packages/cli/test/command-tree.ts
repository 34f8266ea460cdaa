import type { CommandSpec } from '../src/commands/command.types.ts';
import { GROUPS, TOP_COMMANDS } from '../src/commands/table.ts';
import { wholeCommand } from '../src/commands/whole-command.ts';

/** A command of the tree: ['cards', 'list'], 'cards.list', and all that its help is made from. */
export interface TreeCommand {
  readonly path: readonly string[];
  readonly operation: string;
  readonly spec: CommandSpec;
}

const found: readonly { readonly path: readonly string[]; readonly spec: CommandSpec }[] = [
  ...TOP_COMMANDS.map((spec) => ({ path: [spec.name], spec })),
  ...GROUPS.flatMap(({ commands, name }) =>
    commands().map((spec) => ({ path: [name, spec.name], spec })),
  ),
];

/** Every command there is. */
export const TREE: readonly TreeCommand[] = await Promise.all(
  found.map(async ({ path, spec }) => ({
    path,
    operation: path.join('.'),
    spec: await wholeCommand(spec, [spec.name, '--help']),
  })),
);

/** The words of an example behind the program's name, as a shell would give them. */
export function wordsOf(example: string): string[] {
  const [, command = ''] = /^(?:[A-Z_]+=\S+ )*forecourt (.*)$/.exec(example) ?? [];
  const [own = ''] = command.split(/ [|<>] /);
  return [...own.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}
