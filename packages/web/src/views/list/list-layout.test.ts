import { describe, expect, it } from 'vitest';
import { arranged, OWN_LAYOUT, placed, readLayout, sized } from './list-layout.ts';

const columns = ['date', 'card', 'site', 'amount'].map((field) => ({ field }));
const fields = (order: readonly string[], all = columns) =>
  arranged(all, { order }).map(({ field }) => field);

describe('the layout of a list', () => {
  it.each([
    [null, OWN_LAYOUT],
    ['{"cut":', OWN_LAYOUT],
    ['7', OWN_LAYOUT],
    ['null', OWN_LAYOUT],
    ['{"site":false,"unit":true}', { ...OWN_LAYOUT, shown: { site: false, unit: true } }],
    [
      '{"shown":{"site":false,"card":"no"},"order":["card",3],"widths":{"site":90,"card":"wide"},"compact":1}',
      { shown: { site: false }, order: ['card'], widths: { site: 90 }, compact: false },
    ],
    [
      '{"shown":{},"order":[],"widths":{},"compact":true}',
      { shown: {}, order: [], widths: {}, compact: true },
    ],
  ])('LIST-10 is read from %s', (text, layout) => {
    expect(readLayout(text)).toEqual(layout);
  });

  it('LIST-01 has the columns in the order of the user', () => {
    expect(fields([])).toEqual(['date', 'card', 'site', 'amount']);
    expect(fields(['amount', 'site', 'card', 'date'])).toEqual(['amount', 'site', 'card', 'date']);
  });

  it('LIST-01 puts a new column behind its neighbour, and leaves out one that is gone', () => {
    expect(fields(['amount', 'card', 'gone', 'date'])).toEqual(['amount', 'card', 'site', 'date']);
    expect(fields(['site', 'card'])).toEqual(['date', 'site', 'amount', 'card']);
  });

  it.each([
    ['date', 'after', 'card', ['card', 'date', 'site', 'amount']],
    ['amount', 'before', 'date', ['amount', 'date', 'card', 'site']],
    ['card', 'after', 'amount', ['date', 'site', 'amount', 'card']],
    ['card', 'after', 'date', ['date', 'card', 'site', 'amount']],
  ] as const)('LIST-01 places %s %s %s', (field, side, of, order) => {
    expect(placed(OWN_LAYOUT, columns, { field, side, of }).order).toEqual(order);
  });

  it('LIST-01 keeps the order when a column is dropped on itself', () => {
    const placing = { field: 'card', side: 'after', of: 'card' } as const;
    expect(placed(OWN_LAYOUT, columns, placing).order).toEqual([]);
  });

  it('LIST-01 keeps widths from 48 to 800 px, and none for a column as wide as its content', () => {
    const wide = sized(OWN_LAYOUT, 'site', 120.4);
    expect(wide.widths).toEqual({ site: 120 });
    expect(sized(wide, 'card', 3).widths).toEqual({ site: 120, card: 48 });
    expect(sized(wide, 'card', 9000).widths).toEqual({ site: 120, card: 800 });
    expect(sized(wide, 'site', undefined).widths).toEqual({});
    expect(sized(wide, 'site', Number.NaN).widths).toEqual({});
  });
});
