import { once } from 'node:events';
import type { KeepFile } from '@forecourt/core';
import type { Surroundings } from '../surroundings.ts';

/** `--out -`: passes a file on to standard output, as fast as its reader reads. */
export const keepStdout =
  ({ stdout }: Surroundings): KeepFile =>
  async ({ body, fileName, length }, { signal, onProgress }) => {
    let bytes = 0;
    for await (const chunk of body) {
      signal.throwIfAborted();
      bytes += chunk.byteLength;
      if (!stdout.write(chunk)) await once(stdout, 'drain', { signal });
      onProgress({ bytes, total: length });
    }
    return { name: fileName ?? '', location: '-', bytes };
  };
