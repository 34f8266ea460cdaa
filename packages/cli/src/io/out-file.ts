import type { KeepFile, SavedFile } from '@forecourt/core';
import { usageError } from '../command-error.ts';
import type { Work } from './body.ts';
import { keepFile, outTarget } from './keep-file.ts';
import { keepStdout } from './keep-stdout.ts';
import { byteText } from './progress.ts';

export interface OutFile {
  readonly keep: KeepFile;
  /** Tells where it is; nothing where its bytes are the result. */
  tell(file: SavedFile, message: string): void;
}

/** Where `--out` has a command's file go: a path, a folder, or standard output. */
export function outFile({ operation, options, output, surroundings }: Work, name: string): OutFile {
  const out = options.out as string | undefined;
  const toStdout = out === '-';
  if (toStdout && output.json) {
    throw usageError('--json and --out - both want standard output: choose one.');
  }
  return {
    keep: toStdout ? keepStdout(surroundings) : keepFile((told) => outTarget(out, told ?? name)),
    tell: (file, message) => {
      if (toStdout) return;
      output.result({
        document: { ok: true, operation, message, file: file.location, bytes: file.bytes },
        text: () => `${message}: ${file.location} (${byteText(file.bytes)})`,
      });
    },
  };
}
