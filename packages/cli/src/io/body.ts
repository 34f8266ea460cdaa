import type { Body, Invocation } from '../commands/command.types.ts';
import { EXIT } from '../exit-codes.ts';
import { createOutput, type Output } from './output.ts';
import { readSettings, type Settings } from './settings.ts';

export interface Work extends Invocation {
  readonly settings: Settings;
  readonly output: Output;
  readonly signal: AbortSignal;
}

/** A command's body: with its settings and output at hand, and every failure turned into an exit code. */
export const body =
  (work: (work: Work) => Promise<number | undefined>): Body =>
  async (invocation) => {
    const { signal } = invocation.surroundings;
    let settings: Settings | undefined;
    try {
      settings = readSettings(invocation);
      const output = createOutput(invocation);
      return (await work({ ...invocation, settings, output, signal })) ?? EXIT.done;
    } catch (error) {
      // Loaded only now: what knows core's errors brings core along.
      const { toCommandError } = await import('./failures.ts');
      throw toCommandError(error, signal, settings && aroundOf(invocation, settings));
    }
  };

const aroundOf = ({ args, resource }: Invocation, { baseUrl, places }: Settings) => ({
  dir: places.dir,
  service: baseUrl.value,
  resource,
  id: typeof args[0] === 'string' ? args[0] : undefined,
});
