import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { Duplex } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ProviderFile } from '@forecourt/core';
import type { Inflate } from '@forecourt/core/provider-files';

/** A file by its path; its bytes are read from disk when they are wanted. */
export async function openProviderFile(path: string): Promise<ProviderFile> {
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
