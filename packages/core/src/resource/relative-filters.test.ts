import { describe, expect, it } from 'vitest';
import { createClient } from '../client/client.ts';
import { planExport } from '../client/export-plan.ts';
import type { Filter, FilterMatch, ListQuery } from '../http/list-dialects.ts';
import { invoices } from '../resources/invoices/invoices.resource.ts';
import { transactions } from '../resources/transactions/transactions.resource.ts';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport } from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, signedInState } from '../testing/fixtures.ts';
import { listTotals } from './list-totals.ts';
import { hasRelativeDays, plainDays } from './relative-filters.ts';
import type { ListDefinition } from './resource.types.ts';
import { allRows, exportRows, listRows } from './resource-client.ts';
import { rangeIssue, typedFilter, typedQuery } from './typed-filters.ts';

const day = <Field extends string>(
  field: Field,
  match: FilterMatch,
  value: string,
): Filter<Field> => ({
  field,
  match,
  value,
});
const plain = (query: Partial<ListQuery>, list: typeof invoices.list = invoices.list) =>
  plainDays(list, { filters: [], ...query }, '2026-11-22');
const list = invoices.list as ListDefinition<Record<string, unknown>>;

describe('a query with relative days', () => {
  it("LIST-15 has plain days when it is sent: the list's own date in from and to, others in filters", () => {
    const company = { field: 'company_name', match: 'contains', value: 'today' } as const;
    expect(
      plain({
        filters: [
          company,
          day('issued_date', 'exact', 'last-month'),
          day('due_date', 'to', 'yesterday'),
        ],
      }),
    ).toEqual({
      from: '2026-10-01',
      to: '2026-10-31',
      filters: [company, day('due_date', 'to', '2026-11-21')],
    });
    expect(plain({ filters: [day('start_date', 'exact', 'this-year')] }).filters).toEqual([
      day('start_date', 'from', '2026-01-01'),
      day('start_date', 'to', '2026-12-31'),
    ]);
  });

  it('LIST-15 keeps the narrower of two ends', () => {
    const month = day('issued_date', 'exact', 'last-month');
    expect(plain({ filters: [month], from: '2026-10-15', to: '2026-11-30' })).toMatchObject({
      from: '2026-10-15',
      to: '2026-10-31',
    });
    expect(plain({ from: 'last-month', to: 'yesterday' })).toEqual({
      filters: [],
      from: '2026-10-01',
      to: '2026-11-21',
    });
    expect(plain({ filters: [day('issued_date', 'from', 'last-week')] })).toEqual({
      filters: [],
      from: '2026-11-09',
    });
  });

  it('LIST-15 is left alone without relative days, and so is a text that reads like them', () => {
    const query = { filters: [{ field: 'company_name', match: 'exact', value: 'today' }] } as const;
    expect(hasRelativeDays(list, query)).toBe(false);
    expect(plainDays(list, query, '2026-11-22')).toBe(query);
    const part = { filters: [day('issued_date', 'contains', 'today')] };
    expect(plainDays(list, part, '2026-11-22')).toBe(part);
  });

  it('LIST-15 goes out in plain days in pages, totals and exports, by the clock of the client', async () => {
    const transport = createFakeTransport([
      {
        match: 'GET fuel-transaction/authcode',
        answer: {
          json: { metadata: { page: 1, size: 1, total_count: 1 }, transactions: [{ id: 1 }] },
        },
      },
      { match: 'POST fuel-transaction/authcode/totals', answer: { json: { totals: [] } } },
      { match: 'POST fuel-transaction/export', answer: { body: 'id\n1\n' } },
    ]);
    const client = createClient({
      baseUrl: FAKE_BASE_URL,
      fetch: transport.fetch,
      store: memoryStore(signedInState()),
      now: () => new Date('2028-03-31T12:00:00Z'),
    });
    const filters = [day('txn_date', 'exact', 'last-month')];
    const query = { page: 0, size: 1, filters };
    await listRows(client, transactions, query);
    for await (const _ of allRows(client, transactions, query));
    await listTotals(client, transactions, { filters });
    const plan = await planExport(client, transactions, { ids: [], query: { filters } });
    await exportRows(client, transactions, { filters });
    expect(plan.request).toEqual({ filters: [], from: '2028-02-01', to: '2028-02-29' });
    const days = transport.calls.map(({ body, query: sent }) => {
      const asked = (body ?? { filters: [], ...Object.fromEntries(sent) }) as ListQuery;
      return [asked.from, asked.to, asked.filters.length];
    });
    expect(days).toHaveLength(5);
    expect(new Set(days.map(String))).toEqual(new Set(['2028-02-01,2028-02-29,0']));
  });
});

describe('relative days as typed', () => {
  it('LIST-15 are read on every column of days, and on no other', () => {
    const issued = { field: 'issued_date', label: 'Date Issued', kind: 'day' } as const;
    expect(typedFilter(issued, 'exact', 'Last month').filter).toEqual(
      day('issued_date', 'exact', 'last-month'),
    );
    expect(typedFilter({ ...issued, kind: 'instant' }, 'from', 'last 7 days').filter?.value).toBe(
      'last-7-days',
    );
    expect(typedFilter({ ...issued, kind: 'text' }, 'exact', 'Last month').filter?.value).toBe(
      'Last month',
    );
    expect(typedFilter(issued, 'exact', 'last mouth').issue?.message).toBe(
      'Date Issued must be a day: 20/11/26 or 2026-11-20',
    );
  });

  it('LIST-15 stay relative in a kept address, and one that cannot be served is reported', () => {
    const filters = [day('date', 'exact', 'Last Month'), day('due_date', 'to', 'yesterday')];
    expect(typedQuery(list, { filters, from: 'this year' })).toEqual({
      query: {
        filters: [day('issued_date', 'exact', 'last-month'), day('due_date', 'to', 'yesterday')],
        from: 'this-year',
      },
      issues: [],
    });
    const two = [day('due_date', 'exact', '2026-11-20'), day('due_date', 'exact', 'today')];
    expect(typedQuery(list, { filters: two })).toEqual({
      query: { filters: [day('due_date', 'exact', '2026-11-20')] },
      issues: [
        "Date Due: only one of its days can be relative, such as 'last month'. Leave out the others",
      ],
    });
  });

  it('LIST-15 are compared as the days that they mean', () => {
    const due = { field: 'due_date', label: 'Date Due', kind: 'day' } as const;
    const issue = (from: string, to: string) => rangeIssue(due, from, to, '2026-11-22')?.message;
    expect(issue('today', 'yesterday')).toBe('Date Due: from is after to');
    expect(issue('last-month', 'yesterday')).toBeUndefined();
    expect(issue('2026-11-23', 'today')).toBe('Date Due: from is after to');
    expect(issue('2026-11-22', 'today')).toBeUndefined();
  });
});
