import { describe, expect, it } from 'vitest';
import { invoices } from '../resources/invoices/invoices.resource.ts';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport } from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, signedInState } from '../testing/fixtures.ts';
import { createClient } from './client.ts';
import { getViews, openView, removeView, saveView, viewNamed, viewNameIssue } from './views.ts';

const filter = { field: 'due_date', match: 'to', value: 'yesterday' } as const;

function service() {
  const transport = createFakeTransport([
    {
      match: 'GET views',
      answer: {
        json: [
          {
            list: 'invoices',
            name: 'Overdue',
            filters: ['due_date<=yesterday', 'nonsense'],
            sort: 'amount_due,desc',
            from: null,
            to: '2026-11-20',
            columns: ['amount_due'],
            default: true,
            etag: '"3"',
          },
          { list: 'cards', name: 'Odd', filters: null, etag: '"1"' },
        ],
      },
    },
    { match: 'PUT views/invoices/A%20%2F%20B', answer: { json: {} } },
    { match: 'DELETE views/invoices/Old', answer: { status: 412, json: {} } },
  ]);
  const store = memoryStore(signedInState());
  return {
    transport,
    client: createClient({ baseUrl: FAKE_BASE_URL, fetch: transport.fetch, store }),
  };
}

describe('named views', () => {
  it('LIST-15 are read with filters, order, days and columns', async () => {
    const { client } = service();
    expect(await getViews(client, 'invoices')).toEqual([
      {
        list: 'invoices',
        name: 'Overdue',
        query: {
          filters: [filter, { field: 'nonsense', match: 'exact', value: '' }],
          sort: { field: 'amount_due', direction: 'desc' },
          to: '2026-11-20',
        },
        columns: ['amount_due'],
        isDefault: true,
        etag: '"3"',
      },
    ]);
    expect(await getViews(client)).toHaveLength(2);
  });

  it('LIST-15 WIRE-05 are created only if the name is free, and changed only as they were loaded', async () => {
    const { client, transport } = service();
    const query = { filters: [filter] };
    await saveView(client, { list: 'invoices', name: 'A / B', query });
    const before = { name: 'A / B', etag: '"7"' };
    await saveView(client, { list: 'invoices', name: 'C', query, before, isDefault: true });
    const sent = transport.calls.map(({ body, headers }) => [headers.get('if-match'), body]);
    const content = { filters: ['due_date<=yesterday'], sort: null, from: null, to: null };
    expect(sent).toEqual([
      ['"0"', { ...content, columns: null, default: false }],
      ['"7"', { ...content, name: 'C', columns: null, default: true }],
    ]);
    const old = { list: 'invoices', name: 'Old', etag: '"1"' };
    await expect(removeView(client, old)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('LIST-15 have names that are the same whatever their case', () => {
    const views = [{ name: 'Été ouvert' }, { name: 'Overdue' }];
    expect(viewNamed(views, ' OVERDUE ')).toEqual({ name: 'Overdue' });
    expect(viewNamed(views, 'E\u0301TE\u0301 OUVERT')).toEqual({ name: 'Été ouvert' });
    expect(viewNamed(views, 'Over due')).toBeUndefined();
    expect(['Été / ouvert', 'x'.repeat(61), ' \u200b', 'Over\u202eeud'].map(viewNameIssue)).toEqual(
      [
        undefined,
        "A view's name has 1 to 60 characters on one line.",
        "A view's name has 1 to 60 characters on one line.",
        'The name may not contain line breaks or control characters',
      ],
    );
  });

  it('LIST-15 open without what no longer exists, and say so', () => {
    const view = {
      query: {
        filters: [filter, { field: 'colour', match: 'exact', value: 'red' } as const],
        sort: { field: 'weight', direction: 'asc' } as const,
      },
      columns: ['amount_due', 'size'],
    };
    expect(openView(invoices, view)).toEqual({
      query: { filters: [filter] },
      columns: ['amount_due'],
      issues: [
        "This list has no field 'colour'",
        "This list has no field 'weight'",
        "This list has no column 'size' any more",
      ],
    });
    expect(openView(invoices, { query: {}, columns: ['size'] }).columns).toBeUndefined();
  });
});
