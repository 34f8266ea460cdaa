import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { usageError } from '../command-error.ts';
import { digest, openProviderFile } from '../files/provider-file.ts';
import type { KeptEntry } from './journal.ts';

/**
 * Finds the imports that an argument means: the start of a key (at least 4 digits), an existing
 * file with the same content, or the name the file was imported under. Throws a usage error when
 * nothing matches.
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
