import { describe, expect, it } from 'vitest';
import { sampleSize } from '../../../../scripts/sample.ts';
import { createSandbox } from '../../src/index.ts';
import { keptData } from '../database.ts';
import { IN_TESTS } from '../helpers.ts';
import { Acknowledged, DEMO_DAY, kill } from './kill.ts';

const { now: _, ...others } = IN_TESTS;
const options = { ...others, referenceDay: DEMO_DAY };
const kept = await keptData(options);
await (await createSandbox({ ...options, ...kept })).close();

/** `KILL_SEED=… npm test` strikes at the moments of an earlier run. */
const seed = Number(process.env.KILL_SEED ?? 1 + (Date.now() % 10_000));

describe('a server that is killed under load', () => {
  it('SHELL-14 AUTH-13 keeps every write that it acknowledged, one event of each, and a sound database', {
    timeout: 300_000,
  }, async () => {
    const rounds = sampleSize(4, 2);
    console.log(`Killing ${rounds} times, seed ${seed}.`);
    const done = new Acknowledged();
    for (let round = 0; round < rounds; round += 1) {
      expect(await kill(kept, seed + round, done), `seed ${seed + round}`).toEqual([]);
    }
    expect(done.payments.length).toBeGreaterThan(0);
    expect(done.purchases.length).toBeGreaterThan(0);
    expect(done.edits.length).toBeGreaterThan(0);
    expect(done.invoices.length).toBeGreaterThan(0);
  });
});
