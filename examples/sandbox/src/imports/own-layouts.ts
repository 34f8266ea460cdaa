import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Store } from '../db/store.ts';

/** A file's path, or those of a folder's .json files in the order of their names. */
async function jsonFiles(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => name.endsWith('.json'));
  return names.toSorted().map((name) => join(path, name));
}

async function read<Of>(
  paths: readonly (string | undefined)[],
  parse: (json: unknown, file: string) => readonly Of[],
): Promise<readonly Of[]> {
  const files = await Promise.all(paths.filter((path) => path !== undefined).map(jsonFiles));
  return (
    await Promise.all(
      files.flat().map(async (file) => {
        const text = await readFile(file, 'utf8');
        try {
          return parse(JSON.parse(text), file);
        } catch (error) {
          throw new Error(`${file}: ${error instanceof Error ? error.message : error}`);
        }
      }),
    )
  ).flat();
}

/**
 * A deployment's own layouts of provider files, in place of the built-in ones or of new providers
 * (TXN-16): files or folders, each file with one layout or a list. Throws for what is no layout,
 * naming the file and what is wrong in it.
 */
export async function ownLayouts(
  ...paths: readonly (string | undefined)[]
): Promise<readonly unknown[]> {
  if (paths.every((path) => path === undefined)) return [];
  const { parseLayout } = await import('@forecourt/core/provider-files');
  return read(paths, (json) => {
    const layouts: unknown[] = Array.isArray(json) ? json : [json];
    for (const layout of layouts) parseLayout(layout);
    return layouts;
  });
}

/** A deployment's own tax tables, before the built-in one (TXN-15). Throws as `ownLayouts`. */
export async function ownTaxTables(path: string | undefined): Promise<readonly unknown[]> {
  if (path === undefined) return [];
  const { parseTaxTable } = await import('@forecourt/core/provider-files');
  return read([path], (json, file) => [parseTaxTable(json, basename(file))]);
}

/** Markups are given by provider, so a provider of an own layout becomes one of those to choose (TXN-16). */
export async function addProviderCompanies(
  store: Store,
  layouts: readonly unknown[],
): Promise<void> {
  if (layouts.length === 0) return;
  const { parseLayout } = await import('@forecourt/core/provider-files');
  const names = new Set(layouts.map((layout) => parseLayout(layout).provider));
  await store.write(async (tx) => {
    const known = await tx.selectFrom('provider_companies').select(['name']).execute();
    const missing = [...names].filter((name) => !known.some((row) => row.name === name));
    for (const name of missing) {
      await tx
        .insertInto('provider_companies')
        .values({ name, ref: `FP-${name}`, status: 'ACTIVE' })
        .execute();
    }
  });
}
