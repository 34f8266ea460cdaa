import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Returns the SHA-256 of a file in hex. Reads it in chunks, so that its size doesn't matter. Rejects when
 * aborted.
 *
 * @param blob the file's content
 * @param signal aborts the call
 */
export async function digestFile(blob: Blob, signal?: AbortSignal): Promise<string> {
  const hash = sha256.create();
  const reader = blob.stream().getReader();
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) return bytesToHex(hash.digest());
      hash.update(value);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
