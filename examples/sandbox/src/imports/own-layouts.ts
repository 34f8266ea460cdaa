import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Store } from '../db/store.ts';

/** Returns the path of a file, or of a folder's .json files by name. */
async function jsonFiles(path: string): Promise<readonly string[]> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new Error(
          `There is no file or folder ${path}: correct LAYOUTS, LAYOUTS_FILE or TAX_TABLES.`,
        )
      : error;
  });
  if (!facts.isDirectory()) return [path];
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
 * Reads a deployment's own layouts of provider files, which replace built-in ones or add providers
 * (TXN-16): files or folders, each file with one layout or a list. Throws if one isn't a layout,
 * with the file and what is wrong in it.
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

/** Reads a deployment's own tax tables, which precede the built-in one (TXN-15). Throws like `ownLayouts`. */
export async function ownTaxTables(path: string | undefined): Promise<readonly unknown[]> {
  if (path === undefined) return [];
  const { parseTaxTable } = await import('@forecourt/core/provider-files');
  return read([path], (json, file) => [parseTaxTable(json, basename(file))]);
}

/** Adds providers of own layouts to the choices, because markups belong to a provider (TXN-16). */
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
