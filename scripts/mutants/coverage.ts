import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { blockAround, blocksOf, withCalls } from './blocks.ts';
import type { Mutant } from './mutators.ts';

/** What one test file runs: for each source, the blocks by number; and how long it takes. */
interface Covered {
  readonly digest: string;
  readonly seconds: number;
  /** A test that fails without a mutant proves nothing. */
  readonly passed: boolean;
  /** An empty list stands for unknown blocks. */
  readonly sources: Readonly<Record<string, readonly number[]>>;
}

/** A map of all test files of some projects, made by one run of them. */
export interface CoverageMap {
  /** The sources as they were; in a changed one, the numbers of blocks no longer hold. */
  readonly digests: Readonly<Record<string, string>>;
  readonly tests: Readonly<Record<string, Covered>>;
}

export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Returns both maps as one; what the newer has replaces what the older has. Where a source has changed in between, the older
 * tests still run some of it, but the numbers of its blocks mean others now.
 */
export function joined(older: CoverageMap, newer: CoverageMap): CoverageMap {
  const blocksNow = ([source, blocks]: [string, readonly number[]]) => {
    const digest = newer.digests[source];
    return [source, digest === undefined || digest === older.digests[source] ? blocks : []];
  };
  const kept = Object.entries(older.tests).map(([test, covered]) => {
    const sources = Object.fromEntries(Object.entries(covered.sources).map(blocksNow));
    return [test, { ...covered, sources }];
  });
  return {
    digests: { ...older.digests, ...newer.digests },
    tests: { ...Object.fromEntries(kept), ...newer.tests },
  };
}

/** Returns the tests that the map doesn't have as they are now. One that failed may have run less than it runs. */
export const unmapped = (map: CoverageMap, root: string, tests: readonly string[]): string[] =>
  tests.filter((test) => {
    const known = map.tests[test];
    return !known?.passed || known.digest !== digestOf(readFileSync(join(root, test), 'utf8'));
  });

export const readMap = (path: string): CoverageMap =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { digests: {}, tests: {} };

const HITS = 'node_modules/.mutants-hits';
const CURRENT = 'node_modules/.mutants-current';
const REPORT = 'node_modules/.mutants-coverage.json';
const REPORTER = 'node_modules/.mutants-reporter.mjs';

/**
 * Writes a block's number once per test file. A worker of vitest knows its test file; a child process or thread reads the
 * file that runs now. Written at once, so that the blocks of a killed process are known too.
 */
const recorder = (copy: string) => `
function __ran(id) { (globalThis.__ranOnce ??= ((fs, seen, test) => (id) => {
  const now = globalThis.__vitest_worker__?.filepath ?? test ?? fs.readFileSync(${JSON.stringify(join(copy, CURRENT))}, 'utf8');
  if (now !== test) { test = now; seen = new Set(); }
  if (seen.has(id)) return;
  seen.add(id);
  fs.appendFileSync(${JSON.stringify(join(copy, HITS))}, id + ' ' + now + '\\n');
})(process.getBuiltinModule('node:fs')))(id); }
`;

/** A reporter that writes down which test file runs. */
const reporter = (copy: string) => `
import { writeFileSync } from 'node:fs';
export default class { onTestModuleStart({ moduleId }) { writeFileSync(${JSON.stringify(join(copy, CURRENT))}, moduleId); } }
`;

const exited = (child: ReturnType<typeof spawn>) =>
  new Promise<void>((resolve, reject) => child.on('error', reject).on('exit', () => resolve()));

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

/**
 * Runs each of these test files of a project once, in a copy of the project whose sources record the blocks that run. One file at a
 * time, because child processes can't say which test started them.
 */
