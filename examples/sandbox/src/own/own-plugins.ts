import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyOwnResource, OwnResourceError, registerResources } from '@forecourt/core';

/** What a resource lacks is said in whole sentences; an error of the module itself has its kind in front. */
function reasonOf(error: unknown): string {
  if (error instanceof OwnResourceError) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/**
 * Registers the resources of one's own that these modules export by default. Returns a function that makes them unknown
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
        `The plugin ${resolve(file)} cannot be used: ${reasonOf(error)}\nCorrect the file, or leave it out of PLUGINS.`,
      );
    }
  }
  return end;
}
