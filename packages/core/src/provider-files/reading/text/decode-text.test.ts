import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

it.each<[string, BlobPart, string]>([
  ['a letter beyond ASCII', 'Tarif de Zoé', 'Tarif de Zoé'],
  ['an em dash', 'Tarif —', 'Tarif —'],
  ['fewer bytes than a mark of order', 'é', 'é'],
  [
    'a letter of windows-1252',
    new Uint8Array([0x5a, 0x6f, 0x65, 0x20, 0x5a, 0x6f, 0xe9]),
    'Zoe Zoé',
  ],
])('a file that ends with %s is decoded to its end', async (_, bytes, text) => {
  expect(await decodeText(new Blob([bytes]))).toBe(text);
});
