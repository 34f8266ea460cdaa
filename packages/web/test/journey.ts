import { it as every, inject, type TestAPI } from 'vitest';

const chosen = inject('journeys');

/** Registers a test if this run takes it. */
const taken =
  (register: (...args: never[]) => unknown) =>
  (...args: readonly unknown[]): void => {
    if (chosen === undefined || chosen.includes(String(args[0]))) register(...(args as never[]));
  };

interface Journeys {
  (title: string, run: () => unknown, timeout?: number): void;
  readonly each: TestAPI['each'];
}

/**
 * `it` of the portal's tests. `npm test` takes a sample of them, others with each commit, in which each requirement that they
 * prove is proven; with arguments, or as `npm run whole`, it takes all (docs/decisions/0060).
 */
export const it = Object.assign(taken(every), {
  each: (cases: readonly unknown[]) => taken(every.each(cases)),
}) as unknown as Journeys;
