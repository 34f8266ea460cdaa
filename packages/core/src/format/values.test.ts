import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from './decimal.ts';
import { knownPageSize, pagerText, pageSizes } from './paging.ts';
import {
  badgeTone,
  formatMoney,
  formatValue,
  groupCard,
  groupThousands,
  maskCard,
  parseTyped,
} from './values.ts';

describe('values as text', () => {
  it.each([undefined, null, ''])('LIST-06 shows the empty value %j as -', (value) => {
    expect(formatValue('text', value)).toBe('-');
    expect(formatValue('money', value)).toBe('-');
  });

  it.each([
    ['money', Decimal.from('1234567.5'), '1,234,567.50'],
    ['money', Decimal.from('-0.004'), '0.00'],
    ['money', Decimal.from('-1234.5'), '-1,234.50'],
    ['price', Decimal.from('1.5'), '1.5000'],
    ['volume', Decimal.from('412.5'), '412.50'],
    ['integer', Decimal.ZERO, '0'],
    ['integer', 1234567, '1,234,567'],
    ['money', Decimal.from('90071992547409931234.56'), '90,071,992,547,409,931,234.56'],
    ['instant', '2026-11-03T14:05:00', '03/11/26 2:05 PM'],
    ['day', '2026-11-03', '03/11/26'],
    ['card', '7076850000000012', '7076 8500 0000 0012'],
    ['boolean', false, 'No'],
    ['days', { monday: true, sunday: false, friday: true }, 'Mon, Fri'],
    ['days', {}, '-'],
    ['days', 'monday', 'Mon'],
    ['days', 'na', 'N/A'],
    ['days', 'each Monday', 'each Monday'],
    ['code', '0541', '0541'],
  ])('shows a %s of %s as %s', (kind, value, expected) => {
    expect(formatValue(kind, value)).toBe(expected);
  });

  it.each([
    ['1,093.72', '1093.72'],
    [' 1093.72 ', '1093.72'],
    ['-78,760', '-78760'],
    ['+1,234,567.', '1234567'],
    ['.5', '0.5'],
    ['\u00a01,000\t', '1000'],
  ])('LIST-14 reads %j as it is shown, as %s', (typed, expected) => {
    expect(parseTyped(typed)?.equals(Decimal.from(expected))).toBe(true);
  });

  it.each([
    ...['1,0937', '1,,093', '10,93', '1,093,72', ',093', '1093,720', '1,09', '0,123', '01,234'],
    ...['1,234.567,8', '1.234,50', '1,093 .72', '1 093.72', "1'093", '1,093,', '', ' ', '-', 'abc'],
  ])('LIST-14 never reads %j as another amount', (typed) => {
    expect(parseTyped(typed)).toBeUndefined();
  });

  it('LIST-14 reads back every amount that it shows', () => {
    const amounts = fc.tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(6));
    fc.assert(
      fc.property(amounts, ([coefficient, scale]) => {
        const amount = Decimal.of(coefficient, scale);
        expect(parseTyped(groupThousands(amount, scale))?.toString()).toBe(amount.toString());
      }),
    );
  });

  it('LIST-14 reads a text with commas only where its groups are those that are shown', () => {
    const texts = fc.array(fc.constantFrom('0', '1', '9', ',', ',', '.'), { maxLength: 12 });
    fc.assert(
      fc.property(texts, (signs) => {
        const typed = signs.join('');
        const amount = parseTyped(typed);
        if (amount === undefined || !typed.includes(',')) return;
        const [whole] = typed.split('.');
        expect(groupThousands(amount, amount.scale).split('.')[0]).toBe(whole);
      }),
      { numRuns: 2000 },
    );
  });

  it('appends the currency to an amount', () => {
    expect(formatMoney(Decimal.from('864.45'), 'CAD')).toBe('864.45 CAD');
  });

  it('groups card numbers, and masks all but four digits', () => {
    expect(groupCard('560017XXXXXX5373')).toBe('5600 17XX XXXX 5373');
    expect(maskCard('7076850000000012')).not.toContain('7076');
    expect(maskCard('7076850000000012')).toContain('0012');
  });

  it.each([
    ['Open', 'good'],
    ['ACTIVE', 'good'],
    ['Closed', 'bad'],
    ['INACTIVE', 'bad'],
    ['NSF', 'warn'],
    ['HOLD', 'warn'],
    ['Draft', 'neutral'],
  ])('CARD-11 shows the status %s with a %s badge', (status, tone) => {
    expect(badgeTone(status)).toBe(tone);
  });
});

describe('paging', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => index);

  it('LIST-03 shows first, last and total', () => {
    const page = { rows: rows(5), page: 2, size: 10, totalRecords: 25, totalPages: 3 };
    expect(pagerText(page)).toBe('Showing record 21 to 25 of 25 records');
  });

  it('LIST-02 shows 0 to 0 of 0 without rows', () => {
    const page = { rows: [], page: 0, size: 10, totalRecords: 0, totalPages: 0 };
    expect(pagerText(page)).toBe('Showing record 0 to 0 of 0 records');
  });

  it.each([
    [10, 1, [1, 5, 10]],
    [10, 3, [1, 5, 10, 20]],
    [10, 5, [1, 5, 10, 20, 50]],
    [5, 0, [5, 10]],
    [50, 0, [10, 50]],
    [1, 3, [1, 10]],
  ])('LIST-02 offers for size %i and %i pages: %j', (size, totalPages, expected) => {
    expect(pageSizes({ size, totalPages })).toEqual(expected);
  });

  it.each([0, 7, 100, -1, Number.NaN])('LIST-02 replaces the unknown size %d by 10', (size) => {
    expect(knownPageSize(size)).toBe(10);
  });
});

describe('names of places', () => {
  it.each([
    ['province', 'ON', 'Ontario'],
    ['province', 'NL', 'Newfoundland and Labrador'],
    ['province', 'CA', 'California'],
    ['country', 'CA', 'Canada'],
    ['country', 'US', 'United States'],
    ['province', 'Ontario', 'Ontario'],
    ['province', 'constructor', 'constructor'],
    ['country', 'ZZ', 'ZZ'],
    ['province', '', '-'],
    ['country', undefined, '-'],
    ['code', 'ON', 'ON'],
  ])('LIST-06 a %s %s reads %s', (kind, value, name) => {
    expect(formatValue(kind, value)).toBe(name);
  });
});
