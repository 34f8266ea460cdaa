import { describe, expect, it } from 'vitest';
import type { ListQuery, Page } from '../../http/list-dialects.ts';
import { networkError } from '../../http/outcome.ts';
import { toMenuAccess } from '../../permissions/index.ts';
import type { AnyResource } from '../../resource/resource.types.ts';
import { cards } from '../../resources/cards/cards.resource.ts';
import { companies } from '../../resources/companies/companies.resource.ts';
import { customers } from '../../resources/customers/customers.resource.ts';
import { exceptions } from '../../resources/exceptions/exceptions.resource.ts';
import { invoices } from '../../resources/invoices/invoices.resource.ts';
import { markups } from '../../resources/markups/markups.resource.ts';
import { transactions } from '../../resources/transactions/transactions.resource.ts';
import { users } from '../../resources/users/users.resource.ts';
import { FULL_ACCESS } from '../../testing/fixtures.ts';
import { recordViews } from '../../testing/record-views.ts';
import { scripted } from '../scripted.test-kit.ts';
import { startWorkflow } from '../workflow.ts';
import type { ListInput, ListView } from './list.types.ts';
import { listWorkflow } from './list.workflow.ts';

interface Row {
  readonly id: string;
  readonly txn_amount?: string;
  readonly txn_company?: string;
}

/** TXN-01: transactions come newest first. */
const NEWEST_FIRST = { field: 'date', direction: 'desc' } as const;

const NO_RIGHTS = { read: false, create: false, update: false, delete: false };

const definition = { ...transactions, id: (row: Row) => row.id };

const pageOf = ({ page, size }: ListQuery, totalRecords: number): Page<Row> => {
  const rows = Math.max(0, Math.min(size, totalRecords - page * size));
  return {
    rows: Array.from({ length: rows }, (_, index) => ({ id: `${page * size + index + 1}` })),
    page,
    size,
    totalRecords,
    totalPages: Math.ceil(totalRecords / size),
  };
};

function start(input: ListInput<Row> = {}, total = 95) {
  const fetchPage = scripted<[ListQuery, AbortSignal], Page<Row>>();
  const workflow = listWorkflow<Row>({
    definition,
    fetchPage: fetchPage.port,
    access: () => FULL_ACCESS,
  });
  const run = startWorkflow(workflow, { input });
  const { views } = recordViews(run);
  /** Responds to the latest request as the service would. */
  const answer = () => fetchPage.last().resolve(pageOf(fetchPage.last().args[0], total));
  return { run, views, fetchPage, answer };
}

const reported = (views: readonly ListView<Row>[]) =>
  views.map((view) => [
    view.status === 'pending' ? view.step : view.status,
    view.data.query.page,
    view.data.pagerText,
  ]);

