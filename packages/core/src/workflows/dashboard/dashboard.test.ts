import { expect, it } from 'vitest';
import { networkError } from '../../http/outcome.ts';
import { scripted } from '../scripted.test-kit.ts';
import { startWorkflow } from '../workflow.ts';
import type { Dashboard } from './dashboard.types.ts';
import { dashboardWorkflow } from './dashboard.workflow.ts';

const dashboard = (today: string): Dashboard => ({
  today,
  figures: [],
  charts: [],
  unavailable: [],
});

function start() {
  const load = scripted<[AbortSignal], Dashboard>();
  const run = startWorkflow(dashboardWorkflow({ load: load.port }), { input: {} });
  return { load, run };
}

it('SHELL-10 loads at once, and keeps the former figures while it loads again', async () => {
  const { load, run } = start();
  expect(run.view).toMatchObject({ status: 'pending', step: 'loading', busy: true });
  await load.last().resolve(dashboard('2026-11-20'));
  expect(run.view).toMatchObject({ step: 'shown', busy: false });
  run.send({ type: 'reload' });
  expect(run.view).toMatchObject({ busy: true, data: { dashboard: { today: '2026-11-20' } } });
  await load.last().resolve(dashboard('2026-11-21'));
  expect(run.view.data.dashboard?.today).toBe('2026-11-21');
});

it('SHELL-10 ERR-03 says why it failed, and tries again on retry', async () => {
  const { load, run } = start();
  await load
    .last()
    .reject(networkError({ operation: 'dashboard.open', outcome: 'none' }, 'no route'));
  expect(run.view).toMatchObject({ status: 'failed', error: { code: 'network' } });
  run.send({ type: 'retry' });
  await load.last().resolve(dashboard('2026-11-20'));
  expect(run.view).toMatchObject({ step: 'shown' });
});

it('SHELL-10 shows charts as tables, whatever state it is in', async () => {
  const { load, run } = start();
  run.send({ type: 'tables', shown: true });
  await load.last().resolve(dashboard('2026-11-20'));
  expect(run.view.data.tables).toBe(true);
  run.send({ type: 'tables', shown: false });
  expect(run.view.data.tables).toBe(false);
});
