import { describe, expect, it } from 'vitest';
import { createClient } from '../client/client.ts';
import { Decimal } from '../format/decimal.ts';
import type { Anomaly } from '../http/http.types.ts';
import type { ListDialect, ListQuery } from '../http/list-dialects.ts';
import { audit } from '../resources/audit/audit.resource.ts';
import { markups } from '../resources/markups/markups.resource.ts';
import { transactions } from '../resources/transactions/transactions.resource.ts';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport, type FakeRoute } from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, signedInState } from '../testing/fixtures.ts';
import { allRows, exportRows, getRecord, listRows } from './resource-client.ts';

const LIST = 'GET fuel-transaction/authcode';
const query = { page: 0, size: 2, filters: [] } satisfies ListQuery;

function service(routes: readonly FakeRoute[], dialect: ListDialect = 'query') {
  const transport = createFakeTransport(routes);
  const anomalies: Anomaly[] = [];
  const client = createClient({
    baseUrl: FAKE_BASE_URL,
    fetch: transport.fetch,
    store: memoryStore(signedInState()),
    dialect,
    onAnomaly: (anomaly) => anomalies.push(anomaly),
    sleep: async () => undefined,
  });
  return { client, transport, anomalies };
}

const page = (number: number, rows: readonly unknown[], total: number) => ({
  json: { metadata: { page: number, size: 2, total_count: total }, transactions: rows },
});

describe('listRows', () => {
  it('LIST-07 sends the query in the URL and reads rows into the domain', async () => {
    const { client, transport } = service([
      { match: LIST, answer: page(1, [{ id: 7, txn_amount: '12.50' }], 1) },
    ]);
    const found = await listRows(client, transactions, {
      ...query,
      sort: { field: 'date', direction: 'desc' },
      filters: [{ field: 'card_number', match: 'contains', value: '0541' }],
    });
    expect(found).toEqual({
      rows: [{ id: '7', txn_amount: Decimal.from('12.50') }],
      page: 0,
      size: 2,
      totalRecords: 1,
      totalPages: 1,
    });
    expect(transport.calls[0]?.query.getAll('sort')).toEqual(['txn_date,desc']);
    expect(transport.calls[0]?.query.getAll('filter')).toEqual(['card_number::0541']);
    expect(transport.calls[0]?.headers.get('authorization')).toBe('Bearer fake-authorization');
  });

  it('LIST-08 sends the query in the body if the client requires it, rows in content', async () => {
    const { client, transport } = service(
      [
        {
          match: 'POST fuel-transaction/authcode/search',
          answer: {
            json: { content: [{ id: '1', txn_amount: {} }], pageNumber: 4, totalRecords: 10 },
          },
        },
      ],
      'body',
    );
    const { client: _, ...sent } = {
      client,
      ...(await listRows(client, transactions, { ...query, page: 4 })),
    };
    expect(sent).toMatchObject({ page: 4, totalRecords: 10 });
    expect(transport.calls[0]?.body).toMatchObject({
      pageNumber: 4,
      pageSize: 2,
      name: 'transactions',
    });
  });

  it('LIST-09 keeps a page with one malformed row, and reports where', async () => {
    const rows = [
      { id: 1, txn_amount: 'twelve' },
      null,
      { id: 3, sub_transactions: [{ dtl_qty: 'x' }] },
    ];
    const { client, anomalies } = service([{ match: LIST, answer: page(1, rows, 3) }]);
    const found = await listRows(client, transactions, query);
    expect(found.rows.map(({ id }) => id)).toEqual(['1', undefined, '3']);
    expect(anomalies).toEqual([
      {
        operation: 'transactions.list',
        path: 'transactions.0.txn_amount',
        message: 'not a decimal number',
      },
      { operation: 'transactions.list', path: 'transactions.1', message: expect.any(String) },
      {
        operation: 'transactions.list',
        path: 'transactions.2.sub_transactions.0.dtl_qty',
        message: 'not a decimal number',
      },
    ]);
  });

  it('LIST-09 treats a response without rows as unreadable', async () => {
    const { client } = service([
      { match: LIST, answer: { json: { APIResult: 0 }, headers: { 'x-request-id': 'r1' } } },
    ]);
    await expect(listRows(client, transactions, query)).rejects.toMatchObject({
      kind: 'schema',
      operation: 'transactions.list',
      requestId: 'r1',
    });
  });

  it('LIST-12 ends when its signal aborts', async () => {
    const { client } = service([{ match: LIST, answer: { fault: 'silent' } }]);
    await expect(
      listRows(client, transactions, query, AbortSignal.timeout(20)),
    ).rejects.toMatchObject({ kind: 'cancelled' });
  });
});

