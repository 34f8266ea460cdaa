import { describe, expect, it } from 'vitest';
import { maskSecrets } from './mask-secrets.ts';

describe('WIRE-03 masks', () => {
  it.each([
    ['card 5600171234565373.', 'card ************5373.'],
    ['5600 1712 3456 5373', '************5373'],
    ['5600-1712-3456-5373 twice 5600171234565373', '************5373 twice ************5373'],
    ['"card_number":"5600171234565373"', '"card_number":"************5373"'],
    ['authorization: Bearer abc.DEF-12/3=', 'authorization: Bearer ***'],
    ['cards/esso_5600171234565373.csv', 'cards/esso_************5373.csv'],
    ['?filter=card_number%3A5600171234565373', '?filter=card_number%3A************5373'],
    ['bearer   abc, and more', 'bearer ***, and more'],
  ])('%s', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked);
  });

  it.each([
    'id 12345678',
    '2026-11-20T08:30:00',
    'amount 1234567.89',
    'sha a3f9015600171234565373bb',
  ])('leaves %s unchanged', (text) => {
    expect(maskSecrets(text)).toBe(text);
  });
});
