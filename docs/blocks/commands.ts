import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './read-blocks.ts';

/** The commands of a block of the shell; a backslash carries a command on, a comment is none. */
export const commandsOf = (text: string): readonly string[] =>
  text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#\s.*$/, '').trim())
    .filter((line) => line !== '');

const SCRIPT = /^(?:[A-Z_]+=\S+ )*npm (?:--prefix (\S+) )?(?:(start|test)|run ([\w:-]+))\b/;

/**
 * Is there that script? What npm runs is proved elsewhere, by a run of its own. Undefined for a command that
 * can be followed on the spot.
 */
export async function hasScript(command: string): Promise<boolean | undefined> {
  const [match, folder = '', short, long] = SCRIPT.exec(command) ?? [];
  if (!match) return undefined;
  const manifest = await readFile(join(ROOT, folder, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
  return scripts[short ?? long ?? ''] !== undefined;
}
