import { expect, it } from 'vitest';
import { networkError } from '../../http/outcome.ts';
import { scripted } from '../scripted.test-kit.ts';
import { startWorkflow } from '../workflow.ts';
import type { RateDays, RateDaysQuery } from './rate-days.types.ts';
import { rateDaysWorkflow } from './rate-days.workflow.ts';

const rates = (to: string): RateDays => ({ from: '2026-10-22', to, charts: [] });
const query = (to: string): RateDaysQuery => ({ filters: [], to });

function start() {
  const load = scripted<[RateDaysQuery, AbortSignal], RateDays>();
  const run = startWorkflow(rateDaysWorkflow({ load: load.port }), {
    input: { query: query('2026-11-19') },
  });
  return { load, run };
}

it('RATE-03 loads at once, and other rates when they are asked for, whichever answer comes first', async () => {
  const { load, run } = start();
  expect(run.view).toMatchObject({ status: 'pending', step: 'loading', busy: true });
  const first = load.last();
  run.send({ type: 'asked', query: query('2026-11-20') });
  const second = load.last();
  await second.resolve(rates('2026-11-20'));
  await first.resolve(rates('2026-11-19'));
  expect(run.view).toMatchObject({ step: 'shown', busy: false });
  expect(run.view.data.rates?.to).toBe('2026-11-20');
  run.send({ type: 'asked', query: query('2026-11-21') });
  expect(run.view).toMatchObject({ busy: true, data: { rates: { to: '2026-11-20' } } });
});

it('RATE-03 ERR-03 says why it failed, and tries the same question again', async () => {
  const { load, run } = start();
  await load.last().reject(networkError({ operation: 'rates.days', outcome: 'none' }, 'no route'));
  expect(run.view).toMatchObject({ status: 'failed', error: { code: 'network' } });
  run.send({ type: 'retry' });
  await load.last().resolve(rates('2026-11-19'));
  expect(run.view).toMatchObject({ step: 'shown' });
  run.send({ type: 'tables', shown: true });
  expect(run.view.data.tables).toBe(true);
});
