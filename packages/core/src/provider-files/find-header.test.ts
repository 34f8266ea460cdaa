import { describe, expect, it } from 'vitest';
import { findHeader, recognize } from './find-header.ts';
import { parseLayout } from './layout.schema.ts';
import { suncoreLayout } from './layouts/suncore.layout.ts';

const layout = parseLayout(suncoreLayout);
const headers = suncoreLayout.columns.map(({ header }) => header);
const rowAt = (row: number, cells: readonly string[] = headers) => ({ row, cells });

describe('TXN-12 finding the header row', () => {
  it('chooses the best row, and the first among equals', () => {
    const part = headers.slice(0, 20);
    expect(findHeader([rowAt(3, part), rowAt(5), rowAt(9)], layout)?.row.row).toBe(5);
  });

  it('searches no deeper than the layout allows', () => {
    expect(findHeader([rowAt(40)], layout)?.row.row).toBe(40);
    expect(findHeader([rowAt(41)], layout)).toBeUndefined();
  });

  it('uses the first of two equal headers', () => {
    const match = findHeader([rowAt(1, [...headers, 'Total'])], layout);
    expect(match?.columnOf.get('amount')).toBe(headers.indexOf('Total'));
    expect(match?.extra).toEqual([]);
  });

  it('recognises a provider only by its whole signature', () => {
    const unsigned = headers.filter((header) => header !== 'FCT+FET');
    expect(recognize([rowAt(1)], [layout])?.layout.provider).toBe('Suncore');
    expect(findHeader([rowAt(1, unsigned)], layout)?.missing).toEqual([]);
    expect(recognize([rowAt(1, unsigned)], [layout])).toBeUndefined();
  });

  it('doesn’t recognise a provider without one of its required columns', () => {
    const lacking = headers.filter((header) => header !== 'GST');
    const missing = findHeader([rowAt(1, lacking)], layout)?.missing ?? [];
    expect(missing.map(({ header }) => header)).toEqual(['GST']);
    expect(recognize([rowAt(1, lacking)], [layout])).toBeUndefined();
  });
});
