import type { SandboxOptions } from '@forecourt/sandbox';
import { inject } from 'vitest';
import { openSeeded } from '../../../examples/sandbox/test/seeded.ts';
import { leavePagesOf, listen } from './suite.ts';

/** Runs with a portal over a separate sandbox that has little data and the given faults. */
export async function withSandbox(options: SandboxOptions, run: (url: string) => Promise<void>) {
  const sandbox = await openSeeded({
    portalDir: inject('portalDir'),
    passwordCost: 4,
    demo: { transactions: 200, invoices: 40, cards: 100 },
    ...options,
  });
  const url = await listen(sandbox, 'separate');
  let passed = false;
  try {
    await run(url);
    passed = true;
  } finally {
    await leavePagesOf(url, passed);
    await sandbox.close();
  }
}