describe('allRows', () => {
  const collect = async (client: Parameters<typeof allRows>[0]) => {
    const ids: string[] = [];
    for await (const rows of allRows(client, transactions, query)) {
      ids.push(rows.map(({ id }) => id).join('+'));
    }
    return ids;
  };

  it('yields every page, and requests none beyond the last', async () => {
    const { client, transport } = service([
      {
        match: LIST,
        answer: [page(1, [{ id: 1 }, { id: 2 }], 4), page(2, [{ id: 3 }, { id: 4 }], 4)],
      },
    ]);
    expect(await collect(client)).toEqual(['1+2', '3+4']);
    expect(transport.calls.map((call) => call.query.get('page'))).toEqual(['1', '2']);
  });

  it('continues until a short page if the service sends no total', async () => {
    const answers = [[{ id: 1 }, { id: 2 }], [{ id: 3 }]].map((rows) => ({ json: rows }));
    const { client } = service([{ match: LIST, answer: answers }]);
    expect(await collect(client)).toEqual(['1+2', '3']);
  });

  it('stops if a service repeats the same rows for ever', async () => {
    const { client, transport } = service([
      { match: LIST, answer: { json: [{ id: 1 }, { id: 2 }] } },
    ]);
    expect(await collect(client)).toEqual(['1+2']);
    expect(transport.calls).toHaveLength(2);
  });

  it('stops if a service returns another page than requested', async () => {
    const answer = page(1, [{ txn_amount: 1 }, { txn_amount: 2 }], 9);
    const { client, transport } = service([{ match: LIST, answer }]);
    expect(await collect(client)).toHaveLength(1);
    expect(transport.calls).toHaveLength(2);
  });

  it('ERR-03 rejects when a page fails, after yielding the pages before it', async () => {
    const { client } = service([
      { match: LIST, answer: [page(1, [{ id: 1 }, { id: 2 }], 4), { status: 500 }] },
    ]);
    const pages = allRows(client, transactions, query);
    expect((await pages.next()).value).toHaveLength(2);
    await expect(pages.next()).rejects.toMatchObject({ status: 500 });
  });
});

describe('getRecord', () => {
  it('reads a record field by field, its id encoded in the path', async () => {
    const { client, anomalies, transport } = service([
      {
        match: 'GET fuel-transaction/transactionsbyid/A%2F1',
        answer: { json: { id: 'A/1', txn_amount: 'x', txn_attr: [{ dtl_qty: 1 }] } },
      },
    ]);
    const record = await getRecord(client, transactions, 'A/1');
    expect(record).toMatchObject({ id: 'A/1', txn_attr: [{ dtl_qty: Decimal.from(1) }] });
    expect(anomalies.map(({ path }) => path)).toEqual(['txn_amount']);
    expect(transport.calls).toHaveLength(1);
  });

  it.each([[[]], ['x'], [null], [3]])('treats %j as unreadable', async (json) => {
    const { client } = service([
      { match: 'GET fuel-transaction/transactionsbyid/1', answer: { body: JSON.stringify(json) } },
    ]);
    await expect(getRecord(client, transactions, '1')).rejects.toMatchObject({ kind: 'schema' });
  });

  it('MARK-02 uses the row of the list if records have no call of their own', async () => {
    const { client, transport } = service([
      { match: 'GET fuel-customer-markups', answer: { json: [{ id: 31, mark_up_value: '0.01' }] } },
    ]);
    const markup = await getRecord(client, markups, '31');
    expect(markup).toEqual({ id: '31', mark_up_value: Decimal.from('0.01') });
    expect(transport.calls[0]?.query.getAll('filter')).toEqual(['id:31']);
    // A service that ignores the filter returns other rows.
    await expect(getRecord(client, markups, '3')).rejects.toMatchObject({
      name: 'ApiError',
      status: 404,
      operation: 'markups.get',
    });
  });
});

describe('exportRows', () => {
  const EXPORT = 'POST fuel-transaction/export';

  it('TXN-03 sends ids, and names the file by the service or else by the definition', async () => {
    const named = { 'content-disposition': 'attachment; filename="Mine.csv"' };
    const { client, transport } = service([
      { match: EXPORT, answer: [{ body: 'a', headers: named }, { body: 'b' }] },
    ]);
    const [one, two] = [
      await exportRows(client, transactions, { ids: ['1', '2'] }),
      await exportRows(client, transactions, { ids: ['1'] }),
    ];
    expect([one.fileName, two.fileName]).toEqual(['Mine.csv', 'Transactions.csv']);
    expect(await new Response(two.body).text()).toBe('b');
    expect(transport.calls[0]?.body).toEqual({ ids: ['1', '2'] });
  });

  it('TXN-03 exports by filter, days and order', async () => {
    const { client, transport } = service([{ match: EXPORT, answer: { body: '' } }]);
    await exportRows(client, transactions, {
      filters: [{ field: 'txn_company', match: 'exact', value: 'North Haul' }],
      from: '2026-01-01',
      sort: { field: 'date', direction: 'asc' },
    });
    expect(transport.calls[0]?.body).toEqual({
      filters: [{ filterField: 'txn_company', matchStrategy: 'equals', query: 'North Haul' }],
      from: '2026-01-01',
      sortField: 'txn_date',
      sortOrder: 1,
    });
  });

  it('ERR-03 returns an error and never a file', async () => {
    const { client } = service([
      { match: EXPORT, answer: { body: '<html>', headers: { 'content-type': 'text/html' } } },
    ]);
    await expect(exportRows(client, transactions, { ids: ['1'] })).rejects.toMatchObject({
      kind: 'schema',
      outcome: 'none',
    });
    await expect(exportRows(client, audit, { ids: ['1'] })).rejects.toThrow(TypeError);
  });
});
