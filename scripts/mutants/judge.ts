import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Coverage } from './coverage.ts';
import type { ImportGraph } from './import-graph.ts';
import { type Mutant, mutated } from './mutators.ts';
import { Nearness } from './nearness.ts';
import { projectOf } from './parts.ts';
import { TestRunner } from './run-tests.ts';

/** The result of a mutant. `refused` means that the type check rejects it; Stryker excludes those from the score too. */
export type Verdict =
  | { readonly state: 'caught' | 'time-out'; readonly by: string }
  | { readonly state: 'survived'; readonly ran: number; readonly related: number }
  | { readonly state: 'no-coverage' | 'refused' };

/** Test files run in these portions, nearest first, because a neighbouring test catches most mutants. */
const PORTIONS = [2, 4, 8, 16];

const PROJECT_FILES: readonly (readonly [string, string])[] = [
  ['packages/core/', 'packages/core'],
  ['packages/cli/', 'packages/cli'],
  ['examples/sandbox/', 'examples/sandbox'],
];

/** More imports than this between a test and a source say nothing about what the test is for. */
const FAR = 4;

const FILLERS = new Set(['packages', 'examples', 'sandbox', 'core', 'cli', 'src', 'test', 'ts']);

/** Returns the words of a path, plurals as singulars: `src/night/inbox.ts` → night, inbox. */
const wordsOf = (path: string): string[] =>
  path
    .split(/[/.-]/)
    .filter((word) => !FILLERS.has(word))
    .map((word) => word.replace(/s$/, ''));

interface Limits {
  /** Of one run of tests. */
  readonly seconds: number;
  /** Seconds of tests for one mutant. */
  readonly budget: number;
}

/** Breaks one copy of the project, one mutant at a time, and finds the tests that notice. */
export class Judge {
  readonly #copy: string;
  readonly #graph: ImportGraph;
  readonly #coverage: Coverage;
  readonly #limits: Limits;
  readonly #tests: TestRunner;
  /** Whether test files pass without a mutant, by their names. */
  readonly #sound = new Map<string, boolean>();
  readonly #texts = new Map<string, string>();
  readonly #near: Nearness;

  constructor(
    copy: string,
    tests: readonly string[],
    graph: ImportGraph,
    coverage: Coverage,
    limits: Limits,
  ) {
    this.#copy = copy;
    this.#graph = graph;
    this.#coverage = coverage;
    this.#limits = limits;
    this.#tests = new TestRunner(copy);
    this.#near = new Nearness(new Map(tests.map((test) => [test, this.#textOf(test)])));
  }

  /**
   * Chooses the tests that run the mutant's block, as far as the map knows; else those that load its file. Puts those first that
   * load it directly, have words of its path in their names or speak most of what it does, then those that run most of its
   * file, then the shortest, so that the budget gives as many tests as it can a chance.
   */
  #portions(mutant: Mutant, text: string): { portions: string[][]; related: number } {
    const { file } = mutant;
    const loading = this.#graph.testsOf(file);
    const tests = [...new Set([...loading.keys(), ...this.#coverage.testsOf(file)])].filter(
      (test) => {
        const may = this.#coverage.runs(test, mutant, text, this.#copy) ?? loading.has(test);
        return may && projectOf(test) !== undefined && this.#sound.get(test) !== false;
      },
    );
    const own = PROJECT_FILES.find(([at]) => file.startsWith(at))?.[0] ?? '';
    const words = wordsOf(file);
    const distance = (test: string) =>
      (test.startsWith(own) ? 0 : 100) +
      10 * Math.min(loading.get(test) ?? FAR, FAR) -
      10 * wordsOf(test).filter((word) => words.includes(word)).length -
      this.#near.of(test, text, mutant.start);
    const distances = new Map(tests.map((test) => [test, distance(test)]));
    const far = (test: string) => distances.get(test) ?? 0;
    const cost = (test: string) => this.#secondsOf(test);
    const runs = (test: string) => this.#coverage.blocksOf(test, file);
    // The first are a name's and the map's best guesses.
    const named = tests.toSorted((one, other) => far(one) - far(other) || cost(one) - cost(other));
    const mapped = tests.toSorted((one, other) => runs(other) - runs(one) || far(one) - far(other));
    const short = tests.toSorted((one, other) => cost(one) - cost(other) || far(one) - far(other));
    const guessed = [...named.slice(0, 1), ...mapped.slice(0, 3), ...named.slice(1, 8)];
    const ordered = [...new Set([...guessed, ...short])];
    let left = this.#limits.budget;
    const chosen = ordered.filter((test, index) => {
      if (index > 0 && cost(test) > left) return false;
      left -= cost(test);
      return true;
    });
    const portions: string[][] = [];
    for (let at = 0; at < chosen.length; ) {
      const size = PORTIONS[portions.length] ?? Number(PORTIONS.at(-1));
      portions.push(chosen.slice(at, at + size));
      at += size;
    }
    return { portions, related: tests.length };
  }

  #textOf(test: string): string {
    const text = this.#texts.get(test) ?? readFileSync(join(this.#copy, test), 'utf8');
    this.#texts.set(test, text);
    return text;
  }

