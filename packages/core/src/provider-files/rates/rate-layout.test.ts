import { describe, expect, it } from 'vitest';
import { BUILT_IN_RATE_LAYOUTS, parseLayout, parseRateLayout } from '../index.ts';
import { essoRates } from './layouts/esso.rates.ts';
import { found, readRate } from './rates.test-kit.ts';

const without = (...fields: string[]) => ({
  ...essoRates,
  columns: essoRates.columns.filter(({ field }) => !fields.includes(field)),
});

describe('RATE-01 layouts of rates', () => {
  it('of all three providers are built in', () => {
    expect(BUILT_IN_RATE_LAYOUTS.map(({ provider }) => provider)).toEqual([
      'TA-Petro',
      'Pipeline',
      'Esso',
    ]);
    for (const layout of BUILT_IN_RATE_LAYOUTS) parseRateLayout(layout);
  });

  it.each([
    ['a price', without('price'), 'price is missing'],
    ['the product', without('product'), 'product is missing'],
    ['a part of a sum', without('local'), 'local has no column'],
    ['a second price', { ...essoRates, secondProduct: 'DEF' }, 'secondPrice is missing'],
    ['a code', { ...essoRates, product: 'X' }, 'products: X is missing'],
    ['its days', { ...essoRates, effective: [] }, 'effective'],
    ['its content', { ...essoRates, content: 'transactions' }, 'content'],
    [
      'a field of its own',
      { ...essoRates, columns: [...essoRates.columns, ...essoRates.columns] },
      'appears twice',
    ],
    [
      'a price in every row',
      { ...essoRates, columns: essoRates.columns.map((column) => ({ ...column, filled: false })) },
      'price must be filled',
    ],
    [
      'a total in every row',
      {
        ...essoRates,
        columns: essoRates.columns.map((column) =>
          column.field === 'total' ? { ...column, filled: false } : column,
        ),
      },
      'columns: total must be filled',
    ],
  ])('are refused without %s', (_, layout, says) => {
    expect(() => parseRateLayout(layout)).toThrow(
      expect.objectContaining({ code: 'bad_layout', message: expect.stringContaining(says) }),
    );
  });

  it('are not accepted as layouts of transactions', () => {
    expect(() => parseLayout(essoRates)).toThrow(expect.objectContaining({ code: 'bad_layout' }));
  });

  it('of a deployment take precedence over the built-in ones', async () => {
    const layouts = [{ ...essoRates, products: { KEROSENE: 'DIESEL' } }];
    expect(found(await readRate('Esso', { PRODUCT: 'KEROSENE' }, { layouts }))).toEqual([]);
    expect(found(await readRate('Esso', {}, { layouts }))).toEqual(['PRODUCT RATE-PRODUCT']);
  });
});
