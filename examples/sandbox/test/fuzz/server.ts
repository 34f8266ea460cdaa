import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createSandbox } from '../../src/index.ts';
import { warmUp } from '../../src/warm-up.ts';

/** What the service says of itself when it is asked by a message. */
export interface Vitals {
  /** Longest time that the event loop stood still since the last question. */
  readonly stallMs: number;
  readonly heapMb: number;
}

// The service under attack, as a process of its own: what it does to its event loop is not the attacker's work.
const loop = monitorEventLoopDelay({ resolution: 5 });
const databaseUrl = process.env.DATABASE_URL;
const sandbox = await createSandbox({
  demo: { customers: 12, cards: 400, transactions: 1_500, invoices: 40 },
  passwordCost: 4,
  ...(databaseUrl === undefined ? {} : { databaseUrl }),
  timeLimits: { headers: 2_000, bodySilence: 2_000, request: 10_000 },
});
const { url } = await sandbox.listen({ port: 0 });
await warmUp();
loop.enable();
process.on('message', () => {
  if (process.env.EXPOSE_GC) (globalThis as { gc?: () => void }).gc?.();
  const vitals: Vitals = {
    stallMs: Math.round(loop.max / 1e6),
    heapMb: Math.round(process.memoryUsage().heapUsed / 1e6),
  };
  loop.reset();
  process.send?.(vitals);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url });
