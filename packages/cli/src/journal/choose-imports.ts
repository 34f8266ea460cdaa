import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { usageError } from '../command-error.ts';
import { digest, openProviderFile } from '../files/provider-file.ts';
import type { KeptEntry } from './journal.ts';

/**
 * The imports that are meant: by the beginning of a key (4 digits at least), by a file that lies there,
 * whatever its name, or by the name it was imported under. Throws a usage error where there is none.
 */
export async function chooseImports(
  entries: readonly KeptEntry[],
  named: string,
  signal: AbortSignal,
): Promise<readonly KeptEntry[]> {
  const byKey = entries.filter(({ key }) => named.length >= 4 && key.startsWith(named));
  if (byKey.length > 0) return byKey;
  if (existsSync(named)) {
    const sha256 = await digest(await openProviderFile(named), signal);
    const byContent = entries.filter((entry) => entry.sha256 === sha256);
    if (byContent.length > 0) return byContent;
  }
  const byName = entries.filter(({ fileName }) => fileName === basename(named));
  if (byName.length > 0) return byName;
  throw usageError(
    `The journal knows no import ${named}.`,
    'Give the beginning of its key (4 digits or more), or the file: see `forecourt imports list`.',
  );
}
