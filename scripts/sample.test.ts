import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleOf, sampleOfProofs } from './sample.ts';

const LETTERS = [...'abcdefghijkl'];

beforeEach(() => vi.stubEnv('TEST_SAMPLES', ''));
afterEach(() => vi.unstubAllEnvs());

const chosenBy = (seed: string, oneIn: number): string => {
  vi.stubEnv('TEST_SEED', seed);
  return sampleOf(LETTERS, oneIn).join('');
};

it('chooses one in as many, in their order, the same by the same seed', () => {
  expect(chosenBy('7', 4)).toMatch(/^[a-l]{3}$/);
  expect(chosenBy('7', 4)).toBe([...chosenBy('7', 4)].sort().join(''));
  expect(chosenBy('7', 4)).toBe(chosenBy('7', 4));
  expect(chosenBy('7', 5)).toHaveLength(3);
  expect(chosenBy('7', 100)).toHaveLength(1);
});

it('chooses each at last, by one seed or another', () => {
  const seeds = Array.from({ length: 60 }, (_, seed) => chosenBy(String(seed), 4));
  expect([...new Set(seeds.join(''))].sort().join('')).toBe('abcdefghijkl');
});

it('takes all of them when everything is asked for', () => {
  vi.stubEnv('TEST_SAMPLES', 'all');
  expect(chosenBy('7', 4)).toBe('abcdefghijkl');
});

const PROOFS = [...LETTERS].map((title, index) => ({
  title,
  ids: index < 3 ? ['CARD-01', 'CARD-02'] : index < 6 ? ['CARD-03'] : [],
}));

it.each(['1', '2', '3', '4', '5', '6'])(
  'proves each requirement whatever else it leaves out, by seed %s',
  (seed) => {
    vi.stubEnv('TEST_SEED', seed);
    const chosen = sampleOfProofs(PROOFS, 6);
    expect(new Set(chosen.flatMap(({ ids }) => ids))).toEqual(
      new Set(['CARD-01', 'CARD-02', 'CARD-03']),
    );
    expect(chosen.length).toBeLessThanOrEqual(4);
  },
);

it('takes each test at last, by one seed or another', () => {
  const taken = Array.from({ length: 60 }, (_, seed) => {
    vi.stubEnv('TEST_SEED', String(seed));
    return sampleOfProofs(PROOFS, 6).map(({ title }) => title);
  });
  expect(new Set(taken.flat())).toEqual(new Set(LETTERS));
});
