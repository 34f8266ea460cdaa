import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts and decrypts texts with one secret. */
export interface Seal {
  /** Returns the text, encrypted, in base64. */
  close(text: string): string;
  /** Returns undefined for a text sealed with another secret, or changed since. */
  open(sealed: string): string | undefined;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts texts so that only the holder of this secret can read them: AES-256-GCM, its key derived
 * by HKDF. Returns what closes and opens them.
 *
 * @param secret any text that others don't know
 */
export function sealOf(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'forecourt open change', 32));
  return {
    close(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const content = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
        cipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([cipher.update(content), cipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
