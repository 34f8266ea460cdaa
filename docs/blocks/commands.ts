import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './read-blocks.ts';

/** Returns the commands of a shell block; a backslash continues a command, and comments are dropped. */
export const commandsOf = (text: string): readonly string[] =>
  text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#\s.*$/, '').trim())
    .filter((line) => line !== '');

const SCRIPT = /^(?:[A-Z_]+=\S+ )*npm (?:--prefix (\S+) )?(?:(start|test)|run ([\w:-]+))\b/;

/**
 * Returns whether an npm command's script exists; separate tests run the scripts themselves. Returns undefined for
 * any other command, which the caller can run.
 */
export async function hasScript(command: string): Promise<boolean | undefined> {
  const [match, folder = '', short, long] = SCRIPT.exec(command) ?? [];
  if (!match) return undefined;
  const manifest = await readFile(join(ROOT, folder, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
  return scripts[short ?? long ?? ''] !== undefined;
}
