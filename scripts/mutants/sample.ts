/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws `count` items, taking the parts in turn; the same seed draws the same items. */
export function sample<Item>(
  parts: ReadonlyMap<string, readonly Item[]>,
  count: number,
  seed: number,
): (readonly [part: string, item: Item])[] {
  const random = randomOf(seed);
  const left = [...parts].map(([part, items]) => ({ part, items: [...items] }));
  const drawn: (readonly [string, Item])[] = [];
  while (drawn.length < count && left.some(({ items }) => items.length > 0)) {
    for (const { items, part } of left) {
      const [item] = items.splice(Math.floor(random() * items.length), 1);
      if (item !== undefined && drawn.length < count) drawn.push([part, item]);
    }
  }
  return drawn;
}
