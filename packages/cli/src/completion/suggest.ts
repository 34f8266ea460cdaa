import type { OptionSpec } from '../commands/command.types.ts';
import type { Work } from '../work.ts';
import { commandAt } from './command-tree.ts';
import { argumentValues, optionValues, type Value } from './values.ts';
import { argumentAt, commandsAt, namesOf, optionBefore, readTyped, type Typed } from './words.ts';

const optionWords = (options: readonly OptionSpec[]): Value[] =>
  options
    .filter(({ hidden }) => !hidden)
    .flatMap((option) =>
      namesOf(option)
        .filter((name) => name.startsWith('--'))
        .map((name): Value => [name, option.description]),
    );

async function candidates(
  work: Work,
  typed: Typed,
  globals: readonly OptionSpec[],
): Promise<readonly Value[]> {
  const { current, path } = typed;
  const command = await commandAt(path);
  if (command === undefined) {
    return current.startsWith('-') ? optionWords(globals) : commandsAt(path);
  }
  const options = [...(command.spec.options ?? []), ...globals];
  const before = optionBefore(typed, options);
  if (before) return optionValues(work, namesOf(before).at(-1) ?? '', path);
  if (current.startsWith('-')) return optionWords(options);
  const argument = argumentAt(typed, command.spec, options);
  return argument === undefined ? optionWords(options) : argumentValues(work, argument, path);
}

/** Directives to the shell (':files') pass whatever was typed. */
const fits = (word: string, current: string): boolean =>
  word.startsWith(':') || word.toLowerCase().startsWith(current.toLowerCase());

/**
 * Returns the candidates for the last word, which is being typed. Leaves out what it can't look up
 * (not signed in, no answer from the service): a shell asks on every keystroke.
 */
export async function suggest(
  work: Work,
  words: readonly string[],
  globals: readonly OptionSpec[],
): Promise<readonly Value[]> {
  const typed = readTyped(words, globals);
  const found = await candidates(work, typed, globals).catch(() => []);
  return found.filter(([word]) => word !== '' && fits(word, typed.current));
}
