import { describe, expect, it } from 'vitest';
import { invoiceList } from '../resources/invoices/invoices.list.ts';
import type { ListDefinition, ValueKind } from './resource.types.ts';
import { columnNamed, filterKind, rangeIssue, typedFilter, typedQuery } from './typed-filters.ts';

const column = (kind: ValueKind) => ({ field: 'x', label: 'Due', kind }) as const;
const list = invoiceList.list as ListDefinition<Record<string, unknown>>;
const total = (match: 'from' | 'to', value: string) =>
  ({ field: 'total_amount', match, value }) as const;

describe('a filter that fits its column', () => {
  it.each([
    ['money', 'range'],
    ['day', 'range'],
    ['instant', 'range'],
    ['integer', 'range'],
    ['boolean', 'choice'],
    ['text', 'text'],
    ['card', 'text'],
  ] as const)('LIST-14 %s is filtered by %s', (kind, expected) => {
    expect(filterKind({ kind })).toBe(expected);
  });

  it('LIST-14 a column with choices is filtered by choosing', () => {
    expect(filterKind({ kind: 'status', reference: 'invoiceStatuses' })).toBe('choice');
    expect(filterKind({ kind: 'text', options: [] })).toBe('choice');
  });

  it.each([
    ['money', 'from', ' 1,093.72 ', '1093.72'],
    ['money', 'to', '100', '100'],
    ['day', 'from', '20/11/26', '2026-11-20'],
    ['day', 'exact', '20-11-2026', '2026-11-20'],
    ['instant', 'to', '2026-11-20 08:30', '2026-11-20T08:30'],
    ['card', 'begins', '7076 85', '707685'],
    ['text', 'begins', 'North', 'North'],
  ] as const)('LIST-14 %s %s %j is sent as %j', (kind, match, typed, value) => {
    expect(typedFilter(column(kind), match, typed).filter).toEqual({ field: 'x', match, value });
  });

  it.each([
    ['money', 'from', 'much', 'Due must be a number'],
    ['day', 'to', '31/02/26', 'Due: there is no 31 February 2026: the month has 28 days'],
    ['day', 'from', '2026-02-30', 'Due: there is no 30 February 2026: the month has 28 days'],
    ['instant', 'from', '2026-13-01', 'Due: there is no month 13'],
    ['day', 'exact', '20/11/2', 'Due must be a day: 20/11/26 or 2026-11-20'],
    ['instant', 'from', 'May', 'Due must be a day: 20/11/26 or 2026-11-20'],
    [
      'day',
      'contains',
      'last-month',
      'Due is filtered by its days, from and to, not by a part of it',
    ],
    ['day', 'exact', 'last--7-days', 'Due must be a day: 20/11/26 or 2026-11-20'],
    ['day', 'from', 'last-10000-days', 'Due: the number of days is from 1 to 9999'],
    ['text', 'from', 'a', 'Due has no from and to: it is, contains or begins with a text'],
    ['money', 'begins', '1', 'Due is filtered by from and to, not by its beginning'],
  ] as const)('LIST-14 %s %s %j is refused', (kind, match, typed, message) => {
    expect(typedFilter(column(kind), match, typed).issue?.message).toBe(message);
  });

  it.each([
    ['ACTIVE', 'RELEASE'],
    ['active', 'RELEASE'],
    ['RELEASE', 'RELEASE'],
    ['release', 'RELEASE'],
    // Shown for one choice, and sent for another: what is shown counts.
    ['hold', 'STOP'],
    ['Stop', 'STOP'],
    ['HODL', 'HODL'],
  ])('LIST-14 the choice %s is sent as %s, by its name or its key, in any case', (typed, value) => {
    const options = [
      { key: 'RELEASE', value: 'ACTIVE' },
      { key: 'HOLD', value: 'RELEASED' },
      { key: 'STOP', value: 'HOLD' },
    ];
    const { filter } = typedFilter({ ...column('status'), options }, 'exact', typed);
    expect(filter).toEqual({ field: 'x', match: 'exact', value });
  });

  it('LIST-14 a range whose ends are the wrong way round is refused', () => {
    expect(rangeIssue(column('money'), '200', '100.5')?.message).toBe('Due: from is more than to');
    expect(rangeIssue(column('money'), '100', '100.00')).toBeUndefined();
    expect(rangeIssue(column('money'), '99', '100')).toBeUndefined();
    expect(rangeIssue(column('day'), '2026-11-02', '2026-11-01')?.message).toBe(
      'Due: from is after to',
    );
    // That day includes its hours.
    expect(rangeIssue(column('instant'), '2026-11-02T08:00', '2026-11-02')).toBeUndefined();
  });

  it('LIST-14 a column is meant by its field, its heading, or date for its own date', () => {
    const named = (name: string) => columnNamed(list, name)?.field;
    expect(named('total_amount')).toBe('total_amount');
    expect(named('amount due')).toBe('amount_due');
    expect(named('date')).toBe('issued_date');
    expect(named('colour')).toBeUndefined();
  });
});

