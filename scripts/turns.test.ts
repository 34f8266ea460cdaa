import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LONG, leftOutOn, leftToOtherRuns } from './turns.ts';

beforeEach(() => {
  vi.stubEnv('TEST_SAMPLES', '');
  vi.stubEnv('TEST_TURNS', 'yes');
});
afterEach(() => vi.unstubAllEnvs());

const SEEDS = Array.from({ length: 60 }, (_, seed) => String(seed));

const TESTS = ['packages', 'examples', 'docs', 'scripts']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'));

const OF_SANDBOX = TESTS.filter((path) => path.startsWith('examples/sandbox/'));

/** Files that a run leaves out on both engines. */
function onNeither(seed: string): string[] {
  vi.stubEnv('TEST_SEED', seed);
  const patterns = [leftOutOn('sqlite'), leftOutOn('postgres')];
  const isOut = (path: string, left: readonly string[]) =>
    left.some((pattern) =>
      pattern.includes('*')
        ? path.startsWith(pattern.slice(0, pattern.indexOf('*')))
        : path === pattern,
    );
  return OF_SANDBOX.filter((path) => patterns.every((left) => isOut(path, left)));
}

it('names files that are there', () => {
  const named = SEEDS.slice(0, 8).flatMap((seed) => {
    vi.stubEnv('TEST_SEED', seed);
    return [...LONG, ...leftOutOn('sqlite'), ...leftOutOn('postgres')];
  });
  const missing = named.filter((path) => !path.includes('*') && !TESTS.includes(path));
  expect([...new Set(missing)]).toEqual([]);
});

it('leaves four in five of the long tests to other runs, and each at last to none', () => {
  const taken = SEEDS.map((seed) => {
    vi.stubEnv('TEST_SEED', seed);
    const left = leftToOtherRuns();
    return LONG.filter((path) => !left.includes(path));
  });
  for (const some of taken) expect(some).toHaveLength(Math.ceil(LONG.length / 5));
  expect(new Set(taken.flat())).toEqual(new Set(LONG));
});

it('runs every other test of the sandbox on one engine at least', () => {
  for (const seed of SEEDS) {
    const left = onNeither(seed).filter((path) => !leftToOtherRuns().includes(path));
    expect(left, seed).toEqual([]);
  }
});

it('runs everything if the whole or some tests are asked for', () => {
  vi.stubEnv('TEST_TURNS', '');
  expect(leftToOtherRuns()).toEqual([]);
  expect(OF_SANDBOX.length).toBeGreaterThan(100);
  expect(onNeither('7')).toEqual([]);
});
