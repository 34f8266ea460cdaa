import { describe, expect, it } from 'vitest';
import { sampleSize } from '../../../../scripts/sample.ts';
import { createDatabase, ON_POSTGRES } from '../database.ts';
import { CALLS } from './calls.ts';
import { fuzz } from './run.ts';

/** `FUZZ_SEED=… npm test` makes the calls of an earlier run again. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
/** `npm run fuzz` goes on for minutes. */
const SECONDS = sampleSize(6, 3);
/** A busy machine takes longer for so many calls. */
const LEAST = sampleSize(400, 250);

describe('odd input', () => {
  it('WIRE-06 no input gives a 5xx, ends the service or grows its memory', {
    timeout: 300_000,
  }, async () => {
    console.log(`Fuzzing for ${SECONDS} s, seed ${seed}.`);
    const { attacked, calls, findings, heapMb, statuses } = await fuzz({
      seed,
      ms: SECONDS * 1_000,
      least: LEAST,
      // What a busy machine takes says little about a call; minutes of it are another matter.
      maxStallMs: 10_000,
      ...(ON_POSTGRES ? { createDatabase: () => createDatabase() } : {}),
    });
    expect(findings, `seed ${seed}`).toEqual([]);
    expect(calls).toBeGreaterThanOrEqual(LEAST);
    expect(attacked).toBeGreaterThan(CALLS.length / 2);
    expect(Object.keys(statuses)).toEqual(
      expect.arrayContaining(['200', '400', '405', '415', '422']),
    );
    expect(heapMb[1] - heapMb[0]).toBeLessThan(150);
  });
});
