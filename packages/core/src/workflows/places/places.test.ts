import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { networkError } from '../../http/outcome.ts';
import type { Place } from '../../resource/form.types.ts';
import { recordViews } from '../../testing/record-views.ts';
import { scripted } from '../scripted.test-kit.ts';
import { startWorkflow } from '../workflow.ts';
import type { PlaceChoice } from './places.types.ts';
import { placesWorkflow } from './places.workflow.ts';

const place = (id: string): Place => ({ id, address1: `${id} Regent Street` }) as Place;
const choices = (...ids: readonly string[]) =>
  ids.map((id) => ({ id, description: `${id} Regent` }));

function start() {
  const find = scripted<[string, AbortSignal], readonly PlaceChoice[]>();
  const detail = scripted<[string, AbortSignal], Place>();
  const clock = new SimulatedClock();
  const workflow = placesWorkflow({ find: find.port, detail: detail.port });
  const run = startWorkflow(workflow, { input: {}, clock });
  const { views } = recordViews(run);
  const type = (text: string) => run.send({ type: 'typed', text });
  const steps = () =>
    views
      .map((view) => (view.status === 'pending' ? view.step : view.status))
      .filter((step, index, all) => step !== all[index - 1]);
  return { run, find, detail, clock, type, steps };
}

describe('addresses while they are typed', () => {
  it('COMP-05 searches once, 300 ms after the last key press, and returns the chosen address', async () => {
    const { run, find, detail, clock, type, steps } = start();
    for (const text of ['8', '88', '88 R']) {
      type(text);
      clock.increment(299);
    }
    expect(find.calls).toHaveLength(0);
    clock.increment(1);
    expect(find.calls.map(({ args }) => args[0])).toEqual(['88 R']);
    await find.last().resolve(choices('1', '2'));
    run.send({ type: 'chosen', id: 'unknown' });
    expect(detail.calls).toHaveLength(0);
    run.send({ type: 'chosen', id: '2' });
    await detail.last().resolve(place('2'));
    expect(run.view.data).toMatchObject({ place: { id: '2' }, found: [{ id: '1' }, { id: '2' }] });
    expect(steps()).toEqual(['idle', 'waiting', 'searching', 'offering', 'fetching', 'offering']);
  });

  it('COMP-05 LIST-12 never shows results for an earlier text', async () => {
    const { run, find, clock, type } = start();
    type('8');
    clock.increment(300);
    const former = find.last();
    type('88');
    expect(former.args[1].aborted).toBe(true);
    clock.increment(300);
    await find.last().resolve(choices('2'));
    await former.resolve(choices('1'));
    expect(run.view.data.found).toEqual(choices('2'));
    type('  ');
    clock.increment(300);
    expect(run.view).toMatchObject({ step: 'idle', data: { found: [] } });
    expect(find.calls).toHaveLength(2);
  });

  it('COMP-05 LIST-12 drops a pending address when typing continues', async () => {
    const { run, find, detail, clock, type } = start();
    type('8');
    clock.increment(300);
    await find.last().resolve(choices('1'));
    run.send({ type: 'chosen', id: '1' });
    type('88');
    await detail.last().resolve(place('1'));
    expect(run.view).toMatchObject({ step: 'waiting', data: { place: undefined } });
  });

  it('ERR-03 fails with the reason, and repeats the request on retry', async () => {
    const { run, find, detail, clock, type } = start();
    const error = networkError({ operation: 'places.find', outcome: 'none' }, 'no route');
    type('88');
    clock.increment(300);
    await find.last().reject(error);
    expect(run.view).toMatchObject({ status: 'failed', error: { code: 'network' } });
    run.send({ type: 'retry' });
    await find.last().resolve(choices('1'));
    run.send({ type: 'chosen', id: '1' });
    await detail.last().reject(error);
    run.send({ type: 'retry' });
    await detail.last().resolve(place('1'));
    expect(run.view.data.place?.id).toBe('1');
    expect([find.calls.length, detail.calls.length]).toEqual([2, 2]);
  });
});
