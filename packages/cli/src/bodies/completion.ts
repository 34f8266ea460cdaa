import { SCRIPTS } from '../completion/scripts.ts';
import { body } from '../io/body.ts';

/** The script that a shell sources. It is the result as it stands: no document, no table. */
export const run = body(async ({ operation, surroundings }) => {
  const shell = operation.split('.').at(-1) ?? '';
  surroundings.stdout.write(SCRIPTS[shell] ?? '');
  return undefined;
});
