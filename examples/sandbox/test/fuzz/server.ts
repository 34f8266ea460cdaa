import { createSandbox } from '../../src/index.ts';
import { warmUp } from '../../src/warm-up.ts';
import { watchStalls } from '../stalls.ts';

/** What the service says of itself when it is asked by a message. */
export interface Vitals {
  /** The longest that its event loop worked on one thing since the last question. */
  readonly stallMs: number;
  readonly heapMb: number;
}

// The service under attack, as a process of its own: what it does to its event loop is not the attacker's work.
const databaseUrl = process.env.DATABASE_URL;
const sandbox = await createSandbox({
  demo: { customers: 12, cards: 400, transactions: 1_500, invoices: 40 },
  passwordCost: 4,
  ...(databaseUrl === undefined ? {} : { databaseUrl }),
  timeLimits: { headers: 2_000, bodySilence: 2_000, request: 10_000 },
});
const { url } = await sandbox.listen({ port: 0 });
await warmUp();

const stalls = watchStalls();

process.on('message', () => {
  const stallMs = stalls.worst();
  (globalThis as { gc?: () => void }).gc?.();
  const heapMb = Math.round(process.memoryUsage().heapUsed / 1e6);
  // The collection is no call's doing.
  stalls.worst();
  const vitals: Vitals = { stallMs, heapMb };
  process.send?.(vitals);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url });
