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

/**
 * Wraps a command's handler: provides settings and output, and converts every failure to an exit code. `seesFault`: the
 * handler throws the fault of the invocation itself.
 */
export const handler =
  (
    work: (work: Work) => Promise<number | undefined>,
    { seesFault = false }: { readonly seesFault?: boolean } = {},
  ): Handler =>
  async (called) => {
    const { signal } = called.runtime;
    let settings: Settings | undefined;
    let invocation = called;
    try {
      if (called.fault && !seesFault) throw called.fault;
      settings = readSettings(called);
      const output = createOutput(called);
      invocation = await recorded(called);
      const exitCode = (await work({ ...invocation, settings, output, signal })) ?? EXIT.done;
      await endRecording(invocation, exitCode);
      return exitCode;
    } catch (error) {
      // Loaded on demand: the module of core's errors pulls in core.
      const { aroundOf, toCommandError } = await import('./output/failures.ts');
      const failure = toCommandError(error, signal, settings && aroundOf(settings));
      const { endFailed } = await import('./recorder/say-recorded.ts');
      throw endFailed(invocation, failure);
    }
  };

/** Begins a recording if one is asked for. */
async function recorded(invocation: Invocation): Promise<Invocation> {
  if (invocation.options.record === undefined) return invocation;
  const { recordCommand } = await import('./recorder/record-command.ts');
  return { ...invocation, recording: recordCommand(invocation) };
}

async function endRecording(invocation: Invocation, exitCode: number): Promise<void> {
  if (exitCode === EXIT.done && invocation.recording === undefined) return;
  const { endWith } = await import('./recorder/say-recorded.ts');
  endWith(invocation, exitCode);
}
