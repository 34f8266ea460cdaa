import { type Random, seededRandom } from '../../../examples/provider-files/random.ts';
import type { Passed } from './line.ts';

/** What goes wrong in one run, and where. */
export type Strike =
  | { readonly kind: 'write'; readonly at: number; readonly how: 'before' | 'half' | 'after' }
  /** From this write on the disk is full, or this write stores only a part and reports no error. */
  | { readonly kind: 'disk'; readonly at: number; readonly how: 'full' | 'short' }
  | {
      /** 'stall' leaves the connection open and silent. */
      readonly kind: 'kill' | 'cut' | 'server' | 'stall';
      readonly exchange: 'import' | 'lookup';
      readonly direction: 'up' | 'down';
      readonly bytes: number;
    };

/** Counts of an undisturbed run: writes, and bytes of its import. */
export interface Measured {
  readonly writes: number;
  readonly passed: Passed;
}

/** The head of a request or an answer ends within this many bytes. */
const HEAD = 900;
const LOOKUP = { up: 400, down: 500 };

/** Returns one strike, and sometimes a second for the next run. */
export function strikesOf(seed: number, measured: Measured): readonly Strike[] {
  const random = seededRandom(seed);
  const strikes = [strikeBy(random, measured)];
  while (strikes.length < 3 && random.next() < 0.25) strikes.push(strikeBy(random, measured));
  return strikes;
}

function strikeBy(random: Random, { writes, passed }: Measured): Strike {
  const chance = random.next();
  if (chance < 0.15) {
    const how = random.pick(['full', 'full', 'short'] as const);
    return { kind: 'disk', at: random.between(1, writes), how };
  }
  if (chance < 0.42) {
    const how = random.pick(['before', 'half', 'after'] as const);
    return { kind: 'write', at: random.between(1, writes), how };
  }
  const kind = chance < 0.82 ? 'kill' : chance < 0.88 ? 'cut' : chance < 0.94 ? 'stall' : 'server';
  const direction = random.pick(['up', 'down'] as const);
  if (kind === 'kill' && random.next() < 0.12) {
    return { kind, exchange: 'lookup', direction, bytes: random.between(0, LOOKUP[direction]) };
  }
  return { kind, exchange: 'import', direction, bytes: byteOf(random, passed[direction]) };
}

/** A position in the head, anywhere, or near the end: most faults occur at these boundaries. */
function byteOf(random: Random, total: number): number {
  const part = random.next();
  if (part < 0.35) return random.between(0, Math.min(HEAD, total));
  return part < 0.7 ? random.between(0, total) : random.between(Math.max(0, total - 200), total);
}

export function strikeText(strike: Strike): string {
  if (strike.kind === 'write') return `killed ${strike.how} write ${strike.at}`;
  if (strike.kind === 'disk') return `${strike.how} disk at write ${strike.at}`;
  return `${strike.kind} at byte ${strike.bytes} ${strike.direction} of ${strike.exchange}`;
}
