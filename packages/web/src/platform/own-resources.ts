import { type AnyOwnResource, registerResources } from '@forecourt/core';

/** Modules of this deployment alone: the portal runs them with the rights of whoever is signed in. */
const isOfThisHost = (path: unknown): path is string =>
  typeof path === 'string' && new URL(path, location.origin).origin === location.origin;

async function pluginPaths(): Promise<readonly string[]> {
  const answer = await fetch('/plugins.json');
  const list: unknown = answer.ok ? await answer.json() : [];
  return Array.isArray(list) ? list.filter(isOfThisHost) : [];
}

async function register(path: string): Promise<void> {
  const { default: own } = await import(/* @vite-ignore */ path);
  const resources: readonly AnyOwnResource[] = Array.isArray(own) ? own : [own];
  registerResources(resources);
}

/**
 * Loads the modules that the deployment names in `/plugins.json`, a list of paths, one after the other. A broken one leaves
 * the portal as it is without it; the browser's console says which, and why (EXT-03).
 */
export async function loadOwnResources(): Promise<void> {
  const paths = await pluginPaths().catch(() => []);
  for (const path of paths) {
    await register(path).catch((error: unknown) => {
      reportError(new Error(`The plugin ${path} cannot be used: ${String(error)}`));
    });
  }
}
