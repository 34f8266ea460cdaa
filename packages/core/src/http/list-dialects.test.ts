import { describe, expect, it } from 'vitest';
import type { ListQuery } from './list-dialects.ts';
import {
  filterText,
  type ListAddress,
  listCall,
  parseFilterText,
  selectionBody,
} from './list-dialects.ts';

const list: ListAddress = {
  name: 'transactions',
  path: 'fuel-transaction/authcode',
  dateField: 'txn_date',
};
const undated: ListAddress = { name: 'cards', path: 'fuel-card-management' };
const invoices: ListAddress = {
  name: 'invoices',
  path: 'spol/invoices/',
  sortStyle: 'sortParam',
  dateField: 'issued_date',
};

const query = (more: Partial<ListQuery> = {}): ListQuery => ({
  page: 0,
  size: 10,
  filters: [],
  ...more,
});

describe('in the address', () => {
  const asked = (at: ListAddress, more: Partial<ListQuery> = {}) =>
    listCall(at, query(more), 'query')
      .query?.slice(3)
      .map((pair) => pair.join('='));

  it('LIST-07 counts pages from one, and requests paging', () => {
    expect(listCall(list, query({ page: 4, size: 20 }), 'query')).toEqual({
      method: 'GET',
      path: 'fuel-transaction/authcode',
      query: [
        ['paged', 'true'],
        ['page', '5'],
        ['size', '20'],
      ],
    });
  });

  it('LIST-07 sorts by field and direction, invoices by sortParam and sortingOrder', () => {
    const sort = { field: 'txn_amount', direction: 'desc' } as const;
    expect(asked(list, { sort })).toEqual(['sort=txn_amount,desc']);
    expect(asked(invoices, { sort: { field: 'status', direction: 'asc' } })).toEqual([
      'sortParam=status',
      'sortingOrder=asc',
    ]);
  });

  it("LIST-07 maps 'date' to the list's date field; a list without one sends no sort", () => {
    const sort = { field: 'date', direction: 'asc' } as const;
    expect(asked(list, { sort })).toEqual(['sort=txn_date,asc']);
    expect(asked(invoices, { sort })?.[0]).toBe('sortParam=issued_date');
    expect(asked(undated, { sort })).toEqual([]);
  });

  it('LIST-07 limits by days if the list has a date field', () => {
    const days = { from: '2026-01-01', to: '2026-01-31' };
    expect(asked(list, days)).toEqual(['from=2026-01-01', 'to=2026-01-31']);
    expect(asked(undated, days)).toEqual([]);
  });

  it.each([
    ['exact', 'RELEASE', 'f:RELEASE'],
    ['exact', 'a:b', 'f:a:b'],
    ['exact', ':x', 'f:%3Ax'],
    ['exact', '::', 'f:%3A:'],
    ['exact', '', 'f:'],
    ['contains', 'x', 'f::x'],
    ['contains', ':x', 'f:::x'],
  ] as const)('LIST-07 writes the %s filter %j as %s', (match, value, written) => {
    expect(asked(list, { filters: [{ field: 'f', match, value }] })).toEqual([`filter=${written}`]);
  });

  it.each([
    ['begins', '70', 'f^=70'],
    ['from', '100', 'f>=100'],
    ['to', '2026-11-01', 'f<=2026-11-01'],
    ['contains', '>=1', 'f::>=1'],
    ['exact', '>=1', 'f:>=1'],
    ['exact', ':x', 'f:%3Ax'],
  ] as const)('LIST-14 writes and reads the %s filter %j as %s', (match, value, written) => {
    const filter = { field: 'f', match, value };
    expect(asked(list, { filters: [filter] })).toEqual([`filter=${written}`]);
    expect(parseFilterText(written)).toEqual(filter);
  });

  it.each(['f', ':x', '>=1', ''])('LIST-14 reads no filter from %j', (text) => {
    expect(parseFilterText(text)).toBeUndefined();
  });

  it('LIST-07 refuses the value of a filter that is no text', () => {
    const filter = { field: 'id', match: 'exact', value: 12 } as never;
    expect(() => filterText(filter)).toThrow("A filter's value is text, not 12.");
  });

  it('LIST-07 repeats filters in their order', () => {
    const filters = ['b', 'a', 'b'].map(
      (field) => ({ field, match: 'exact', value: '1' }) as const,
    );
    expect(asked(list, { filters })).toEqual(['filter=b:1', 'filter=a:1', 'filter=b:1']);
  });
});

describe('as a body', () => {
  it('LIST-08 LIST-14 posts everything to the search path, counted from zero, safe to repeat', () => {
    const call = listCall(
      invoices,
      query({
        page: 3,
        size: 50,
        sort: { field: 'date', direction: 'desc' },
        filters: [
          { field: 'status', match: 'exact', value: ':Sent' },
          { field: 'company_name', match: 'contains', value: 'north' },
          { field: 'total_amount', match: 'from', value: '100' },
          { field: 'total_amount', match: 'to', value: '200' },
          { field: 'invoice_number', match: 'begins', value: 'INV' },
        ],
        from: '2026-01-01',
        to: '2026-01-31',
      }),
      'body',
    );
    expect(call).toEqual({
      method: 'POST',
      path: 'spol/invoices/search',
      safe: true,
      json: {
        filters: [
          { filterField: 'status', matchStrategy: 'equals', query: ':Sent' },
          { filterField: 'company_name', matchStrategy: 'contains', query: 'north' },
          { filterField: 'total_amount', matchStrategy: 'from', query: '100' },
          { filterField: 'total_amount', matchStrategy: 'to', query: '200' },
          { filterField: 'invoice_number', matchStrategy: 'begins', query: 'INV' },
        ],
        sortField: 'issued_date',
        sortOrder: -1,
        from: '2026-01-01',
        to: '2026-01-31',
        pageSize: 50,
        pageNumber: 3,
        name: 'invoices',
      },
    });
  });

  it('LIST-08 leaves out what was not requested', () => {
    expect(
      listCall(undated, query({ sort: { field: 'date', direction: 'asc' } }), 'body').json,
    ).toEqual({
      filters: [],
      pageSize: 10,
      pageNumber: 0,
      name: 'cards',
    });
  });

  it('TXN-03 writes an export by filter the same way', () => {
    expect(
      selectionBody(list, {
        filters: [],
        sort: { field: 'date', direction: 'asc' },
        to: '2026-02-01',
      }),
    ).toEqual({ filters: [], sortField: 'txn_date', sortOrder: 1, to: '2026-02-01' });
  });
});
