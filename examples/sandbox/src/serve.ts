import { setTimeout as delay } from 'node:timers/promises';
import { settingsFrom } from './settings.ts';

/** The first calls come right after the start, and would wait for what is loaded for later ones. */
const WARM_UP_AFTER_MS = 1_000;

/** The sandbox as a process: settings from the environment; SIGTERM and SIGINT wait for running calls. */
async function main(): Promise<void> {
  const { port, host, drainMs, ...options } = settingsFrom(process.env);
  if (options.databaseUrl === undefined && options.dataDir !== undefined) {
    const { holdDatabase } = await import('./serving-lock.ts');
    holdDatabase(options.dataDir);
  }
  const { createSandbox } = await import('./sandbox.ts');
  const sandbox = await createSandbox(options);
  const { url } = await sandbox.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(`Port ${port} is taken. Set another one, PORT=4301, or end what listens there.`)
      : error;
  });
  const { ACCOUNTS, PASSWORD } = await import('./seed/accounts.ts');
  const accounts = ACCOUNTS.map(({ email, about }) => `  ${email.padEnd(24)}${about}`);
  console.log(`Forecourt is at ${url}\n\nAccounts, password ${PASSWORD}\n${accounts.join('\n')}\n`);
  const stop = async () => {
    await sandbox.close(drainMs);
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  await delay(WARM_UP_AFTER_MS, undefined, { ref: false });
  const { warmUp } = await import('./warm-up.ts');
  await warmUp();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
