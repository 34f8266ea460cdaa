import type { CommandSpec } from '../commands/command.types.ts';
import { TOP_COMMANDS } from '../commands/session-commands.ts';
import { wholeCommand } from '../commands/whole-command.ts';
import { allGroups } from './all-groups.ts';

/** One command: path ['cards', 'list'], operation 'cards.list', and everything its help is built from. */
export interface TreeCommand {
  readonly path: readonly string[];
  readonly operation: string;
  readonly spec: CommandSpec;
}

interface Found {
  readonly path: readonly string[];
  readonly spec: CommandSpec;
}

const found = (): readonly Found[] => [
  ...TOP_COMMANDS.map((spec) => ({ path: [spec.name], spec })),
  ...allGroups().flatMap(({ commands, name }) =>
    commands().map((spec) => ({ path: [name, spec.name], spec })),
  ),
];

const whole = async ({ path, spec }: Found): Promise<TreeCommand> => ({
  path,
  operation: path.join('.'),
  spec: await wholeCommand(spec, [spec.name, '--help']),
});

/** Returns every command with all of its options, for completion, the man page and the reference. */
export const commandTree = (): Promise<readonly TreeCommand[]> => Promise.all(found().map(whole));

/** Returns the command at that path, or undefined. */
export async function commandAt(path: readonly string[]): Promise<TreeCommand | undefined> {
  const one = found().find((command) => command.path.join(' ') === path.join(' '));
  return one && whole(one);
}
