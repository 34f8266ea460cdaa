import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

/** As kept by earlier versions: scrypt with N = 16, r = 8, p = 3 and a key of 32 bytes. */
const KEPT = 'scrypt$4$Zm9yZWNvdXJ0LXNhbHQxNg$J05piz9YKfhHoCoQq09nXnQUUAasj3Ld25JgWNIv-ps';

it('AUTH-01 accepts a password that an earlier version kept, and no other', async () => {
  expect(await verifyPassword('Haul-away-77', KEPT, 17)).toBe(true);
  expect(await verifyPassword('Haul-away-78', KEPT, 17)).toBe(false);
});

it('AUTH-01 accepts nothing for an unknown user', async () => {
  expect(await verifyPassword('', null, 4)).toBe(false);
});

it('AUTH-01 keeps the cost, a salt of its own and 32 bytes of key', async () => {
  const [one, two] = await Promise.all(['a', 'a'].map((text) => hashPassword(text, 4)));
  expect(one).toMatch(/^scrypt\$4\$[\w-]{22}\$[\w-]{43}$/);
  expect(one).not.toBe(two);
});
