import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../format/decimal.ts';
import type { CellValue } from '../types.ts';
import { type NumberNote, readScaled, scaledText } from './number.ts';

function read(cell: CellValue, scale = 2): readonly [number, string | null] {
  const note: NumberNote = { rule: null };
  return [readScaled(cell, scale, note), note.rule];
}

describe('TXN-12 numbers as providers write them', () => {
  it.each([
    ['12.40', 1240],
    ['12.4', 1240],
    ['12', 1200],
    ['.5', 50],
    ['5.', 500],
    ['-864.45', -86445],
    ['+1.25', 125],
    ['0', 0],
    ['-0.00', 0],
    ['$1,234.56', 123456],
    ['$494.560 ', 49456],
    ['-$12.00', -1200],
    ['$-12.00', -1200],
    ['CA$ 12.00', 1200],
    ['(1.25)', -125],
    ['($1.25)', -125],
    ['$(1.25)', -125],
    ['1,234,567.8', 123456780],
    ['1,234', 123400],
    ['1 234.56', 123456],
    ['1\u00A0234.56', 123456],
    ['\u00A012.40\u202F', 1240],
    ['-', 0],
    ['$-', 0],
    [' - ', 0],
    ['1.5E2', 15000],
    ["'1,234.56", 123456],
    ["'-12.00 ", -1200],
    ['US$1.5', 150],
    ['C$1.5', 150],
    ['+$1.5', 150],
    ['+ 1.5', 150],
    ['- 1.5', -150],
    ['( 1.5 )', -150],
    ['$ (1.5)', -150],
    ['1.5e+1', 1500],
    ['15E-1', 150],
    ['1 234 567.', 123456700],
    ['1,234.', 123400],
    ['12.400000', 1240],
    ['1234567890.12', 123456789012],
    ['9999999999.99', 999999999999],
    ['10000000000.00', 1_000_000_000_000],
    ['-10000000000.00', -1_000_000_000_000],
    [`${'0'.repeat(996)}1.50`, 150],
    [12.4, 1240],
    [0.1 + 0.2, 30],
    [-864.45, -86445],
    [624.9399999999999, 62494],
    [-0, 0],
  ])('%j is %d cents', (cell, cents) => {
    expect(read(cell)).toEqual([cents, null]);
  });

  it.each([
    ['1.9-', -190, 'TXN-TRAILING-MINUS'],
    ['1.25 CR', -125, 'TXN-TRAILING-MINUS'],
    ['1.25cr', -125, 'TXN-TRAILING-MINUS'],
    ['1.005', 101, 'TXN-PLACES'],
    ['-1.005', -101, 'TXN-PLACES'],
    ['1.255-', -126, 'TXN-TRAILING-MINUS'],
    ['1.25 -', -125, 'TXN-TRAILING-MINUS'],
    [1.000_02, 100, 'TXN-PLACES'],
    [0.999_98, 100, 'TXN-PLACES'],
    [-1.000_02, -100, 'TXN-PLACES'],
    [1.005, 101, 'TXN-PLACES'],
    ['1.0049', 100, 'TXN-PLACES'],
    ['12.401', 1240, 'TXN-PLACES'],
    ['12.4001', 1240, 'TXN-PLACES'],
  ])('%j is %d cents, with an issue', (cell, cents, rule) => {
    expect(read(cell)).toEqual([cents, rule]);
  });

  it.each([
    ['12,40', 'TXN-DECIMAL-COMMA'],
    ['1.234,56', 'TXN-DECIMAL-COMMA'],
    ['1 234,56', 'TXN-DECIMAL-COMMA'],
    ['12,34,56', 'TXN-NUMBER'],
    ['1.9--', 'TXN-NUMBER'],
    ['-(1.25)', 'TXN-NUMBER'],
    ['(1.25-)', 'TXN-NUMBER'],
    ['1 2', 'TXN-NUMBER'],
    ['1.2.3', 'TXN-NUMBER'],
    ['.', 'TXN-NUMBER'],
    ['-.', 'TXN-NUMBER'],
    ['()', 'TXN-NUMBER'],
    ['n/a', 'TXN-NUMBER'],
    ['1$5', 'TXN-NUMBER'],
    ['5$', 'TXN-NUMBER'],
    ['x1', 'TXN-NUMBER'],
    ['1x', 'TXN-NUMBER'],
    ['1,23', 'TXN-DECIMAL-COMMA'],
    ['x1,234', 'TXN-NUMBER'],
    ['1,234x', 'TXN-NUMBER'],
    ['1,2345', 'TXN-DECIMAL-COMMA'],
    ['1 2345', 'TXN-NUMBER'],
    ['x1 234', 'TXN-NUMBER'],
    ['1 234x', 'TXN-NUMBER'],
    ['1,5x', 'TXN-NUMBER'],
    ['x1,5', 'TXN-NUMBER'],
    ['1e100', 'TXN-NUMBER'],
    ['x(1)', 'TXN-NUMBER'],
    ['(1)x', 'TXN-NUMBER'],
    ['1CRx', 'TXN-NUMBER'],
    ['1-5', 'TXN-NUMBER'],
    [`${'0'.repeat(1_000)}1`, 'TXN-NUMBER'],
    ['Infinity', 'TXN-NUMBER'],
    [Number.NaN, 'TXN-NUMBER'],
    [Number.POSITIVE_INFINITY, 'TXN-NUMBER'],
    [true, 'TXN-NUMBER'],
    [{ fault: '#REF!' }, 'TXN-CELL'],
    ['99999999999.00', 'TXN-RANGE'],
    ['10000000000.01', 'TXN-RANGE'],
    ['-10000000000.01', 'TXN-RANGE'],
    ['123456789012345678901234567890', 'TXN-RANGE'],
    [1e300, 'TXN-RANGE'],
    [-1e12, 'TXN-RANGE'],
  ])('%j is refused by %s', (cell, rule) => {
    expect(read(cell)).toEqual([Number.NaN, rule]);
  });

  it('treats a single comma in a price or quantity as ambiguous', () => {
    expect(read('1,345', 5)).toEqual([Number.NaN, 'TXN-DECIMAL-COMMA']);
    expect(read('1,345.5', 4)).toEqual([13_455_000, null]);
  });

  it.each([undefined, '', '  ', '\u00A0', ' '.repeat(1_001)])(
    '%j is empty, without an issue',
    (cell) => {
      expect(read(cell)).toEqual([Number.NaN, null]);
    },
  );

  const cents = fc.integer({ min: -1e11, max: 1e11 });

  it('reads back whatever it writes', () => {
    fc.assert(
      fc.property(cents, fc.constantFrom(0, 2, 4, 5), (value, scale) => {
        expect(read(scaledText(value, scale, 2), scale)).toEqual([value, null]);
      }),
    );
  });

  it('reads text, binary number and grouped text alike', () => {
    fc.assert(
      fc.property(cents, (value) => {
        const number = value / 100;
        const grouped = number.toLocaleString('en-US', { minimumFractionDigits: 2 });
        expect(read(number)).toEqual([value, null]);
        expect(read(`$${grouped} `)).toEqual([value, null]);
      }),
    );
  });

  it('rounds as exact decimals do', () => {
    const decimal = fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 8 }));
    fc.assert(
      fc.property(decimal, ([coefficient, scale]) => {
        const text = Decimal.of(coefficient, scale).toString();
        expect(read(text)[0]).toBe(Number(Decimal.from(text).round(2).coefficient));
      }),
    );
  });

  it('never returns an unsafe number, whatever a cell contains', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.boolean()), (cell) => {
        const [value, rule] = read(cell, 5);
        expect(Number.isNaN(value) || Number.isSafeInteger(value)).toBe(true);
        // Excel's apostrophe marks a cell as text and isn't part of it; by itself, it is an empty cell.
        if (Number.isNaN(value) && typeof cell === 'string' && !/^'?\s*$/.test(cell.trim())) {
          expect(rule).not.toBeNull();
        }
      }),
    );
  });
});

describe('decimal text', () => {
  it.each([
    [124_000, 4, 2, '12.40'],
    [124_050, 4, 2, '12.405'],
    [-86_445, 2, 2, '-864.45'],
    [134_500, 5, 4, '1.3450'],
    [134_501, 5, 4, '1.34501'],
    [5, 2, 2, '0.05'],
    [0, 4, 2, '0.00'],
    [7, 0, 0, '7'],
  ])('%d at scale %d', (value, scale, places, text) => {
    expect(scaledText(value, scale, places)).toBe(text);
  });
});
