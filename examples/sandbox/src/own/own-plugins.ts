import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyOwnResource, OwnResourceError, registerResources } from '@forecourt/core';

/** What Node's check of the syntax finds: '3' and 'SyntaxError: Unexpected token'. The error of `import` has no line. */
const SYNTAX = /:(?<line>\d+)\n[\s\S]*^(?<error>SyntaxError: .*)$/m;

/** What a resource lacks is said in whole sentences; an error of the module itself has its kind in front, and its line. */
function reasonOf(error: unknown, file: string): string {
  if (error instanceof OwnResourceError) return error.message;
  if (!existsSync(file)) return 'there is no such file.';
  const syntax = SYNTAX.exec(String(spawnSync(process.execPath, ['--check', file]).stderr));
  if (syntax?.groups) return `${syntax.groups.error} (line ${syntax.groups.line})`;
  if (!(error instanceof Error)) return String(error);
  const [, line] = /^:(\d+)/.exec(error.stack?.split(pathToFileURL(file).href)[1] ?? '') ?? [];
  return `${error.name}: ${error.message}${line ? ` (line ${line})` : ''}`;
}

/**
 * Registers the resources of your own that these modules export by default. Returns a function that makes them unknown
 * again. Throws with the file, what is wrong and what to do.
 */
export async function loadPlugins(files: readonly string[]): Promise<() => void> {
  const ended: (() => void)[] = [];
  const end = () => {
    for (const one of ended) one();
  };
  for (const file of files) {
    try {
      const { default: own } = await import(pathToFileURL(resolve(file)).href);
      if (own === undefined) {
        throw new OwnResourceError('it has no default export. Export the resource, or a list.');
      }
      const resources: readonly AnyOwnResource[] = Array.isArray(own) ? own : [own];
      ended.push(registerResources(resources));
    } catch (error) {
      end();
      throw new Error(
        `The plugin ${resolve(file)} cannot be used: ${reasonOf(error, resolve(file))}\nCorrect the file, or leave it out of PLUGINS.`,
      );
    }
  }
  return end;
}
