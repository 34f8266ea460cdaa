import { expect, it } from 'vitest';
import { networkError } from '../../http/outcome.ts';
import { scripted } from '../scripted.test-kit.ts';
import { startWorkflow } from '../workflow.ts';
import type { ReportAsked, ReportFigures } from './report.types.ts';
import { reportWorkflow } from './report.workflow.ts';

const report = (title: string): ReportFigures => ({ title, about: [], tables: [] });

function start(input: Partial<ReportAsked> = {}) {
  const load = scripted<[ReportAsked, AbortSignal], ReportFigures>();
  const ports = {
    load: load.port,
    check: ({ by }: ReportAsked) =>
      by === 'week' ? { by: [{ code: 'not_a_choice', message: 'No rows by week' }] } : {},
  };
  return { load, run: startWorkflow(reportWorkflow(ports), { input }) };
}

it('REP-02 waits for a report to be chosen, and keeps its figures while they load again', async () => {
  const { load, run } = start();
  expect(run.view).toMatchObject({ step: 'choosing', busy: false });
  expect(load.calls).toEqual([]);
  run.send({ type: 'choose', asked: { report_type: 'sales' } });
  expect(run.view).toMatchObject({ step: 'loading', busy: true });
  await load.last().resolve(report('Sales report'));
  expect(run.view).toMatchObject({ step: 'shown', data: { report: { title: 'Sales report' } } });
  run.send({ type: 'choose', asked: { by: 'month', columns: ['amount'] } });
  expect(load.last().args[0]).toEqual({ report_type: 'sales', by: 'month', columns: ['amount'] });
  expect(run.view.data.report?.title).toBe('Sales report');
});

it('REP-02 drops the former figures with the former report, and an answer that comes too late', async () => {
  const { load, run } = start({ report_type: 'sales' });
  const late = load.last();
  run.send({ type: 'choose', asked: { report_type: 'aging' } });
  expect(late.args[1].aborted).toBe(true);
  await late.resolve(report('Sales report'));
  expect(run.view).toMatchObject({ step: 'loading', data: { report: undefined } });
  await load.last().resolve(report('Aging report'));
  expect(run.view.data.report?.title).toBe('Aging report');
});

it('REP-02 asks nothing of the service while a choice is wrong, and says which', async () => {
  const { load, run } = start({ report_type: 'sales', by: 'week' });
  expect(run.view).toMatchObject({
    step: 'choosing',
    data: { issues: { by: [{ message: 'No rows by week' }] } },
  });
  expect(load.calls).toEqual([]);
});

it('REP-02 ERR-03 says why it failed, and tries again on retry', async () => {
  const { load, run } = start({ report_type: 'sales' });
  await load
    .last()
    .reject(networkError({ operation: 'reports.show', outcome: 'none' }, 'no route'));
  expect(run.view).toMatchObject({ status: 'failed', error: { code: 'network' } });
  run.send({ type: 'retry' });
  await load.last().resolve(report('Sales report'));
  expect(run.view).toMatchObject({ step: 'shown' });
});
