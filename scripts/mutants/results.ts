import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Verdict } from './judge.ts';

interface Kept {
  /** The source that was mutated, and all tests at that time, as digests. */
  readonly source: string;
  readonly tests: string;
  readonly verdict: Verdict;
}

function read(path: string): Record<string, Kept> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // The first run.
    return {};
  }
}

/** Keeps what runs have found, so that an interrupted run goes on and a repeated one judges only what may have changed. */
export class Results {
  readonly #path: string;
  readonly #kept: Map<string, Kept>;

  constructor(path: string, fresh: boolean) {
    this.#path = path;
    this.#kept = new Map(fresh ? [] : Object.entries(read(path)));
  }

  /** Returns a result that still holds: a survivor's only while the tests are the same, because a new test may catch it. */
  of(key: string, source: string, tests: string): Verdict | undefined {
    const kept = this.#kept.get(key);
    if (kept?.source !== source) return undefined;
    const survived = kept.verdict.state === 'survived' || kept.verdict.state === 'no-coverage';
    return survived && kept.tests !== tests ? undefined : kept.verdict;
  }

  /** Adds a result to those on disk, where another run may have added its own. */
  keep(key: string, kept: Kept): void {
    this.#kept.set(key, kept);
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(
      this.#path,
      JSON.stringify({ ...read(this.#path), ...Object.fromEntries(this.#kept) }),
    );
  }
}
