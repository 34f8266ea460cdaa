import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { throttled } from './task.ts';

describe('throttled progress', () => {
  const start = () => {
    const reported: number[] = [];
    const clock = new SimulatedClock();
    const { notify, stop } = throttled((value: number) => reported.push(value), clock, 100);
    return { reported, clock, notify, stop };
  };

  it('passes on the first value at once, the latest one after the wait, and then nothing more', () => {
    const { reported, clock, notify } = start();
    for (const value of [1, 2, 3]) notify(value);
    expect(reported).toEqual([1]);
    clock.increment(100);
    expect(reported).toEqual([1, 3]);
    clock.increment(1000);
    expect(reported).toEqual([1, 3]);
    notify(4);
    expect(reported).toEqual([1, 3, 4]);
  });

  it('reports nothing after it was stopped', () => {
    const { reported, clock, notify, stop } = start();
    notify(1);
    notify(2);
    stop();
    clock.increment(1000);
    expect(reported).toEqual([1]);
  });
});
