import type { CommandSpec, OptionSpec } from '../commands/command.types.ts';
import { TOP_COMMANDS } from '../commands/session-commands.ts';
import { allGroups } from './all-groups.ts';

/** The command line typed so far: the command, the words after it, and the word being typed. */
export interface Typed {
  readonly path: readonly string[];
  readonly provided: readonly string[];
  readonly current: string;
}

const isOption = (word: string): boolean => word.startsWith('-');

/** '--filter <field:value>' → ['--filter']; '-V, --version' → both. */
export const namesOf = ({ flags }: OptionSpec): readonly string[] =>
  flags
    .split(/[ ,|]+/)
    .filter(isOption)
    .map((name) => name.replace(/\[.*$/, ''));

const takesValue = ({ flags }: OptionSpec): boolean => /[<[]/.test(flags);

/** Splits the words after the program's name; skips options before the command. */
export function readTyped(words: readonly string[], globals: readonly OptionSpec[]): Typed {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const path: string[] = [];
  let at = 0;
  for (; at < before.length; at += 1) {
    const word = before[at] ?? '';
    if (isOption(word)) {
      if (globals.some((option) => namesOf(option).includes(word) && takesValue(option))) at += 1;
      continue;
    }
    path.push(word);
    const isTop = TOP_COMMANDS.some(({ name }) => name === path[0]);
    if (isTop || path.length === 2) break;
  }
  return { path, provided: before.slice(at + 1), current };
}

/** The option whose value is being typed; undefined when an argument is. */
export function optionBefore(
  { provided }: Typed,
  options: readonly OptionSpec[],
): OptionSpec | undefined {
  const last = provided.at(-1);
  if (last === undefined) return undefined;
  return options.find((option) => takesValue(option) && namesOf(option).includes(last));
}

/** The argument being typed, by its name in the command: '<id>'. A repeatable one is always last. */
export function argumentAt(
  { provided }: Typed,
  { args = [] }: CommandSpec,
  options: readonly OptionSpec[],
): string | undefined {
  let count = 0;
  for (let at = 0; at < provided.length; at += 1) {
    const word = provided[at] ?? '';
    if (!isOption(word)) count += 1;
    else if (options.some((one) => takesValue(one) && namesOf(one).includes(word))) at += 1;
  }
  const [last] = args.at(-1) ?? [];
  return args[count]?.[0] ?? (last?.includes('...') ? last : undefined);
}

/** The groups and commands allowed at this point of the path. */
export function commandsAt(path: readonly string[]): readonly (readonly [string, string])[] {
  if (path.length === 0) {
    return [...TOP_COMMANDS, ...allGroups()].map(({ name, summary }) => [name, summary] as const);
  }
  const group = allGroups().find(({ name }) => name === path[0]);
  return path.length === 1 && group
    ? group.commands().map(({ name, summary }) => [name, summary] as const)
    : [];
}
