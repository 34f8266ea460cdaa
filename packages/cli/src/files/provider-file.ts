import { createHash } from 'node:crypto';
import { constants, openAsBlob } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import type { ProviderFile } from '@forecourt/core';
import type { Inflate } from '@forecourt/core/provider-files';
import { usageError } from '../command-error.ts';

/** Opens a file by its path and names it by its last part; reads bytes from disk on demand. */
export async function openProviderFile(path: string, name = basename(path)): Promise<ProviderFile> {
  // The blob's own error names neither the file nor the cause.
  await access(path, constants.R_OK);
  if ((await stat(path)).isDirectory()) throw usageError(`It is a folder, not a file: ${path}`);
  return { name, blob: await openAsBlob(path) };
}

/** zlib with large chunks is more than twice as fast as the platform's DecompressionStream. */
const PIECE = 256 * 1024;

/**
 * Decompresses only as far as it is read. When the reader stops early, both streams are destroyed;
 * `Duplex.toWeb` would keep writing to the closed one, which crashes the process.
 */
export const inflate: Inflate = (compressed) => {
  const gunzip = createGunzip({ chunkSize: PIECE });
  const pieces = gunzip[Symbol.asyncIterator]();
  // The reader gets errors through the stream itself.
  pipeline(Readable.fromWeb(compressed as NodeStream), gunzip, () => undefined);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void gunzip.destroy(),
    },
    { highWaterMark: 0 },
  );
};

export async function digest({ blob }: ProviderFile, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of blob.stream()) {
    signal.throwIfAborted();
    hash.update(piece);
  }
  return hash.digest('hex');
}
