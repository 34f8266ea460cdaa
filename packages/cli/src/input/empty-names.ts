import { Option } from 'commander';
import { type CommandError, usageError } from '../command-error.ts';

/** What an option's value names, by its placeholder; a `<name>` is of what its option is called. */
const NOUNS: Readonly<Record<string, string>> = {
  dir: 'folder',
  file: 'file',
  folder: 'folder',
  path: 'file',
};

/**
 * Returns a usage error for the first option whose file, folder or name is the empty text: a variable of the script that
 * isn't set would otherwise mean the current folder, or the default. Returns undefined if there is none.
 *
 * @param specs the options of the command, and the global ones
 * @param values the values by the options' names in camelCase
 */
export function emptyName(
  specs: readonly { readonly flags: string }[],
  values: Readonly<Record<string, unknown>>,
): CommandError | undefined {
  for (const { flags } of specs) {
    const option = new Option(flags);
    const [, kind = ''] = /<(\w+)>$/.exec(flags) ?? [];
    const noun = kind === 'name' ? option.name() : NOUNS[kind];
    const named = [values[option.attributeName()] ?? []].flat();
    if (noun === undefined || named.every((value) => String(value).trim() !== '')) continue;
    return usageError(`${option.long} names no ${noun}.`, 'Is a variable of the script not set?');
  }
  return undefined;
}
