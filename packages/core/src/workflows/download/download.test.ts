import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { cutOffError } from '../../http/outcome.ts';
import { recordViews } from '../../testing/record-views.ts';
import { scripted } from '../scripted.test-kit.ts';
import { startWorkflow } from '../workflow.ts';
import type { DownloadPorts, DownloadView, SavedFile } from './download.types.ts';
import { downloadWorkflow } from './download.workflow.ts';

interface Request {
  readonly ids: readonly string[];
}

const FILE: SavedFile = { name: 'Transactions.csv', location: '/out/Transactions.csv', bytes: 300 };

function start(ids: readonly string[] = ['1', '2']) {
  const transfer = scripted<Parameters<DownloadPorts<Request>['transfer']>, SavedFile>();
  const clock = new SimulatedClock();
  const workflow = downloadWorkflow<Request>({
    transfer: transfer.port,
    refuse: (request) =>
      request.ids.length === 0 ? 'Please select at least one transaction to export.' : undefined,
    texts: {
      success: 'Transactions Exported Successfully',
      failure: 'Error while exporting transactions.',
    },
  });
  const run = startWorkflow(workflow, { input: { request: { ids } }, clock });
  const { views } = recordViews(run);
  const progress = (bytes: number) => transfer.last().args[1].onProgress({ bytes, total: 300 });
  return { run, views, transfer, clock, progress };
}

const reported = (views: readonly DownloadView[]) =>
  views.map((view) => [
    view.status === 'pending' ? view.step : view.status,
    view.data.progress.bytes,
  ]);

describe('a download', () => {
  it('TXN-03 downloads the selection, reports progress, and ends with the saved file', async () => {
    const { run, views, transfer, clock, progress } = start();
    progress(100);
    clock.increment(100);
    progress(300);
    await transfer.last().resolve(FILE);
    expect(reported(views)).toEqual([
      ['transferring', 0],
      ['transferring', 100],
      ['transferring', 300],
      ['done', 300],
    ]);
    expect(transfer.last().args[0]).toEqual({ ids: ['1', '2'] });
    expect(run.view).toMatchObject({
      output: { file: FILE, message: 'Transactions Exported Successfully' },
    });
  });

  it('TXN-03 CARD-04 fails with the text for an empty selection, without calling the service', async () => {
    const { run, transfer } = start([]);
    const view = await run.until(({ status }) => status === 'failed');
    expect(view).toMatchObject({
      error: {
        code: 'nothing_selected',
        message: 'Please select at least one transaction to export.',
        outcome: 'none',
      },
    });
    expect(transfer.calls).toHaveLength(0);
  });

  it('ERR-03 fails when the file is cut off, and starts over on retry', async () => {
    const { run, views, transfer, progress } = start();
    progress(100);
    const error = cutOffError({ operation: 'transactions.export', outcome: 'none' }, '100 of 300');
    await transfer.last().reject(error);
    expect(run.view).toMatchObject({
      status: 'failed',
      error: {
        code: 'cut_off',
        message: 'Error while exporting transactions.',
        detail: '100 of 300',
        retryable: true,
      },
      commands: { retry: { allowed: true } },
    });
    expect(run.view).not.toHaveProperty('output');
    run.send({ type: 'retry' });
    run.send({ type: 'retry' });
    await transfer.last().resolve(FILE);
    expect(reported(views)).toEqual([
      ['transferring', 0],
      ['transferring', 100],
      ['failed', 100],
      ['transferring', 0],
      ['done', 0],
    ]);
    expect(transfer.calls).toHaveLength(2);
  });

  it('stops the transfer when it is cancelled, and ignores its result', async () => {
    const { run, views, transfer, clock, progress } = start();
    progress(100);
    progress(200);
    run.send({ type: 'cancel' });
    expect(transfer.last().args[1].signal.aborted).toBe(true);
    progress(300);
    clock.increment(1000);
    await transfer.last().resolve(FILE);
    expect(reported(views)).toEqual([
      ['transferring', 0],
      ['transferring', 100],
      ['cancelled', 100],
    ]);
  });

  it('reports progress at most every 100 ms, whatever the number of chunks, and the latest value last', () => {
    const { views, clock, progress } = start();
    for (let ms = 0; ms < 1000; ms += 1) {
      for (let chunk = 0; chunk < 20; chunk += 1) progress(ms * 20 + chunk);
      clock.increment(1);
    }
    clock.increment(100);
    expect(views.length).toBeLessThanOrEqual(12);
    expect(reported(views).at(-1)).toEqual(['transferring', 19_999]);
  });

  it('converts any other error to a failure', async () => {
    const { run, transfer } = start();
    await transfer.last().reject(new Error('No space left on the disk'));
    expect(run.view).toMatchObject({
      error: { code: 'unexpected', detail: 'No space left on the disk', outcome: 'none' },
    });
  });
});
