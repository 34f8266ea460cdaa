import type { KeepFile, SavedFile } from '@forecourt/core';
import { usageError } from '../command-error.ts';
import { keepFile, outTarget } from '../files/keep-file.ts';
import { keepStdout } from '../files/keep-stdout.ts';
import type { Work } from '../work.ts';
import { byteText } from './progress.ts';

export interface OutFile {
  readonly keep: KeepFile;
  /** Reports where the file is; prints nothing when its bytes are the result. */
  announce(file: SavedFile, message: string): void;
}

/** Standard output by either name: opened anew as a file, what is said later would overwrite the file's beginning. */
export const isStdout = (out: unknown): boolean => out === '-' || out === '/dev/stdout';

/** Where `--out` saves a command's file: a path, a folder, or standard output. */
export function outFile({ operation, options, output, runtime }: Work, name: string): OutFile {
  const out = options.out as string | undefined;
  const toStdout = isStdout(out);
  if (toStdout && output.json) {
    throw usageError('--json and --out - both use standard output: choose one.');
  }
  return {
    keep: toStdout ? keepStdout(runtime) : keepFile((reported) => outTarget(out, reported ?? name)),
    announce: (file, message) => {
      if (toStdout) return;
      output.result({
        document: {
          ok: true,
          operation,
          message,
          file: file.location,
          bytes: file.bytes,
          ...(file.rows !== undefined && { rows: file.rows }),
        },
        text: () => `${message}: ${file.location} (${byteText(file.bytes)})`,
      });
    },
  };
}