export async function mapTests(
  copy: string,
  project: string,
  sources: readonly string[],
  tests: readonly string[],
): Promise<CoverageMap> {
  const digests: Record<string, string> = {};
  // A hit names its source by number, because the line is written by every test.
  const ids: [source: string, block: number][] = [];
  for (const source of sources) {
    const text = readFileSync(join(copy, source), 'utf8');
    digests[source] = digestOf(text);
    const first = ids.length;
    const blocks = blocksOf(source, text);
    ids.push(...blocks.map((_, number): [string, number] => [source, number]));
    const recorded = withCalls(text, blocks, (number) => `__ran(${first + number})`);
    writeFileSync(join(copy, source), recorded + recorder(copy));
  }
  for (const path of [HITS, CURRENT, REPORT]) rmSync(join(copy, path), { force: true });
  writeFileSync(join(copy, REPORTER), reporter(copy));
  const child = spawn(
    process.execPath,
    [
      join(copy, 'node_modules', 'vitest', 'vitest.mjs'),
      ...['run', '--isolate=true', '--maxWorkers=1', `--reporter=${join(copy, REPORTER)}`],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${join(copy, REPORT)}`],
      ...['--project', project],
      ...tests,
    ],
    { cwd: copy, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  await exited(child);
  const { testResults } = JSON.parse(readFileSync(join(copy, REPORT), 'utf8')) as Report;
  const hits = new Map<string, Map<string, number[]>>();
  for (const line of readFileSync(join(copy, HITS), 'utf8').trim().split('\n')) {
    const space = line.indexOf(' ');
    const [source, block] = ids[Number(line.slice(0, space))] ?? ['', 0];
    const test = relative(copy, line.slice(space + 1));
    const bySource = hits.get(test) ?? new Map<string, number[]>();
    hits.set(test, bySource.set(source, [...(bySource.get(source) ?? []), block]));
  }
  return {
    digests,
    tests: Object.fromEntries(
      testResults.map(({ endTime, name, startTime, status }) => {
        const test = relative(copy, name);
        return [
          test,
          {
            digest: digestOf(readFileSync(name, 'utf8')),
            seconds: Math.round((endTime - startTime) / 10) / 100,
            passed: status === 'passed',
            sources: Object.fromEntries(
              [...(hits.get(test) ?? [])].map(([source, blocks]) => [source, [...new Set(blocks)]]),
            ),
          },
        ];
      }),
    ),
  };
}

/** Answers which tests run a mutant, from a map that was made once. */
export class Coverage {
  readonly #map: CoverageMap;

  constructor(map: CoverageMap) {
    this.#map = map;
  }

  /** Returns the test files that run any block of a source. */
  testsOf(source: string): string[] {
    const tests = Object.entries(this.#map.tests);
    return tests.flatMap(([test, { sources }]) => (Object.hasOwn(sources, source) ? [test] : []));
  }

  /** Returns how many of a source's blocks a test runs. */
  blocksOf(test: string, source: string): number {
    return this.#map.tests[test]?.sources[source]?.length ?? 0;
  }

  /** Returns whether a test passed when the map was made, and neither it nor this source has changed since. */
  passed(test: string, source: string, root: string): boolean {
    const covered = this.#map.tests[test];
    const isSame = (file: string, digest: string | undefined) =>
      digest === digestOf(readFileSync(join(root, file), 'utf8'));
    return (
      covered?.passed === true &&
      isSame(test, covered.digest) &&
      isSame(source, this.#map.digests[source])
    );
  }

  /** Returns the seconds that a test takes; undefined for one that was never mapped. */
  secondsOf(test: string): number | undefined {
    return this.#map.tests[test]?.seconds;
  }

  /**
   * Returns whether a test runs the mutant; undefined if the map can't say: the test is new or failed, or the source has
   * changed. Code that runs when its file loads is run by each test that runs any of the file.
   */
  runs(test: string, mutant: Mutant, text: string, root: string): boolean | undefined {
    const covered = this.#map.tests[test];
    const digest = this.#map.digests[mutant.file];
    if (covered === undefined || !covered.passed || digest === undefined) return undefined;
    // A changed test may run what it didn't run when the map was made.
    if (covered.digest !== digestOf(readFileSync(join(root, test), 'utf8'))) return undefined;
    const blocks = covered.sources[mutant.file];
    const around = blockAround(blocksOf(mutant.file, text), mutant);
    if (around === undefined) return blocks === undefined ? undefined : true;
    if (blocks === undefined) return false;
    return blocks.length > 0 && digest === digestOf(text) ? blocks.includes(around) : true;
  }
}