describe('a list', () => {
  it.each([1_000_000_000, 1e21])(
    'LIST-10 asks for no page that a service refuses, and leads from page %d to the last one',
    async (page) => {
      const { run, fetchPage, answer } = start({ query: { page } }, 25);
      await answer();
      await answer();
      expect(fetchPage.calls.map(({ args }) => args[0].page)).toEqual([999_999_999, 2]);
      expect(run.view.data.pagerText).toBe('Showing record 21 to 25 of 25 records');
    },
  );

  it("LIST-02 LIST-03 loads page 1 of size 10, then the requested page, with the pager's text", async () => {
    const { run, views, fetchPage, answer } = start();
    await answer();
    run.send({ type: 'page.changed', page: 1 });
    await answer();
    expect(reported(views)).toEqual([
      ['loading', 0, 'Showing record 0 to 0 of 0 records'],
      ['ready', 0, 'Showing record 1 to 10 of 95 records'],
      ['loading', 1, 'Showing record 1 to 10 of 95 records'],
      ['ready', 1, 'Showing record 11 to 20 of 95 records'],
    ]);
    expect(fetchPage.calls.map(({ args }) => args[0])).toEqual([
      { page: 0, size: 10, sort: NEWEST_FIRST, filters: [] },
      { page: 1, size: 10, sort: NEWEST_FIRST, filters: [] },
    ]);
    expect(run.view.data.sizes).toEqual([1, 5, 10, 20, 50]);
  });

  it('TXN-18 says what the service remarks, and offers it to accounts that may do it alone', async () => {
    const offer = { action: 'judge', label: 'Judge 3 August 2026', values: {} };
    const remark = {
      ...{ text: '3 August 2026 was never judged.', offersText: 'At most 92 days.' },
      ...{ facts: {}, offers: [offer] },
    };
    const remarked = async (rights: object) => {
      const fetchPage = scripted<[ListQuery, AbortSignal], Page<Row>>();
      const workflow = listWorkflow<Row>({
        definition: { ...exceptions, id: (row: Row) => row.id },
        fetchPage: fetchPage.port,
        access: () => toMenuAccess([{ ...NO_RIGHTS, code: 'FT', read: true, ...rights }]),
      });
      const run = startWorkflow(workflow, { input: {} });
      await fetchPage.last().resolve({ ...pageOf(fetchPage.last().args[0], 0), remark });
      return run.view.data.remark;
    };
    expect(await remarked({ update: true })).toEqual({
      text: '3 August 2026 was never judged. At most 92 days.',
      ...{ facts: {}, offers: [offer] },
    });
    expect(await remarked({})).toEqual({
      text: '3 August 2026 was never judged.',
      ...{ facts: {}, offers: [] },
    });
  });

  it.each([
    [1, 1],
    [50, 50],
    [51, 10],
    [0, 10],
    [-1, 10],
    [2.5, 10],
  ])('LIST-17 a size of %s loads %i rows', (size, asked) => {
    expect(start({ query: { size } }).fetchPage.last().args[0].size).toBe(asked);
  });

  it('LIST-17 returns to the first page for another size, sort or filter; a size beyond 50 becomes 10', async () => {
    const { run, fetchPage, answer } = start({ query: { page: 3, size: 51 } });
    await answer();
    const asked = () => fetchPage.last().args[0];
    expect(asked()).toMatchObject({ page: 3, size: 10 });
    run.send({ type: 'size.changed', size: 20 });
    expect(asked()).toMatchObject({ page: 0, size: 20 });
    run.send({ type: 'page.changed', page: 2 });
    run.send({ type: 'sort.changed', sort: { field: 'txn_amount', direction: 'asc' } });
    expect(asked()).toMatchObject({ page: 0, sort: { field: 'txn_amount', direction: 'asc' } });
    run.send({ type: 'sort.changed', sort: undefined });
    expect(asked().sort).toEqual(NEWEST_FIRST);
    run.send({ type: 'page.changed', page: 2 });
    run.send({
      type: 'filters.changed',
      filters: [{ field: 'txn_company', match: 'contains', value: 'North' }],
      from: '2026-01-01',
    });
    expect(asked()).toEqual({
      page: 0,
      size: 20,
      sort: NEWEST_FIRST,
      filters: [{ field: 'txn_company', match: 'contains', value: 'North' }],
      from: '2026-01-01',
    });
  });

  it('LIST-12 never lets a slower response overwrite a newer one, and aborts the older request', async () => {
    const { run, views, fetchPage, answer } = start();
    run.send({ type: 'page.changed', page: 1 });
    run.send({ type: 'page.changed', page: 2 });
    const [first, second, third] = fetchPage.calls;
    expect([first, second, third].map((call) => call?.args[1].aborted)).toEqual([
      true,
      true,
      false,
    ]);
    await answer();
    await second?.resolve(pageOf(second.args[0], 95));
    await first?.reject(networkError({ operation: 'transactions.list', outcome: 'none' }, 'late'));
    expect(reported(views).at(-1)).toEqual(['ready', 2, 'Showing record 21 to 30 of 95 records']);
    expect(views).toHaveLength(4);
  });

  it('LIST-12 aborts its request when the list is left', () => {
    const { run, fetchPage } = start();
    run.stop();
    expect(fetchPage.last().args[1].aborted).toBe(true);
  });

  it('LIST-10 follows a changed URL once, and not its own change', async () => {
    const { run, fetchPage, answer } = start();
    await answer();
    run.send({ type: 'query.changed', query: { page: 4 } });
    await answer();
    run.send({ type: 'query.changed', query: run.view.data.query });
    run.send({ type: 'page.changed', page: 4 });
    expect(fetchPage.calls).toHaveLength(2);
    run.send({ type: 'reload' });
    expect(fetchPage.calls).toHaveLength(3);
    run.send({ type: 'query.changed', query: {} });
    expect(fetchPage.last().args[0].page).toBe(0);
  });

  it('moves to the last page from one beyond the end, and to the first of an empty list', async () => {
    const { views, run, fetchPage, answer } = start({ query: { page: 40 } });
    await answer();
    expect(fetchPage.last().args[0].page).toBe(9);
    await answer();
    expect(reported(views).map(([step, page]) => [step, page])).toEqual([
      ['loading', 40],
      ['loading', 9],
      ['ready', 9],
    ]);
    run.send({ type: 'reload' });
    await fetchPage.last().resolve(pageOf(fetchPage.last().args[0], 0));
    await fetchPage.last().resolve(pageOf(fetchPage.last().args[0], 0));
    expect(run.view).toMatchObject({
      status: 'pending',
      step: 'ready',
      data: {
        query: { page: 0 },
        pagerText: 'Showing record 0 to 0 of 0 records',
        emptyText: 'No Transaction found.',
      },
    });
  });

  it('LIST-05 fails with the reason, keeps the previous page, and retries on request', async () => {
    const { run, views, fetchPage, answer } = start();
    await answer();
    run.send({ type: 'reload' });
    const error = networkError({ operation: 'transactions.list', outcome: 'none' }, 'cut off');
    await fetchPage.last().reject(error);
    expect(run.view).toMatchObject({
      status: 'failed',
      error: { code: 'network', message: 'Internal server error (transactions.list)' },
      commands: { retry: { allowed: true } },
      data: { page: { page: 0 }, error: { code: 'network' } },
    });
    run.send({ type: 'retry' });
    run.send({ type: 'retry' });
    await answer();
    expect(reported(views).map(([step]) => step)).toEqual([
      'loading',
      'ready',
      'loading',
      'failed',
      'loading',
      'ready',
    ]);
    expect(fetchPage.calls).toHaveLength(3);
    expect(run.view.data.error).toBeUndefined();
  });

  it('LIST-15 LIST-16 names a row that was selected before, and is gone by now, by its number', async () => {
    const { run, answer } = start({ selected: { '99': '99' }, labels: { '99': 'Card 99' } });
    await answer();
    expect(run.view.data.picked).toEqual([{ id: '99', label: 'Card 99' }]);
  });

  it('LIST-01 keeps the selection across pages, sizes and sorts, and clears it for other filters', async () => {
    const { run, answer } = start({ query: { size: 5 } });
    await answer();
    const picked = () => run.view.data.selection;
    run.send({ type: 'row.toggled', id: '2' });
    run.send({ type: 'page.changed', page: 1 });
    await answer();
    run.send({ type: 'page.toggled' });
    expect(picked()).toEqual(['2', '6', '7', '8', '9', '10']);
    run.send({ type: 'row.toggled', id: '7' });
    run.send({ type: 'page.toggled' });
    expect(picked()).toEqual(['2', '6', '7', '8', '9', '10']);
    run.send({ type: 'page.toggled' });
    expect(picked()).toEqual(['2']);
    run.send({ type: 'sort.changed', sort: { field: 'txn_amount', direction: 'asc' } });
    run.send({ type: 'size.changed', size: 20 });
    await answer();
    expect(picked()).toEqual(['2']);
    expect(run.view.commands['selection.cleared'].allowed).toBe(true);
    run.send({ type: 'filters.changed', filters: [], from: '2026-01-01' });
    expect(picked()).toEqual([]);
    expect(run.view.commands['selection.cleared'].allowed).toBe(false);
  });

  it('does not select rows that the service sent without an id', async () => {
    const { run, fetchPage } = start();
    const page = pageOf({ page: 0, size: 10, filters: [] }, 2);
    await fetchPage.last().resolve({ ...page, rows: [{ id: '' }, { id: '2' }] });
    run.send({ type: 'page.toggled' });
    run.send({ type: 'row.toggled', id: '' });
    expect(run.view.data.selection).toEqual(['2']);
  });
});

