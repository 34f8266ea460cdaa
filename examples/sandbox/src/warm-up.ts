import { setImmediate as turn } from 'node:timers/promises';

/** What the first file or e-mail of its kind needs. Threads load what draws and writes files. */
const LOADED_LATER: readonly (() => Promise<unknown>)[] = [
  () => import('busboy'),
  () => import('@forecourt/core/provider-files'),
  () => import('piscina'),
  () => import('xlsx'),
  () => import('nodemailer'),
];

/** Loads modules one by one while nobody waits, so that no call has to. */
export async function warmUp(): Promise<void> {
  for (const load of LOADED_LATER) {
    await load();
    await turn();
  }
}