describe('a typed address', () => {
  it('LIST-14 is read as it is typed', () => {
    const filters = [
      { field: 'total_amount', match: 'exact', value: '1,093.72' },
      { field: 'date', match: 'from', value: '01/11/26' },
    ] as const;
    expect(typedQuery(list, { page: 2, filters })).toEqual({
      query: {
        page: 2,
        filters: [
          { field: 'total_amount', match: 'exact', value: '1093.72' },
          { field: 'issued_date', match: 'from', value: '2026-11-01' },
        ],
      },
      issues: [],
    });
  });

  it.each([
    [{ page: Number.NaN, size: 7 }, {}, ['page', 'size']],
    [{ page: -1, size: 20 }, { size: 20 }, ['page']],
    [{ page: 3, size: Number.NaN }, { page: 3 }, ['size']],
    [{ page: 0, size: 5 }, { page: 0, size: 5 }, []],
  ])('LIST-02 LIST-14 of %j reads %j as page and size', (asked, query, wrong) => {
    const sentences: Record<string, string> = {
      page: 'Page must be a whole number from 1',
      size: 'Rows per page must be 1, 5, 10, 20 or 50',
    };
    expect(typedQuery(list, asked)).toEqual({
      query: { ...query, filters: [] },
      issues: wrong.map((name) => sentences[name]),
    });
  });

  it('LIST-14 reads a filter as it is written, and says of a text that is none how one reads', () => {
    const filters = ['status:Sent', 'nonsense', 'status', ':Sent', ''];
    expect(typedQuery(list, { filters })).toEqual({
      query: { filters: [{ field: 'status', match: 'exact', value: 'Sent' }] },
      issues: [
        "A filter reads 'field:value', not 'nonsense'",
        "A filter reads 'field:value', not 'status'",
        "A filter reads 'field:value', not ':Sent'",
        "A filter reads 'field:value', not ''",
      ],
    });
  });

  it('LIST-14 refuses a text that no service takes, in every kind of column', () => {
    const filters = ['company_name::a\0b', 'status:\0', 'issued_date::\0', 'total_amount::\0'];
    expect(typedQuery(list, { filters })).toEqual({
      query: { filters: [] },
      issues: [
        'Company: no text contains a NUL character',
        'Status: no text contains a NUL character',
        'Date Issued: no text contains a NUL character',
        'Total: no text contains a NUL character',
      ],
    });
  });

  it('LIST-14 leaves out what cannot be read, says so, and keeps the rest', () => {
    const filters = [
      total('from', '200'),
      total('to', '100'),
      { field: 'colour', match: 'exact', value: 'red' },
      { field: 'status', match: 'exact', value: 'Sent' },
    ] as const;
    const sort = { field: 'colour', direction: 'asc' } as const;
    expect(typedQuery(list, { filters, sort, from: '2026-13-01', to: '2026-11-01' })).toEqual({
      query: {
        filters: [total('from', '200'), { field: 'status', match: 'exact', value: 'Sent' }],
        to: '2026-11-01',
      },
      issues: [
        'Total: from is more than to',
        "This list has no field 'colour'",
        'Date Issued, from: there is no month 13',
        "This list has no field 'colour'",
      ],
    });
  });
});
