/** A seeded source of chance, so that the same call always makes the same files. */
export interface Random {
  /** From 0 to 1, excluding 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** True in `share` of the calls. */
  chance(share: number): boolean;
}

/** Mulberry32: 32 bits of state are plenty for demo data. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError('There is nothing to pick from.');
      return item;
    },
    chance: (share) => next() < share,
  };
}
