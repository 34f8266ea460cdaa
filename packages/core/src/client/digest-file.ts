import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** SHA-256 of a file, in hex; read in pieces, so that its size does not matter. Rejects when aborted. */
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
