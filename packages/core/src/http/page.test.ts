import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPage } from './list-dialects.ts';

const rows = [{ id: 1 }, { id: 2 }, { id: 3 }];
const query = { page: 2, size: 3 };
const read = (answer: unknown, dialect: 'query' | 'body' = 'query', rowsKey?: string) =>
  toPage(answer, { query, dialect, rowsKey });

const expected = { rows, page: 2, size: 3, totalRecords: 20, totalPages: 7, counted: true };

describe('the five responses', () => {
  it.each([
    [
      'metadata and transactions',
      { metadata: { page: 3, size: 3, total_count: 20 }, transactions: rows },
    ],
    [
      'pageable, total_elements and content',
      { pageable: { pageNumber: 3, pageSize: 3 }, total_elements: 20, content: rows },
    ],
    [
      'pageSize, totalRecords, totalPages, pageNumber and content',
      { pageSize: 3, totalRecords: 20, totalPages: 7, pageNumber: 3, content: rows },
    ],
    ['total_elements and content', { total_elements: 20, content: rows }],
  ])('LIST-09 reads %s', (_, answer) => {
    expect(read(answer)).toMatchObject(expected);
  });

  it('LIST-09 reads a bare array, with the rest from the request', () => {
    expect(read(rows)).toMatchObject({
      ...expected,
      totalRecords: 9,
      totalPages: 3,
      counted: false,
    });
  });

  it('LIST-09 counts pages from zero in the body dialect', () => {
    expect(
      read({ pageNumber: 2, pageSize: 3, totalRecords: 20, content: rows }, 'body'),
    ).toMatchObject(expected);
  });

  it("LIST-09 finds the rows under the definition's key, or a usual one", () => {
    expect(read({ items: rows }, 'query', 'items')?.rowsKey).toBe('items');
    expect(read({ content: rows }, 'body', 'transactions')?.rowsKey).toBe('content');
  });

  it("keeps the response's page and size if they differ from the request", () => {
    expect(read({ pageNumber: 1, pageSize: 50, totalRecords: 3, content: rows })).toMatchObject({
      page: 0,
      size: 50,
      totalRecords: 3,
      totalPages: 1,
    });
  });
});

describe('nonsense', () => {
  it('LIST-09 reads numbers written as text', () => {
    expect(
      read({ metadata: { page: '3', size: '3', total_count: '20' }, transactions: rows }),
    ).toMatchObject(expected);
  });

  it.each([null, -1, 0, 1.5, 'x', '', Number.NaN, {}, 1e300, 1e9])(
    "LIST-09 uses the request's page and size if they are %j",
    (odd) => {
      expect(
        read({ pageNumber: odd, pageSize: odd, totalRecords: 20, content: rows }),
      ).toMatchObject(expected);
    },
  );

  it('LIST-09 never reports a total below the rows seen', () => {
    expect(read({ total_elements: 1, content: rows })).toMatchObject({ totalRecords: 9 });
    expect(read({ totalRecords: -5, content: rows })).toMatchObject({ totalRecords: 9 });
  });

  it('LIST-09 reads null as no rows, and accepts an empty page', () => {
    expect(read({ content: null, totalRecords: 20 })).toMatchObject({ rows: [], totalRecords: 20 });
    expect(read([])).toMatchObject({ rows: [], page: 2, totalRecords: 0, totalPages: 0 });
  });

  it.each([undefined, null, 3, 'x', {}, { content: 'x' }, { content: {} }])(
    'LIST-09 finds no page in %j',
    (answer) => {
      expect(read(answer)).toBeUndefined();
    },
  );

  it('LIST-09 returns a consistent page, whatever the response', () => {
    const fields = fc.dictionary(
      fc.constantFrom(
        'page',
        'size',
        'pageNumber',
        'pageSize',
        'totalRecords',
        'total_count',
        'total_elements',
      ),
      fc.oneof(fc.maxSafeNat(), fc.anything()),
    );
    const answer = fc.record({
      metadata: fields,
      pageable: fields,
      content: fc.array(fc.anything()),
    });
    fc.assert(
      fc.property(
        answer,
        fields,
        fc.constantFrom('query' as const, 'body' as const),
        (some, more, dialect) => {
          const page = toPage({ ...some, ...more }, { query, dialect });
          expect(page).toBeDefined();
          if (!page) return;
          expect(
            [page.page, page.size, page.totalRecords, page.totalPages].every(Number.isInteger),
          ).toBe(true);
          expect(page.page).toBeGreaterThanOrEqual(0);
          expect(page.size).toBeGreaterThanOrEqual(1);
          expect(page.totalRecords).toBeGreaterThanOrEqual(page.rows.length);
          expect(page.totalPages * page.size).toBeGreaterThanOrEqual(page.totalRecords);
        },
      ),
    );
  });
});
