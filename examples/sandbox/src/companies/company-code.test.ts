import { expect, it } from 'vitest';
import { companyCode } from './company-code.ts';

it.each([
  ['Larkspire Cartage Ltd.', 'LCL7'],
  ['north haul', 'NH7'],
  ['Evil <script> Haul & Sons Ltd.', 'ESH7'],
  ['/ \\ : 4 Seasons', '4S7'],
  ['💣 💣', '7'],
  ['𐐨at', '𐐀7'],
])('COMP-03 the code of %s is %s: letters and digits alone, whole ones', (name, code) => {
  expect(companyCode(name, 7)).toBe(code);
});
