import { stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { TRANSACTION_PROVIDERS } from '@forecourt/core';
import { usageError } from '../command-error.ts';
import { readLayout } from './layout-option.ts';
import type { AnnotateTarget, PreflightOptions } from './preflight.types.ts';

const COPIES = ['.xlsx', '.csv'];

/** `--annotate`: a folder that is there or ends in a slash, or a file for one file. */
export async function readAnnotate(
  given: unknown,
  paths: readonly string[],
): Promise<AnnotateTarget | undefined> {
  if (given === undefined) return undefined;
  const path = resolve(String(given));
  const found = await stat(path).catch(() => undefined);
  if (/[\\/]$/.test(String(given)) || found?.isDirectory()) return { path, isFolder: true };
  if (!COPIES.includes(extname(path).toLowerCase())) {
    throw usageError(`A copy is written as ${COPIES.join(' or ')}, or into a folder. (--annotate)`);
  }
  if (paths.length > 1)
    throw usageError('Several files need a folder for their copies: --annotate <dir>/');
  if (paths.some((source) => resolve(source) === path)) {
    throw usageError('The copy would take the place of the file itself. (--annotate)');
  }
  return { path, isFolder: false };
}

/** `--allow-repeat`, which means rows of one file. */
function readRepeats(given: unknown, paths: readonly string[]): readonly string[] {
  const rows = (given ?? []) as readonly string[];
  const odd = rows.find((row) => !/^(?:.*!)?[1-9]\d{0,6}$/s.test(row));
  if (odd !== undefined) {
    throw usageError(`--allow-repeat takes a row, 214 or Sheet1!214, not ${odd}.`);
  }
  if (rows.length > 0 && paths.length !== 1) {
    throw usageError('--allow-repeat names rows of one file: give that file alone.');
  }
  return rows;
}

/** What `check` and `import` are asked beyond the check, and the provider that a layout names. */
export async function readPreflight(
  options: Readonly<Record<string, unknown>>,
  paths: readonly string[],
  rejectsDir: string | undefined,
): Promise<{ readonly preflight: PreflightOptions; readonly provider: string | undefined }> {
  const given = options.provider as string | undefined;
  const own = options.layout === undefined ? undefined : await readLayout(String(options.layout));
  const other = (name: string) => name.toLowerCase() !== own?.provider.toLowerCase();
  if (own && given !== undefined && other(given) && isProvider(given)) {
    throw usageError(`The layout is for ${own.provider}, not for ${given}. (--layout)`);
  }
  return {
    provider: given ?? own?.provider,
    preflight: {
      layouts: own ? [own.layout] : [],
      rejectRows: options.rejectRows === true,
      allowRepeat: readRepeats(options.allowRepeat, paths),
      rejectsDir,
      annotate: await readAnnotate(options.annotate, paths),
    },
  };
}

const isProvider = (given: string): boolean =>
  TRANSACTION_PROVIDERS.some((name) => name.toLowerCase() === given.toLowerCase());
