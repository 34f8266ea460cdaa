import { describe, expect, it } from 'vitest';
import { readPace } from './pace.ts';

/** When each of several turns starts, in ms since the first request. */
async function turns(rate: string, waits: readonly number[]): Promise<number[]> {
  const pace = readPace(rate);
  if (!pace) throw new Error('There is no pace.');
  const started = performance.now();
  return Promise.all(waits.map((ms) => pace.sleep(ms).then(() => performance.now() - started)));
}

describe('--max-rate', () => {
  it('gives turns one after the other, however many callers wait', async () => {
    const at = await turns('300/min', [0, 0, 0, 0]);
    expect(at[0]).toBeLessThan(190);
    // A timer may fire a millisecond early.
    for (const turn of [1, 2, 3]) expect(at[turn]).toBeGreaterThanOrEqual(turn * 200 - 2);
  });

  it('is read with spaces around it', () => {
    expect(readPace(' 120/min ')).toBeDefined();
    expect(() => readPace('1 20')).toThrow(
      "--max-rate is a number of requests a minute: '120/min'.",
    );
  });

  it("counts the client's retries, and waits at least as long as they do", async () => {
    const [again = 0, next = 0] = await turns('1200', [120, 0]);
    expect(again).toBeGreaterThanOrEqual(118);
    expect(next).toBeGreaterThanOrEqual(168);
  });

  it('ends a wait immediately if the call is stopped', async () => {
    const pace = readPace('1/min');
    await pace?.sleep(0);
    const started = performance.now();
    await pace?.sleep(0, AbortSignal.timeout(20));
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it.each(['0', '-1', '1.5', 'x/min', '', '60001'])('refuses %j', (text) => {
    expect(() => readPace(text)).toThrow('--max-rate is a number of requests a minute');
  });

  it.each(['1', '60000/min'])('accepts %j', (text) => {
    expect(readPace(text)).toBeDefined();
  });
});
