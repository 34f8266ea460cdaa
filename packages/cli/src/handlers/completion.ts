import { SCRIPTS } from '../completion/scripts.ts';
import { handler } from '../work.ts';

/** Prints the script that a shell sources, as plain text even with `--json`. */
export const run = handler(async ({ operation, runtime }) => {
  const shell = operation.split('.').at(-1) ?? '';
  runtime.stdout.write(SCRIPTS[shell] ?? '');
  return undefined;
});
