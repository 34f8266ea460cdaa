import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyOwnResource, registerResources } from '@forecourt/core';

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
      if (own === undefined) throw new Error('It has no default export.');
      const resources: readonly AnyOwnResource[] = Array.isArray(own) ? own : [own];
      ended.push(registerResources(resources));
    } catch (error) {
      end();
      const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      throw new Error(`The plugin ${resolve(file)} cannot be used: ${why}`);
    }
  }
  return end;
}