  /** An endless loop is cut off after some times what the tests need. */
  #run(tests: readonly string[], { file }: Mutant) {
    return this.#tests.run(tests, file, this.#limitOf(tests));
  }

  #limitOf(tests: readonly string[]): number {
    const needed = tests.reduce((sum, test) => sum + this.#secondsOf(test), 0);
    return Math.min(this.#limits.seconds, 60 + 10 * needed);
  }

  /**
   * Returns whether the mutant is why these tests took too long: the machine may be, for as long as others load it, so the
   * unchanged code must need far less at the same time.
   */
  async #isEndless(tests: readonly string[], { file }: Mutant): Promise<boolean> {
    const { state } = await this.#tests.run(tests, file, this.#limitOf(tests) / 2);
    return state === 'passed';
  }

  /** Returns the seconds that a test takes; of one that the map doesn't have, a guess by what it starts. */
  #secondsOf(test: string): number {
    const known = this.#coverage.secondsOf(test);
    if (known !== undefined) return known;
    if (/\b(buildBinary|spawn|fork)\(/.test(this.#textOf(test))) return 30;
    return test.includes('/src/') ? 1 : 3;
  }

  /** Returns whether these tests pass in time on the unchanged code; otherwise their failure proves nothing. */
  async #areSound(tests: readonly string[], mutant: Mutant): Promise<boolean> {
    if (tests.every((test) => this.#coverage.passed(test, mutant.file, this.#copy))) return true;
    const key = tests.join();
    const known = this.#sound.get(key);
    if (known !== undefined) return known;
    const { state } = await this.#run(tests, mutant);
    this.#sound.set(key, state === 'passed');
    return state === 'passed';
  }

  async judge(mutant: Mutant): Promise<Verdict> {
    const path = join(this.#copy, mutant.file);
    const text = readFileSync(path, 'utf8');
    const { portions, related } = this.#portions(mutant, text);
    if (portions.length === 0) {
      writeFileSync(path, mutated(text, mutant));
      const refused = this.#isRefused(mutant);
      writeFileSync(path, text);
      return { state: refused ? 'refused' : 'no-coverage' };
    }
    let ran = 0;
    let compiles: boolean | undefined;
    for (const portion of portions) {
      let left = portion;
      while (left.length > 0) {
        writeFileSync(path, mutated(text, mutant));
        const { failed, state } = await this.#run(left, mutant);
        // The type check is cheaper than the tests that are left.
        if (state === 'passed') compiles ??= !this.#isRefused(mutant);
        writeFileSync(path, text);
        if (compiles === false) return { state: 'refused' };
        if (state === 'passed') {
          ran += left.length;
          break;
        }
        if (state === 'time-out' && (await this.#isEndless(left, mutant)))
          return { state, by: left.join(' ') };
        const blamed = failed?.file ? [failed.file] : left;
        if (failed !== undefined && (await this.#areSound(blamed, mutant)))
          return { state: 'caught', by: `${failed.file}: ${failed.test}` };
        process.stderr.write(`fails without a mutant too: ${blamed.join(' ')}\n`);
        // The first failure ended the run, so the others get another.
        left = left.filter((test) => !blamed.includes(test));
      }
    }
    return { state: 'survived', ran, related };
  }

  close(): void {
    this.#tests.close();
  }

  /** Returns whether the type check of `npm run check` would reject the mutant. */
  #isRefused({ file }: Mutant): boolean {
    const project = PROJECT_FILES.find(([at]) => file.startsWith(at))?.[1] ?? '.';
    const cache = join(this.#copy, 'node_modules', `types-${project.replaceAll('/', '-')}.json`);
    const { status } = spawnSync(
      join(this.#copy, 'node_modules', '.bin', 'tsc'),
      ['-p', project, '--incremental', '--tsBuildInfoFile', cache],
      { cwd: this.#copy, stdio: 'ignore' },
    );
    return status !== 0;
  }
}
