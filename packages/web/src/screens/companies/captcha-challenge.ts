import type { Challenge } from 'altcha/types';

/** The hex digits that a proof starts with: a few thousand attempts, so it solves almost instantly. */
const KEY_PREFIX = '000';

const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/**
 * Creates the challenge in the page itself: nothing depends on the result, so it needs no signature
 * (COMP-04).
 */
export const makeChallenge = (): Challenge => ({
  parameters: {
    algorithm: 'SHA-256',
    nonce: randomHex(16),
    salt: randomHex(16),
    cost: 1,
    keyLength: 32,
    keyPrefix: KEY_PREFIX,
  },
});
