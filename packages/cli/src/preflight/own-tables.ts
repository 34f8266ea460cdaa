import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  parseLayout,
  parseTaxTable,
  providersOf,
  type TaxTables,
  taxTablesInUse,
} from '@forecourt/core/provider-files';
import { usageError } from '../command-error.ts';
import type { Work } from '../work.ts';

/** Where custom layouts or tax tables are named; an option wins over a setting. */
interface Named {
  readonly path: string;
  /** '--layout', or 'FORECOURT_LAYOUTS'. */
  readonly by: string;
}

/** Returns the file, or every .json file of the folder, sorted by name. */
async function filesOf({ path, by }: Named): Promise<readonly string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw usageError(`There is no such file or folder: ${path} (${by})`);
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => name.endsWith('.json'));
  return names.toSorted().map((name) => join(path, name));
}

async function read<Of>(
  named: Named | undefined,
  parse: (json: unknown, file: string) => readonly Of[],
): Promise<readonly Of[]> {
  if (!named) return [];
  const files = await filesOf(named);
  const all = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, 'utf8');
      try {
        return parse(JSON.parse(text.replace(/^\uFEFF/, '')), file);
      } catch (error) {
        if (error instanceof SyntaxError) {
          throw usageError(`${file} is not JSON: ${error.message}. (${named.by})`);
        }
        if (!(error instanceof Error) || error.name !== 'ProviderFileError') throw error;
        throw usageError(`${error.message} (${named.by} ${file})`);
      }
    }),
  );
  return all.flat();
}

const layoutsAt = (named: Named | undefined): Promise<readonly unknown[]> =>
  read(named, (json) => {
    const layouts: unknown[] = Array.isArray(json) ? json : [json];
    for (const layout of layouts) parseLayout(layout);
    return layouts;
  });

const setting = (value: string | undefined, by: string): Named | undefined =>
  value === undefined ? undefined : { path: value, by };

/** Custom layouts: that of `--layout`, then those of the setting (TXN-16). */
export async function ownLayouts({
  options,
  settings,
}: Pick<Work, 'options' | 'settings'>): Promise<{
  readonly layouts: readonly unknown[];
  /** The provider of the layout in `--layout`. */
  readonly named: string | undefined;
}> {
  const provided = await layoutsAt(
    options.layout === undefined ? undefined : { path: String(options.layout), by: '--layout' },
  );
  const kept = await layoutsAt(setting(settings.layouts.value, 'FORECOURT_LAYOUTS'));
  const providers = new Set(provided.map((layout) => parseLayout(layout).provider));
  return {
    layouts: [...provided, ...kept],
    named: providers.size === 1 ? [...providers][0] : undefined,
  };
}

/** All providers: built-in ones and those of custom layouts (TXN-16). */
export async function knownProviders(
  work: Pick<Work, 'options' | 'settings'>,
): Promise<readonly string[]> {
  return providersOf((await ownLayouts(work)).layouts);
}

/** Custom tax tables: `--tax-tables`, else the setting (TXN-15). */
export function ownTaxTables({
  options,
  settings,
}: Pick<Work, 'options' | 'settings'>): Promise<readonly unknown[]> {
  const named =
    options.taxTables === undefined
      ? setting(settings.taxTables.value, 'FORECOURT_TAX_TABLES')
      : { path: String(options.taxTables), by: '--tax-tables' };
  return read(named, (json, file) => [parseTaxTable(json, basename(file))]);
}

/** The tax tables for a command, custom ones first. */
export const taxesOf = async (work: Pick<Work, 'options' | 'settings'>): Promise<TaxTables> =>
  taxTablesInUse(await ownTaxTables(work));
