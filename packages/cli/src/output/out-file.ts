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

const STDOUT = /^(?:-|\/dev\/stdout|\/dev\/fd\/1|\/proc\/self\/fd\/1)$/;

/** Standard output by any name: opened anew as a file, what is said later would overwrite the file's beginning. */
export const isStdout = (out: unknown): boolean => STDOUT.test(String(out));

/** Throws a usage error if a file would follow the one document of `--json` on standard output. */
export function refuseSecondDocument(
  { json }: Work['options'],
  flag: string,
  path: string | undefined,
): void {
  if (json !== true || !isStdout(path)) return;
  throw usageError(`--json and ${flag} ${path} both use standard output: choose one.`);
}

/** Where `--out` saves a command's file: a path, a folder, or standard output. */
export function outFile({ operation, options, output, runtime }: Work, name: string): OutFile {
  const out = options.out as string | undefined;
  const toStdout = isStdout(out);
  refuseSecondDocument(options, '--out', out);
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
