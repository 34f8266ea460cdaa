import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleOf } from './sample.ts';

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
