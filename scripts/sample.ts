import { createHash } from 'node:crypto';

/** Whether everything is to be run of which `npm test` runs samples: `npm run whole`. */
const isWhole = (): boolean => process.env.TEST_SAMPLES === 'all';

/** Chooses the samples; `npm test` sets another one for each commit and prints it. */
export const sampleSeed = (): string => process.env.TEST_SEED ?? '1';

/** How many runs of a random test are enough: all of them with TEST_SAMPLES=all, otherwise a sample. */
export const sampleSize = (whole: number, sample: number): number => (isWhole() ? whole : sample);

/**
 * Chooses one in `oneIn` of the items, at least one, by TEST_SEED and the items' names, in their own order. The same seed
 * chooses the same ones, whatever else is chosen from. All of them with TEST_SAMPLES=all.
 */
export function sampleOf<Item>(
  items: readonly Item[],
  oneIn: number,
  nameOf: (item: Item) => string = String,
): Item[] {
  if (isWhole()) return [...items];
  const chosen = new Set(shuffled(items, nameOf).slice(0, Math.ceil(items.length / oneIn)));
  return items.filter((item) => chosen.has(item));
}

/** A test by its title, and the requirements that it proves. */
export interface Proof {
  readonly title: string;
  readonly ids: readonly string[];
}

/** Chooses as `sampleOf` does, and adds tests until each requirement that one of them proves is proven. */
export function sampleOfProofs<P extends Proof>(proofs: readonly P[], oneIn: number): P[] {
  const inOrder = shuffled(proofs, ({ title }) => title);
  const chosen = new Set(sampleOf(proofs, oneIn, ({ title }) => title));
  const proven = new Set([...chosen].flatMap(({ ids }) => ids));
  for (const proof of inOrder) {
    if (proof.ids.every((id) => proven.has(id))) continue;
    chosen.add(proof);
    for (const id of proof.ids) proven.add(id);
  }
  return proofs.filter((proof) => chosen.has(proof));
}

/** The items in the seed's order. */
function shuffled<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const places = new Map(
    items.map((item) => [
      item,
      createHash('sha256')
        .update(`${sampleSeed()} ${nameOf(item)}`)
        .digest('hex'),
    ]),
  );
  return items.toSorted((one, other) =>
    String(places.get(one)).localeCompare(String(places.get(other))),
  );
}
