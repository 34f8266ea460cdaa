import type { Challenge } from 'altcha/types';

/** Half bytes that a proof begins with: some thousand attempts, a blink of an eye. */
const KEY_PREFIX = '000';

const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** Work to prove, set by the page itself: nothing depends on the result, so nobody has to sign it (COMP-04). */
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
