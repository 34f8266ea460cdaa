import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from './decimal.ts';

const cents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });

describe('Decimal', () => {
  it('PAY-04 adds cents exactly where binary floating point does not', () => {
    expect(Decimal.from('0.1').plus(Decimal.from('0.2')).toString()).toBe('0.3');
    const parts = Array.from({ length: 1000 }, () => Decimal.from('0.01'));
    expect(Decimal.sum(parts).toString()).toBe('10.00');
  });

  it('PAY-04 sums of any amounts equal the sum of their cents', () => {
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 30 }), (amounts) => {
        const total = Decimal.sum(amounts.map((amount) => Decimal.of(amount, 2)));
        expect(total.round(2).coefficient).toBe(amounts.reduce((sum, amount) => sum + amount, 0n));
      }),
    );
  });

  it('returns the text it was parsed from', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 6 }), (coefficient, scale) => {
        const decimal = Decimal.of(coefficient, scale);
        expect(Decimal.from(decimal.toString())).toEqual(decimal);
      }),
    );
  });

  it.each([
    ['1.005', 2, '1.01'],
    ['-1.005', 2, '-1.01'],
    ['0.125', 2, '0.13'],
    ['2.5', 0, '3'],
    ['-0.004', 2, '0.00'],
    ['864.45', 4, '864.4500'],
  ])('rounds %s to %i places half away from zero: %s', (text, scale, expected) => {
    expect(Decimal.from(text).toFixed(scale)).toBe(expected);
  });

  it.each(['', ' ', 'abc', '1,2', '1.2.3', 'NaN', 'Infinity', '-', '.', '0x10', '1e9999'])(
    'parses no number from %j',
    (text) => {
      expect(Decimal.parse(text)).toBeUndefined();
      expect(() => Decimal.from(text)).toThrow(RangeError);
    },
  );

  it.each([
    ['1e3', '1000'],
    ['1.5e-7', '0.00000015'],
    [1e21, '1000000000000000000000'],
    ['+7.50', '7.50'],
    ['-.5', '-0.5'],
    [0.1, '0.1'],
  ])('reads %j as %s', (value, expected) => {
    expect(Decimal.from(value).toString()).toBe(expected);
  });

  it('compares across scales and keeps exact text in JSON', () => {
    expect(Decimal.from('1.10').equals(Decimal.from('1.1'))).toBe(true);
    expect(Decimal.from('1.09').compare(Decimal.from('1.1'))).toBe(-1);
    expect(JSON.stringify({ amount: Decimal.from('12.30') })).toBe('{"amount":"12.30"}');
  });

  it('multiplies a quantity by a price without loss', () => {
    const amount = Decimal.from('719.50').times(Decimal.from('2.2390'));
    expect(amount.toString()).toBe('1610.960500');
    expect(amount.toFixed(2)).toBe('1610.96');
  });
});
