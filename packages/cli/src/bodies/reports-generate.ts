import { generateReport } from '@forecourt/core';
import { runAction } from '../drive/run-action.ts';
import { body } from '../io/body.ts';

/** A report, as a file (REP-01). */
export const run = body(async (work) => {
  await runAction(work, { name: 'reports' }, generateReport);
  return undefined;
});
