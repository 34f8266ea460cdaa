import { createSandbox } from '../../src/index.ts';
import { warmUp } from '../../src/warm-up.ts';

/** What the service says of itself when it is asked by a message. */
export interface Vitals {
  /** The longest that its event loop worked on one thing since the last question. */
  readonly stallMs: number;
  readonly heapMb: number;
}

const TICK_MS = 5;

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

const worked = (): number => {
  const { system, user } = process.threadCpuUsage();
  return (system + user) / 1_000;
};
let [stallMs, at, cpu] = [0, performance.now(), worked()];
const mark = () => {
  at = performance.now();
  cpu = worked();
};
setInterval(() => {
  // Late by the clock and by its own work: a machine that is busy with others makes nothing stall.
  stallMs = Math.max(stallMs, Math.min(performance.now() - at, worked() - cpu) - TICK_MS);
  mark();
}, TICK_MS);

process.on('message', () => {
  const stalled = Math.round(stallMs);
  (globalThis as { gc?: () => void }).gc?.();
  const heapMb = Math.round(process.memoryUsage().heapUsed / 1e6);
  stallMs = 0;
  mark();
  const vitals: Vitals = { stallMs: stalled, heapMb };
  process.send?.(vitals);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url });
