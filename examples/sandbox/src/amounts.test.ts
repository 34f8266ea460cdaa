import { expect, it } from 'vitest';
import { money, moneyText, price, quantity, SCALES, toUnits } from './amounts.ts';

it.each([
  ['12.34', 2, 1_234],
  ['-0.05', 2, -5],
  ['1,234.50', 2, 123_450],
  ['0.005', 2, 1],
  ['0.0049', 2, 0],
  ['1.3421', SCALES.price, 134_210],
  ['412.370', SCALES.quantity, 412_370],
  ['0.0125', SCALES.rate, 125],
  ['864.45', SCALES.money, 86_445],
  ['', 2, 0],
  [null, 2, 0],
])('%j with %i digits is %i units', (text, scale, units) => {
  expect(toUnits(text, scale)).toBe(units);
});

it('says what is no number', () => {
  expect(() => toUnits('much', 2)).toThrow(new RangeError('Not a decimal number: "much"'));
});

it('converts units to numbers, and cents to text', () => {
  expect([money(-86_445), quantity(1_421_500), price(134_210)]).toEqual([-864.45, 1_421.5, 1.3421]);
  expect([-86_445, 5, 0, 100_000].map(moneyText)).toEqual(['-864.45', '0.05', '0.00', '1000.00']);
});
