import { conform } from './conform.ts';
import type { ConformOptions, ConformReport, PromiseResult } from './conform.types.ts';
import { CONTRACT_PROMISES } from './promises.ts';
import { findingLines } from './report-texts.ts';

/** What a test runner passes to a test; vitest's has `skip`. */
export interface TestContext {
  readonly skip?: (note?: string) => void;
}

/** The functions of a test runner that the suite uses, as `import * as vitest from 'vitest'` has them. */
export interface TestRunner {
  readonly describe: (name: string, define: () => void) => unknown;
  readonly it: (
    name: string,
    run: (context: TestContext) => Promise<void>,
    timeoutMs?: number,
  ) => unknown;
  readonly afterAll: (run: () => Promise<void>, timeoutMs?: number) => unknown;
}

const MINUTE_MS = 60_000;

/** The results of a run, each as soon as it is known. */
function resultsOf(options: ConformOptions) {
  const stop = new AbortController();
  const run = conform({ ...options, signal: stop.signal });
  const known = new Map<string, PromiseResult>();
  let report: ConformReport | undefined;
  const next = async (): Promise<boolean> => {
    const { done, value } = await run.next();
    if (done) report = value;
    else known.set(value.id, value);
    return done !== true;
  };
  return {
    untilKnown: async (id: string): Promise<PromiseResult | undefined> => {
      while (!known.has(id) && (await next()));
      return known.get(id);
    },
    end: async (): Promise<ConformReport | undefined> => {
      stop.abort();
      while (report === undefined && (await next()));
      return report;
    },
  };
}

/**
 * Defines a test for each promise of the HTTP contract, with vitest or a runner like it. A broken promise fails with its
 * findings; one that can't be checked is skipped with the reason. After the last test the run removes what it created,
 * and fails if it couldn't.
 *
 * @param runner vitest, or what has its `describe`, `it` and `afterAll`
 * @param options the backend's address, an account, and what may be sent
 * @throws a TypeError for an unknown promise in `only`
 * @example
 * import * as vitest from 'vitest';
 * import { conformSuite } from '@forecourt/core/testing';
 *
 * conformSuite(vitest, {
 *   baseUrl: 'http://127.0.0.1:4300/api/v1',
 *   account: { email: 'admin@forecourt.test', password: process.env.PASSWORD ?? '' },
 *   allowWrites: true,
 * });
 */
export function conformSuite(runner: TestRunner, options: ConformOptions): void {
  const { afterAll, describe, it } = runner;
  const { only } = options;
  describe(`HTTP contract of ${options.baseUrl}`, () => {
    const { end, untilKnown } = resultsOf(options);
    for (const { id, title } of CONTRACT_PROMISES) {
      if (only !== undefined && !only.includes(id)) continue;
      it(
        `${id}: ${title}`,
        async ({ skip }) => {
          const result = await untilKnown(id);
          if (result === undefined) throw new Error('The run ended before this promise.');
          if (result.state === 'unchecked') return skip?.(result.reason);
          if (result.state === 'kept') return;
          throw new Error(
            ['', ...result.findings.map((finding) => findingLines(finding).join('\n'))].join(
              '\n\n',
            ),
          );
        },
        MINUTE_MS,
      );
    }
    afterAll(async () => {
      const { leftovers = [] } = (await end()) ?? {};
      if (leftovers.length > 0) throw new Error(`Not removed: ${leftovers.join('; ')}`);
    }, MINUTE_MS);
  });
}
