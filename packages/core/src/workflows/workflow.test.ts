import { describe, expect, it, vi } from 'vitest';
import { dailyRates } from '../resources/rates/rates.rules.ts';
import { transactions } from '../resources/transactions/transactions.resource.ts';
import { FULL_ACCESS } from '../testing/fixtures.ts';
import { UNUSED } from './record/record.test-kit.ts';
import { recordWorkflow } from './record/record.workflow.ts';
import { scripted } from './scripted.test-kit.ts';
import { uploadWorkflow } from './upload/upload.workflow.ts';
import { runWorkflow, startWorkflow } from './workflow.ts';

const start = () => {
  const fetchRecord = scripted<[string, AbortSignal], string>();
  const workflow = recordWorkflow<string>({
    definition: transactions,
    fetchRecord: fetchRecord.port,
    ...UNUSED,
    access: () => FULL_ACCESS,
  });
  return { run: startWorkflow(workflow, { input: { id: '1' } }), fetchRecord };
};

describe('a run of a workflow', () => {
  it('returns the same view object until something changes', async () => {
    const { run, fetchRecord } = start();
    const first = run.view;
    run.send({ type: 'retry' });
    expect(run.view).toBe(first);
    await fetchRecord.last().resolve('record');
    expect(run.view).not.toBe(first);
  });

  it('notifies remaining listeners of each change', async () => {
    const { run, fetchRecord } = start();
    const reported: string[] = [];
    const stop = run.subscribe((view) => reported.push(view.status === 'pending' ? view.step : ''));
    await fetchRecord.last().resolve('record');
    stop();
    run.send({ type: 'reload' });
    expect(reported).toEqual(['viewing']);
  });

  it('resolves to the first view that matches, including the current one', async () => {
    const { run, fetchRecord } = start();
    const ready = run.until((view) => view.status === 'pending' && !view.busy);
    await fetchRecord.last().resolve('record');
    expect((await ready).data.record).toBe('record');
    expect(await run.until(() => true)).toBe(run.view);
  });

  it('LIST-12 aborts pending requests when it is stopped', () => {
    const { run, fetchRecord } = start();
    run.stop();
    expect(fetchRecord.last().args[1].aborted).toBe(true);
  });

  it.each([undefined, null, 'retry', 5, {}, { type: 5 }])(
    'refuses %j, which is no event, where the caller can catch it',
    async (event) => {
      const { run, fetchRecord } = start();
      expect(() => run.send(event as never)).toThrow(
        "An event has a type: run.send({ type: 'submit' }).",
      );
      await fetchRecord.last().resolve('record');
      expect(run.view.status).not.toBe('failed');
    },
  );

  it('changes nothing by an event after it was stopped', async () => {
    const { run, fetchRecord } = start();
    await fetchRecord.last().resolve('record');
    run.stop();
    const last = run.view;
    // XState warns in development.
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    run.send({ type: 'reload' });
    warn.mockRestore();
    expect(run.view).toBe(last);
    expect(fetchRecord.calls).toHaveLength(1);
  });
});

it('runWorkflow rejects where a workflow waits for answers, and names them', async () => {
  const workflow = uploadWorkflow({
    definition: dailyRates,
    send: () => Promise.reject(new Error('not sent')),
    nonce: () => 'key',
    access: () => FULL_ACCESS,
  });
  await expect(runWorkflow(workflow, { provided: { provider: 'Esso' } })).rejects.toThrow(
    'runWorkflow: upload.rates.upload waits for file. Start it with startWorkflow and send it events.',
  );
});
