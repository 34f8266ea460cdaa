import { type AnyActorRef, fromPromise } from 'xstate';

/** Progress reaches the machine, and so the view, at most once in this time (ms). */
const PROGRESS_EVERY = 100;

type System = AnyActorRef['system'];

/** Passes on the first value at once, then the latest one each `every` ms while values come. */
export function throttled<T>(report: (value: T) => void, clock: System['_clock'], every: number) {
  let timer: unknown;
  let held: { readonly value: T } | undefined;
  const pass = (value: T) => {
    held = undefined;
    timer = clock.setTimeout(() => {
      timer = undefined;
      if (held) pass(held.value);
    }, every);
    report(value);
  };
  return {
    notify: (value: T) => {
      if (timer === undefined) pass(value);
      else held = { value };
    },
    /** Drops what was held back; no timer is left to keep a process alive. */
    stop: () => {
      held = undefined;
      clock.clearTimeout(timer);
    },
  };
}

/**
 * A promise actor that tells its machine how far it is: `{ type: 'progressed', progress }`. Reports of
 * a task that was left are dropped.
 */
export const fromTask = <Output, Input, Progress>(
  run: (task: {
    readonly input: Input;
    readonly system: System;
    readonly signal: AbortSignal;
    readonly onProgress: (progress: Progress) => void;
  }) => Promise<Output>,
) =>
  fromPromise<Output, Input>(async ({ input, system, signal, self }) => {
    // The machine that invoked it, on the machine's own clock: xstate has no other name for them here.
    const { _parent: machine } = self;
    const report = (progress: Progress) => {
      if (!signal.aborted) machine?.send({ type: 'progressed', progress });
    };
    const { notify: onProgress, stop } = throttled(report, system._clock, PROGRESS_EVERY);
    try {
      return await run({ input, system, signal, onProgress });
    } finally {
      stop();
    }
  });
