import { describe, expect, it } from 'vitest';
import { formSection } from './form-fields.ts';
import { toDraft, toWire } from './form-values.ts';
import type { ValueKind } from './resource.types.ts';
import { typedFilter } from './typed-filters.ts';

const column = (kind: ValueKind) => ({ field: 'due', label: 'Amount Due', kind }) as const;
const exact = (kind: ValueKind, typed: string) => typedFilter(column(kind), 'exact', typed);
const COMMAS =
  'Amount Due must be a number, with commas between thousands only: 1,093.72 or 1093.72';

describe('numbers as they are typed', () => {
  it('LIST-14 TXN-14 a form sends plain numbers, however they were grouped', () => {
    const fields = formSection('', [
      ['amount', 'Amount', 'decimal'],
      ['count', 'Count', 'integer'],
      ['price', 'Price', 'decimal', { places: 5 }],
      ['note', 'Note', 'text'],
    ]);
    const draft = { amount: ' 1,093.72', count: '78,760 ', price: '1,000.12345', note: '1,000' };
    expect(toWire(fields, draft)).toEqual({
      amount: 1093.72,
      count: 78760,
      price: 1000.12345,
      note: '1,000',
    });
    expect(toDraft(fields, { amount: 1093.72 })).toMatchObject({ amount: '1093.72' });
  });

  it.each<[ValueKind, string, string]>([
    ['money', '1,093.72', '1093.72'],
    ['money', ' 1093.72 ', '1093.72'],
    ['volume', '-1,000', '-1000'],
    ['price', '1.5000', '1.5000'],
    ['integer', '78,760', '78760'],
    ['money', '', ''],
    ['money', ' ', ''],
    ['text', ' 1,000 ', ' 1,000 '],
    ['code', '10,93', '10,93'],
  ])('LIST-14 a filter of %s takes %j and asks for %j', (kind, typed, value) => {
    expect(exact(kind, typed)).toEqual({ filter: { field: 'due', match: 'exact', value } });
  });

  it.each<[ValueKind, string, string]>([
    ['money', '10,93', COMMAS],
    ['price', '1,0937', COMMAS],
    ['volume', '1,,093', COMMAS],
    ['money', 'much', 'Amount Due must be a number'],
    [
      'integer',
      '78,76',
      'Amount Due must be a whole number, with commas between thousands only: 78,760 or 78760',
    ],
    ['integer', '1.5', 'Amount Due must be a whole number'],
    ...['1e2', '1E2', '1e+2', '.5e1', '0x10', '0b11', '１２', '١٢', '1_000'].map(
      (typed) =>
        [
          'money',
          typed,
          'Amount Due must be a number, written with the digits 0 to 9 only: 1,093.72 or 1093.72',
        ] as [ValueKind, string, string],
    ),
    [
      'integer',
      '1e2',
      'Amount Due must be a whole number, written with the digits 0 to 9 only: 78,760 or 78760',
    ],
    ['money', '1,000,000,000,000,000', 'Amount Due has too many digits'],
  ])('LIST-14 a filter of %s refuses %j', (kind, typed, message) => {
    const { filter, issue } = exact(kind, typed);
    expect([filter, issue?.message]).toEqual([undefined, message]);
  });

  it('LIST-14 a part of a number may be any text, but no misplaced commas', () => {
    const part = (typed: string) => typedFilter(column('money'), 'contains', typed);
    expect(part('93.').filter?.value).toBe('93.');
    expect(part('1,093').filter?.value).toBe('1093');
    expect(part('1,093.').filter?.value).toBe('1093.');
    expect(part('10,93').issue?.message).toBe(COMMAS);
  });
});
