import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { usageError } from '../command-error.ts';
import { digest, openProviderFile } from '../files/provider-file.ts';
import { redact } from '../redact.ts';
import type { FileName, KeptEntry } from './journal.ts';

const filesOf = (entry: KeptEntry): readonly FileName[] => [entry, ...(entry.madeFrom ?? [])];

/**
 * Finds the imports that an argument means: the start of a key (at least 4 digits), a file with the content that was
 * sent or that the sent file was made from, or the name of such a file if there is none there now. Throws a usage
 * error when nothing matches.
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
    const byContent = entries.filter((entry) =>
      filesOf(entry).some((one) => one.sha256 === sha256),
    );
    if (byContent.length > 0) return byContent;
    // Not by its name: it has another content than the import of that name.
  } else {
    const name = redact(basename(named));
    const byName = entries.filter((entry) => filesOf(entry).some((one) => one.fileName === name));
    if (byName.length > 0) return byName;
  }
  throw usageError(
    `The journal knows no import ${named}.`,
    'Give the beginning of its key (4 digits or more), or the file: see `forecourt imports list`.',
  );
}
