import { createHash } from 'node:crypto';
import { constants, openAsBlob } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Duplex } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ProviderFile } from '@forecourt/core';
import type { Inflate } from '@forecourt/core/provider-files';
import { usageError } from '../command-error.ts';

/** A file by its path; its bytes are read from disk when they are wanted. */
export async function openProviderFile(path: string): Promise<ProviderFile> {
  // The blob's own error names neither the file nor what is wrong with it.
  await access(path, constants.R_OK);
  if ((await stat(path)).isDirectory()) throw usageError(`It is a folder, not a file: ${path}`);
  return { name: basename(path), blob: await openAsBlob(path) };
}

/** zlib with large pieces unpacks more than twice as fast as the platform's DecompressionStream. */
const PIECE = 256 * 1024;

export const inflate: Inflate = (compressed) =>
  compressed.pipeThrough(
    Duplex.toWeb(createGunzip({ chunkSize: PIECE })) as unknown as ReadableWritablePair<
      Uint8Array,
      Uint8Array
    >,
  );

export async function digest({ blob }: ProviderFile, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of blob.stream()) {
    signal.throwIfAborted();
    hash.update(piece);
  }
  return hash.digest('hex');
}
