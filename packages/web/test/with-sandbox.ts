import { createSandbox, type SandboxOptions } from '@forecourt/sandbox';
import { inject } from 'vitest';
import { closePagesOf } from './suite.ts';

/** Runs with a portal over a separate sandbox that has little data and the given faults. */
export async function withSandbox(options: SandboxOptions, run: (url: string) => Promise<void>) {
  const sandbox = await createSandbox({
    portalDir: inject('portalDir'),
    passwordCost: 4,
    demo: { transactions: 200, invoices: 40, cards: 100 },
    ...options,
  });
  const { url } = await sandbox.listen({ port: 0 });
  try {
    await run(url);
  } finally {
    // A page that still loads something would complain of a service that is gone.
    await closePagesOf(url);
    await sandbox.close();
  }
}
