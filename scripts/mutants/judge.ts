import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportGraph } from './import-graph.ts';
import { type Mutant, mutated } from './mutators.ts';
import { projectOf } from './parts.ts';
import { runTests } from './run-tests.ts';

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

const FILLERS = new Set(['packages', 'examples', 'sandbox', 'core', 'cli', 'src', 'test', 'ts']);

/** Returns the words of a path, plurals as singulars: `src/night/inbox.ts` → night, inbox. */
const wordsOf = (path: string): string[] =>
  path
    .split(/[/.-]/)
    .filter((word) => !FILLERS.has(word))
    .map((word) => word.replace(/s$/, ''));

/** Breaks one copy of the project, one mutant at a time, and finds the tests that notice. */
export class Judge {
  readonly #copy: string;
  readonly #graph: ImportGraph;
  readonly #seconds: number;
  readonly #most: number;
  /** Whether test files pass without a mutant, by their names. */
  readonly #sound = new Map<string, boolean>();

  constructor(copy: string, graph: ImportGraph, limits: { seconds: number; tests: number }) {
    this.#copy = copy;
    this.#graph = graph;
    this.#seconds = limits.seconds;
    this.#most = limits.tests;
  }

  /** Puts tests of the mutant's own project first, and among them those whose names share words with its path. */
  #portions(file: string): { portions: string[][]; related: number } {
    const tests = this.#graph.testsOf(file).filter((test) => projectOf(test) !== undefined);
    const own = PROJECT_FILES.find(([at]) => file.startsWith(at))?.[0] ?? '';
    const words = wordsOf(file);
    const far = (test: string) =>
      (test.startsWith(own) ? 0 : 100) -
      wordsOf(test).filter((word) => words.includes(word)).length;
    const ordered = tests.toSorted((one, other) => far(one) - far(other)).slice(0, this.#most);
    const portions: string[][] = [];
    for (let at = 0; at < ordered.length; ) {
      const size = PORTIONS[portions.length] ?? Number(PORTIONS.at(-1));
      portions.push(ordered.slice(at, at + size));
      at += size;
    }
    return { portions, related: tests.length };
  }

  /** Returns whether these tests pass in time on the unchanged code; otherwise their failure proves nothing. */
  async #areSound(tests: readonly string[]): Promise<boolean> {
    const key = tests.join();
    const known = this.#sound.get(key);
    if (known !== undefined) return known;
    const { state } = await runTests(this.#copy, tests, this.#seconds);
    this.#sound.set(key, state === 'passed');
    return state === 'passed';
  }

  async judge(mutant: Mutant): Promise<Verdict> {
    const path = join(this.#copy, mutant.file);
    const text = readFileSync(path, 'utf8');
    const { portions, related } = this.#portions(mutant.file);
    if (portions.length === 0) return { state: 'no-coverage' };
    let ran = 0;
    for (const portion of portions) {
      writeFileSync(path, mutated(text, mutant));
      const { failed, state } = await runTests(this.#copy, portion, this.#seconds);
      const refused = state === 'passed' && portion === portions.at(-1) && this.#isRefused(mutant);
      writeFileSync(path, text);
      ran += portion.length;
      if (refused) return { state: 'refused' };
      if (state === 'time-out' && (await this.#areSound(portion)))
        return { state, by: portion.join(' ') };
      if (failed?.file === '' && (await this.#areSound(portion)))
        return { state: 'caught', by: failed.test };
      if (failed !== undefined && failed.file !== '' && (await this.#areSound([failed.file])))
        return { state: 'caught', by: `${failed.file}: ${failed.test}` };
      if (state !== 'passed') process.stderr.write(`fails without a mutant: ${failed?.file}\n`);
    }
    return { state: 'survived', ran, related };
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
