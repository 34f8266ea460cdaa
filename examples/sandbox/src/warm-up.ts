import { setImmediate as turn } from 'node:timers/promises';

/** What is loaded for the first file or e-mail of its kind; what draws and writes files is loaded by threads. */
const LOADED_LATER: readonly (() => Promise<unknown>)[] = [
  () => import('busboy'),
  () => import('@forecourt/core/provider-files'),
  () => import('piscina'),
  () => import('xlsx'),
  () => import('nodemailer'),
];

/** Loads it while nobody waits, one by one, so that no call stands behind it. */
export async function warmUp(): Promise<void> {
  for (const load of LOADED_LATER) {
    await load();
    await turn();
  }
}
