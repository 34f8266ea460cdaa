import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** What makes an import the same import (TXN-13). */
export interface ImportKeyParts {
  /** SHA-256 of the file's content, in hex. */
  readonly sha256: string;
  readonly provider: string;
  /** The account that the import counts for. */
  readonly account: string;
  /** Makes the key of a forced import one of its own. */
  readonly nonce?: string | undefined;
}

/**
 * The idempotency key of an import: the same content, provider and account give the same key on every
 * machine (TXN-13). A nonce makes it another one on purpose. 64 hex digits.
 */
export function importKey(parts: ImportKeyParts): string {
  const text = JSON.stringify([parts.sha256, parts.provider, parts.account, parts.nonce ?? '']);
  return bytesToHex(sha256(utf8ToBytes(text)));
}
