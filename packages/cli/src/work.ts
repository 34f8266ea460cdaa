/**
 * What every file in `handlers/` is built with. That folder has one file for each command, named
 * after its operation (`imports.list` runs `imports-list.ts`): it reads options, runs one workflow
 * or call of core, and prints the result. Steps that several handlers share belong in `drive/`,
 * `imports/` or `night/`.
 */
import { EXIT } from './exit-codes.ts';
import type { Handler, Invocation } from './invocation.ts';
import { createOutput, type Output } from './output/output.ts';
import { readSettings, type Settings } from './settings/settings.ts';

export interface Work extends Invocation {
  readonly settings: Settings;
  readonly output: Output;
  readonly signal: AbortSignal;
}

/** Wraps a command's handler: provides settings and output, and converts every failure to an exit code. */
export const handler =
  (work: (work: Work) => Promise<number | undefined>): Handler =>
  async (invocation) => {
    const { signal } = invocation.runtime;
    let settings: Settings | undefined;
    try {
      settings = readSettings(invocation);
      const output = createOutput(invocation);
      return (await work({ ...invocation, settings, output, signal })) ?? EXIT.done;
    } catch (error) {
      // Loaded on demand: the module of core's errors pulls in core.
      const { toCommandError } = await import('./output/failures.ts');
      throw toCommandError(error, signal, settings && aroundOf(settings));
    }
  };

const aroundOf = ({ baseUrl, paths }: Settings) => ({
  dir: paths.dir,
  service: baseUrl.value,
});
