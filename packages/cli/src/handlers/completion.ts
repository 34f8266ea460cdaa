import { SCRIPTS } from '../completion/scripts.ts';
import { handler } from '../work.ts';

/** The script that a shell sources. It is the result as it stands: no document, no table. */
export const run = handler(async ({ operation, runtime }) => {
  const shell = operation.split('.').at(-1) ?? '';
  runtime.stdout.write(SCRIPTS[shell] ?? '');
  return undefined;
});
