import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { ListQuery, Page } from '../../http/list-dialects.ts';
import { ApiError, networkError } from '../../http/outcome.ts';
import { type MenuAccess, toMenuAccess } from '../../permissions/index.ts';
import type { AnyResource } from '../../resource/resource.types.ts';
import { invoices } from '../../resources/invoices/invoices.resource.ts';
import { ALL_SCREENS, FULL_ACCESS } from '../../testing/fixtures.ts';
import { depots } from '../record/record.test-kit.ts';
import { scripted, settled } from '../scripted.test-kit.ts';
import { startWorkflow } from '../workflow.ts';
import { listWorkflow } from './list.workflow.ts';

function start({
  definition = depots as AnyResource,
  page = 0,
  access = FULL_ACCESS,
}: {
  definition?: AnyResource;
  page?: number;
  access?: MenuAccess;
} = {}) {
  const fetchPage = scripted<[ListQuery, AbortSignal], Page<object>>();
  const remove = scripted<[string, string, AbortSignal], void>();
  const clock = new SimulatedClock();
  let keys = 0;
  const workflow = listWorkflow<object>({
    definition,
    fetchPage: fetchPage.port,
    remove: remove.port,
    nonce: () => {
      keys += 1;
      return `key-${keys}`;
    },
    access: () => access,
  });
  const run = startWorkflow(workflow, { input: { query: { page, size: 10 } }, clock });
  /** Responds with rows of these ids. */
  const rows = (...ids: readonly string[]) => {
    const [query] = fetchPage.last().args;
    return fetchPage.last().resolve({
      rows: ids.map((id) => ({ id, invoice_number: `INV-${id}` })),
      page: query.page,
      size: 10,
      totalRecords: query.page * 10 + ids.length,
      totalPages: query.page + 1,
    });
  };
  return { run, fetchPage, remove, clock, rows };
}

describe('deleting a row', () => {
  it('LIST-04 asks first, deletes on yes, and loads the page again', async () => {
    const { run, fetchPage, remove, clock, rows } = start();
    await rows('1', '2');
    run.send({ type: 'row.toggled', id: '2' });
    run.send({ type: 'remove.asked', id: '2' });
    expect(run.view).toMatchObject({
      step: 'confirmingRemove',
      needs: [{ message: 'Record will be deleted forever. Do you wish to continue?' }],
      data: { removing: '2' },
    });
    run.send({ type: 'stay' });
    run.send({ type: 'remove.asked', id: '2' });
    run.send({ type: 'field.changed', name: 'confirm', value: false });
    expect(remove.calls).toHaveLength(0);
    run.send({ type: 'remove.asked', id: '2' });
    run.send({ type: 'confirm' });
    run.send({ type: 'confirm' });
    run.send({ type: 'page.changed', page: 3 });
    run.send({ type: 'reload' });
    expect(run.view).toMatchObject({ step: 'removing', busy: true });
    expect(remove.calls.map(({ args }) => args.slice(0, 2))).toEqual([['2', 'key-1']]);
    await remove.last().resolve();
    await rows('1');
    expect(fetchPage.calls).toHaveLength(2);
    expect(run.view.data).toMatchObject({
      selection: [],
      result: { ok: true, message: 'Operation completed Successfully!' },
    });
    clock.increment(3999);
    expect(run.view.data.result).toMatchObject({ ok: true });
    clock.increment(1);
    expect(run.view.data.result).toBeUndefined();
  });

  it.each([
    [2, ['21'], 1],
    [2, ['21', '22'], 2],
    [0, ['1'], 0],
  ])('LIST-04 from page %i with rows %j goes to page %i', async (page, ids, expected) => {
    const { run, fetchPage, remove, rows } = start({ page });
    await rows(...ids);
    run.send({ type: 'remove.asked', id: ids[0] ?? '' });
    run.send({ type: 'field.changed', name: 'confirm', value: true });
    await remove.last().resolve();
    expect(fetchPage.last().args[0].page).toBe(expected);
  });

  it('ERR-04 ERR-02 keeps the row and reports why, a 401 as the end of the session', async () => {
    const { run, remove, rows } = start();
    await rows('1');
    for (const [status, code] of [
      [409, 'http_409'],
      [401, 'session_ended'],
    ] as const) {
      run.send({ type: 'remove.asked', id: '1' });
      run.send({ type: 'confirm' });
      const operation = 'cards.delete';
      const error = {
        kind: 'http',
        operation,
        code: `http_${status}`,
        message: 'No',
        status,
      } as const;
      await remove.last().reject(new ApiError(error));
      expect(run.view).toMatchObject({
        status: 'pending',
        step: 'ready',
        data: {
          page: { totalRecords: 1 },
          result: {
            ok: false,
            message: 'Error while performing operation. Please refresh your browser',
            failure: { code, status },
          },
        },
      });
    }
  });

  it('LIST-04 reloads the page if somebody else has deleted the row already', async () => {
    const { fetchPage, remove, rows, run } = start({ page: 1 });
    await rows('11');
    run.send({ type: 'row.toggled', id: '11' });
    run.send({ type: 'remove.asked', id: '11' });
    run.send({ type: 'confirm' });
    const about = { kind: 'http', operation: 'users.delete', code: 'x', status: 404 } as const;
    await remove.last().reject(new ApiError({ ...about, message: 'User 11 was not found.' }));
    expect(fetchPage.last().args[0].page).toBe(0);
    expect(run.view.data).toMatchObject({
      selection: [],
      result: { ok: true, message: 'Someone else had deleted it already.' },
    });
  });

  it('repeats the call under the same key when the response is lost', async () => {
    const { run, remove, clock, rows } = start();
    await rows('1', '2');
    run.send({ type: 'remove.asked', id: '1' });
    run.send({ type: 'confirm' });
    await remove.last().reject(networkError({ operation: 'x', outcome: 'unknown' }, 'cut off'));
    clock.increment(1000);
    await settled();
    await remove.last().resolve();
    expect(remove.calls.map(({ args }) => args[1])).toEqual(['key-1', 'key-1']);
    expect(run.view.data.result?.ok).toBe(true);
  });

  it("LIST-11 does not ask without the right, or if rows can't be deleted", async () => {
    const access = toMenuAccess(ALL_SCREENS.map((screen) => ({ ...screen, delete: false })));
    const { remove: _, ...kept } = depots;
    for (const options of [{ access }, { definition: kept as AnyResource }]) {
      const { run, rows } = start(options);
      await rows('1');
      run.send({ type: 'remove.asked', id: '1' });
      expect(run.view).toMatchObject({ step: 'ready' });
    }
  });

  it("INV-10 knows the keys of the selected rows' files on all pages", async () => {
    const { run, rows } = start({ definition: invoices as AnyResource });
    await rows('1', '2');
    run.send({ type: 'row.toggled', id: '2' });
    run.send({ type: 'page.changed', page: 1 });
    await rows('11');
    run.send({ type: 'page.toggled' });
    expect(run.view.data.selectedKeys).toEqual(['INV-2', 'INV-11']);
  });
});
