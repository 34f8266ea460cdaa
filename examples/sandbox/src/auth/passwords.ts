import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

const KEY_LENGTH = 32;
/** In characters; longer ones are refused unchecked. */
export const MAX_PASSWORD_LENGTH = 1_000;

/** Runs on a thread of libuv's pool, never on the main one. */
const derive = (password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, KEY_LENGTH, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

const optionsFor = (cost: number): ScryptOptions => ({
  N: 2 ** cost,
  r: 8,
  p: 3,
  maxmem: 256 * 2 ** cost * 8,
});

/** `scrypt$cost$salt$key`; the cost is the base-2 logarithm of N. */
export async function hashPassword(password: string, cost: number): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, optionsFor(cost));
  return `scrypt$${cost}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** Takes the same time for an unknown user (`stored` null). */
export async function verifyPassword(
  password: string,
  stored: string | null,
  cost: number,
): Promise<boolean> {
  const [, storedCost = String(cost), salt = '', key = ''] = stored?.split('$') ?? [];
  const expected = Buffer.from(key, 'base64url');
  const actual = await derive(
    password,
    Buffer.from(salt, 'base64url'),
    optionsFor(Number(storedCost)),
  );
  return stored !== null && actual.length === expected.length && timingSafeEqual(actual, expected);
}
