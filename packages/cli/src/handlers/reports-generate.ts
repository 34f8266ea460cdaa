import { generateReport } from '@forecourt/core';
import { runAction } from '../drive/run-action.ts';
import { handler } from '../work.ts';

/** Saves a report as a file (REP-01). */
export const run = handler(async (work) => {
  await runAction(work, { name: 'reports' }, generateReport);
  return undefined;
});
