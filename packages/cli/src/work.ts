import { EXIT } from './exit-codes.ts';
import type { Handler, Invocation } from './invocation.ts';
import { createOutput, type Output } from './output/output.ts';
import { readSettings, type Settings } from './settings/settings.ts';

export interface Work extends Invocation {
  readonly settings: Settings;
  readonly output: Output;
  readonly signal: AbortSignal;
}

/** A command's handler: with its settings and output at hand, and every failure turned into an exit code. */
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
      // Loaded only now: what knows core's errors brings core along.
      const { toCommandError } = await import('./output/failures.ts');
      throw toCommandError(error, signal, settings && aroundOf(invocation, settings));
    }
  };

const aroundOf = ({ args, resource }: Invocation, { baseUrl, places }: Settings) => ({
  dir: places.dir,
  service: baseUrl.value,
  resource,
  id: typeof args[0] === 'string' ? args[0] : undefined,
});
