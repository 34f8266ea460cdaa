import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { FormFields } from '../../http/transfer.ts';
import { enteredFields } from './import-fields.ts';

/** What identifies an import: equal parts mean the same import (TXN-13). */
export interface ImportKeyParts {
  /** SHA-256 of the file's content in hex. */
  readonly sha256: string;
  readonly provider: string;
  /** The account that the import belongs to. */
  readonly account: string;
  /** Gives a forced import its own key. */
  readonly nonce?: string | undefined;
  /**
   * Form fields sent with the file: the same file with other fields is another import. The reason for
   * accepting a guard (`accept_reason`) and the list of corrections don't count, because they don't change what
   * is entered: a corrected copy is its own content.
   */
  readonly fields?: FormFields | undefined;
}

/**
 * Returns the idempotency key of an import, 64 hex digits. The same content, provider and account give the
 * same key on every machine (TXN-13); a nonce makes it a different one on purpose.
 *
 * @param parts content, provider, account, and a nonce to send the same file again
 */
export function importKey(parts: ImportKeyParts): string {
  const { sha256: content, provider, account, nonce = '' } = parts;
  const fields = enteredFields(parts.fields ?? []);
  const text = JSON.stringify([
    content,
    provider,
    account,
    nonce,
    ...(fields.length > 0 ? [fields] : []),
  ]);
  return bytesToHex(sha256(utf8ToBytes(text)));
}
