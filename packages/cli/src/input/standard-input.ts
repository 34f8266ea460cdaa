import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { usageError } from '../command-error.ts';
import type { Work } from '../work.ts';

interface KeptInput extends AsyncDisposable {
  /** The paths, with '-' replaced by the temporary file. */
  readonly paths: readonly string[];
  /** A path's name in messages and records, because the temporary file's name means nothing to people. */
  readonly nameOf: (path: string) => string | undefined;
}

const NAME = 'standard input';

/**
 * Saves standard input to a private temporary file when '-' is among the paths, because readers of
 * workbooks need random access. Disposing deletes it. Throws a usage error for '-' on a terminal or
 * given twice.
 */
export async function keepStandardInput(
  { signal, runtime: { stdin } }: Work,
  paths: readonly string[],
): Promise<KeptInput> {
  const count = paths.filter((path) => path === '-').length;
  if (count === 0) {
    return { paths, nameOf: () => undefined, [Symbol.asyncDispose]: async () => undefined };
  }
  if (count > 1) throw usageError("'-' is standard input and can be read once.");
  if (stdin.isTTY) throw usageError("'-' reads a file from standard input: add < FILE.");
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'standard-input');
  try {
    await pipeline(stdin, createWriteStream(path, { mode: 0o600 }), { signal });
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    paths: paths.map((provided) => (provided === '-' ? path : provided)),
    nameOf: (provided) => (provided === path ? NAME : undefined),
    [Symbol.asyncDispose]: remove,
  };
}
