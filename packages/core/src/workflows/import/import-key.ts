import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { FormFields } from '../../http/transfer.ts';

/** What makes an import the same import (TXN-13). */
export interface ImportKeyParts {
  /** SHA-256 of the file's content, in hex. */
  readonly sha256: string;
  readonly provider: string;
  /** The account that the import counts for. */
  readonly account: string;
  /** Makes the key of a forced import one of its own. */
  readonly nonce?: string | undefined;
  /**
   * What is sent beside the file: the same file with other fields is another import. Why a guard was
   * accepted (`accept_reason`) changes nothing of what is entered, and doesn't count.
   */
  readonly fields?: FormFields | undefined;
}

/**
 * The idempotency key of an import: the same content, provider and account give the same key on every
 * machine (TXN-13). A nonce makes it another one on purpose. 64 hex digits.
 */
export function importKey(parts: ImportKeyParts): string {
  const { sha256: content, provider, account, nonce = '' } = parts;
  const fields = (parts.fields ?? []).filter(([name]) => name !== 'accept_reason');
  const text = JSON.stringify([
    content,
    provider,
    account,
    nonce,
    ...(fields.length > 0 ? [fields] : []),
  ]);
  return bytesToHex(sha256(utf8ToBytes(text)));
}
