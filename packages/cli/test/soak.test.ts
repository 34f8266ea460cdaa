import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleSize } from '../../../scripts/sample.ts';
import { soak } from '../soak/soak.ts';
import { buildBinary } from './binary.ts';

/** `npm run soak` plays hundreds. */
const ROUNDS = sampleSize(10, 4);

let binary: string;
const dir = mkdtempSync(join(tmpdir(), 'forecourt-soak-'));

beforeAll(() => {
  binary = buildBinary();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('killed imports', () => {
  it('TXN-13 at any write and any byte lose no row and enter none twice after another run', async () => {
    const { rounds, ...result } = await soak({ binary, dir, rounds: ROUNDS, seed: 1, atOnce: 3 });
    expect(
      rounds.flatMap(({ seed, strikes, faults }) =>
        faults.map((fault) => ({ seed, strikes, fault })),
      ),
    ).toEqual([]);
    expect(result).toMatchObject({ lost: [], twice: [], reentered: [] });
    expect(rounds).toHaveLength(ROUNDS);
    // A strike after the end of a run has no effect; most of them hit.
    const struck = rounds.filter((round) => round.struck > 0).length;
    expect(struck).toBeGreaterThan(ROUNDS / 2);
  }, 240_000);
});
