import { describe, expect, it } from 'vitest';
import { ApiError } from '../../http/outcome.ts';
import { transactions } from '../../resources/transactions/transactions.resource.ts';
import { FULL_ACCESS } from '../../testing/fixtures.ts';
import { recordViews } from '../../testing/record-views.ts';
import { scripted } from '../scripted.test-kit.ts';
import { startWorkflow } from '../workflow.ts';
import { UNUSED } from './record.test-kit.ts';
import { recordWorkflow } from './record.workflow.ts';

interface Detail {
  readonly amount: number;
}

function start() {
  const fetchRecord = scripted<[string, AbortSignal], Detail>();
  const workflow = recordWorkflow<Detail>({
    definition: transactions,
    fetchRecord: fetchRecord.port,
    ...UNUSED,
    access: () => FULL_ACCESS,
  });
  const run = startWorkflow(workflow, { input: { id: '42' } });
  const { views } = recordViews(run);
  const reported = () =>
    views.map((view) => [
      view.status === 'pending' ? view.step : view.status,
      view.data.record?.amount,
    ]);
  return { run, fetchRecord, reported };
}

describe('a record', () => {
  it('LIST-11 loads by its id, with the allowed actions', async () => {
    const { run, fetchRecord, reported } = start();
    expect(fetchRecord.last().args[0]).toBe('42');
    await fetchRecord.last().resolve({ amount: 1 });
    expect(reported()).toEqual([
      ['loading', undefined],
      ['viewing', 1],
    ]);
    expect(run.view.data.actions).toMatchObject({ edit: { allowed: true } });
  });

  it('ERR-03 fails with the reason, and reloads on request', async () => {
    const { run, fetchRecord, reported } = start();
    const error = new ApiError({
      kind: 'http',
      operation: 'transactions.get',
      code: 'http_404',
      message: 'No transaction 42',
      status: 404,
      requestId: 'r-1',
    });
    await fetchRecord.last().reject(error);
    expect(run.view).toMatchObject({
      status: 'failed',
      error: { code: 'http_404', message: 'No transaction 42', status: 404, requestId: 'r-1' },
      commands: { retry: { allowed: true } },
    });
    run.send({ type: 'retry' });
    await fetchRecord.last().resolve({ amount: 2 });
    expect(reported().map(([step]) => step)).toEqual(['loading', 'failed', 'loading', 'viewing']);
  });

  it('LIST-12 keeps the newest response when it is reloaded before the first arrives', async () => {
    const { run, fetchRecord, reported } = start();
    run.send({ type: 'reload' });
    const [first, second] = fetchRecord.calls;
    expect(first?.args[1].aborted).toBe(true);
    await second?.resolve({ amount: 2 });
    await first?.resolve({ amount: 1 });
    expect(reported().at(-1)).toEqual(['viewing', 2]);
  });

  it('keeps showing the record while it is reloaded', async () => {
    const { run, fetchRecord, reported } = start();
    await fetchRecord.last().resolve({ amount: 1 });
    run.send({ type: 'reload' });
    expect(reported().at(-1)).toEqual(['loading', 1]);
  });
});
