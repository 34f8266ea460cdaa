import { commandTree, type TreeCommand } from '../src/completion/command-tree.ts';

export type { TreeCommand };

/** Every command. */
export const TREE: readonly TreeCommand[] = await commandTree();

/** The words of an example after the program's name, as a shell splits them. */
export function wordsOf(example: string): string[] {
  const [, command = ''] = /^(?:[A-Z_]+=\S+ )*forecourt (.*)$/.exec(example) ?? [];
  const [own = ''] = command.split(/ [|<>] /);
  return [...own.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}