describe('what an account may do with a list', () => {
  const actionsOf = (resource: AnyResource, right: string) => {
    const screens = ['FT', 'FCM', 'FI', 'FCC', 'FCCM', 'FU'].map((code) => ({
      code,
      read: false,
      create: false,
      update: false,
      delete: false,
      [right]: true,
    }));
    const workflow = listWorkflow({
      definition: resource,
      fetchPage: scripted<[ListQuery, AbortSignal], Page<unknown>>().port,
      access: () => toMenuAccess(screens),
    });
    const { actions } = startWorkflow(workflow, { input: {} }).view.data;
    return Object.keys(actions).filter((action) => actions[action]?.allowed);
  };

  it.each([
    [transactions, 'read', ['list', 'view', 'export', 'attachments']],
    [transactions, 'create', ['create', 'import', 'import-lookup']],
    [transactions, 'update', ['edit']],
    [transactions, 'delete', ['delete']],
    [cards, 'create', ['create', 'assign']],
    [cards, 'read', ['list', 'view', 'export', 'template']],
    [invoices, 'download', ['download']],
    [invoices, 'read', ['list', 'view', 'email', 'export']],
    [invoices, 'delete', []],
    [customers, 'read', ['list', 'export', 'statement', 'summary']],
    [customers, 'create', []],
    [customers, 'update', ['edit']],
    [customers, 'delete', []],
    [companies, 'read', ['list', 'export']],
    [companies, 'create', ['create']],
    [markups, 'read', ['list', 'export']],
    [markups, 'create', ['create']],
    [markups, 'update', ['edit']],
    [markups, 'delete', []],
    [users, 'read', ['list', 'view', 'permissions', 'export']],
    [users, 'create', ['create']],
    [users, 'update', ['edit']],
    [users, 'delete', ['delete']],
  ])('LIST-11 $0.name: $1 gives $2', (resource, right, expected) => {
    expect(actionsOf(resource, right).sort()).toEqual([...expected].sort());
  });
});
