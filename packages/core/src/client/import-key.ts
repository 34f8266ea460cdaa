import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The idempotency key of an import: the same content, provider and account give the same key on every
 * machine (TXN-13). A nonce makes it another one on purpose (`--force`). 64 hex digits.
 */
export function importKey(parts: {
  /** Of the file's content, hex. */
  readonly sha256: string;
  readonly provider: string;
  /** Whom the import counts for. */
  readonly account: string;
  readonly nonce?: string | undefined;
}): string {
  const text = JSON.stringify([parts.sha256, parts.provider, parts.account, parts.nonce ?? '']);
  return bytesToHex(sha256(utf8ToBytes(text)));
}

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
