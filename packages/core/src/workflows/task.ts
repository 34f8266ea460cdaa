import { type AnyActorRef, fromPromise } from 'xstate';

/** Shortest time between two progress reports to the machine, and so to the view, in ms. */
const PROGRESS_EVERY = 100;

type System = AnyActorRef['system'];

/** Passes on the first value at once, then the latest value every `every` ms. */
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
    /** Drops a pending value and its timer, which would keep the process alive. */
    stop: () => {
      held = undefined;
      clock.clearTimeout(timer);
    },
  };
}

/**
 * A promise actor that reports progress to its machine: `{ type: 'progressed', progress }`. Reports of an
 * aborted task are dropped.
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
    // The invoking machine and its clock; xstate exposes them here only under these names.
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
