import { once } from 'node:events';
import type { KeepFile } from '@forecourt/core';
import { outputLost } from '../command-error.ts';
import type { Runtime } from '../runtime.ts';

/** `--out -`: pipes a file to standard output at the reader's pace, until the reader closes it. */
export const keepStdout =
  ({ stdout }: Runtime): KeepFile =>
  async ({ body, fileName, length }, { signal, onProgress }) => {
    let bytes = 0;
    let lost: NodeJS.ErrnoException | undefined;
    stdout.once('error', (error: NodeJS.ErrnoException) => {
      lost = error;
    });
    for await (const chunk of body) {
      signal.throwIfAborted();
      if (lost) throw outputLost(lost);
      bytes += chunk.byteLength;
      if (!stdout.write(chunk)) await drained(stdout, signal);
      onProgress({ bytes, total: length });
    }
    if (lost) throw outputLost(lost);
    return { name: fileName ?? '', location: '-', bytes };
  };

async function drained(stdout: Runtime['stdout'], signal: AbortSignal): Promise<void> {
  try {
    await once(stdout, 'drain', { signal });
  } catch (error) {
    throw signal.aborted ? error : outputLost(error as NodeJS.ErrnoException);
  }
}
