import { createHash } from 'node:crypto';

/**
 * Draws `count` items from each part: those whose keys come first in an order that depends on the seed. The same seed draws
 * the same items, and after a change of the code all those that it didn't touch.
 */
export function sample<Item extends { readonly key: string }>(
  parts: ReadonlyMap<string, readonly Item[]>,
  count: number,
  seed: number,
): (readonly [part: string, item: Item])[] {
  const rank = ({ key }: Item) => createHash('sha256').update(`${seed} ${key}`).digest('hex');
  return [...parts].flatMap(([part, items]) =>
    items
      .map((item) => ({ item, rank: rank(item) }))
      .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
      .slice(0, count)
      .map(({ item }) => [part, item] as const),
  );
}
