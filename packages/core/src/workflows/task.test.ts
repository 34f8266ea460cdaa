import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { throttled } from './task.ts';

describe('throttled progress', () => {
  const start = () => {
    const told: number[] = [];
    const clock = new SimulatedClock();
    const { tell, stop } = throttled((value: number) => told.push(value), clock, 100);
    return { told, clock, tell, stop };
  };

  it('passes on the first value at once, the latest one after the wait, and then nothing more', () => {
    const { told, clock, tell } = start();
    for (const value of [1, 2, 3]) tell(value);
    expect(told).toEqual([1]);
    clock.increment(100);
    expect(told).toEqual([1, 3]);
    clock.increment(1000);
    expect(told).toEqual([1, 3]);
    tell(4);
    expect(told).toEqual([1, 3, 4]);
  });

  it('tells nothing after it was stopped', () => {
    const { told, clock, tell, stop } = start();
    tell(1);
    tell(2);
    stop();
    clock.increment(1000);
    expect(told).toEqual([1]);
  });
});
