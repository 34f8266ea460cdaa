import { type AnyActorRef, fromPromise } from 'xstate';

/** Progress reaches the machine, and so the view, at most once in this time (ms). */
export const PROGRESS_EVERY = 100;

type System = AnyActorRef['system'];

/** Passes on the first value at once, then the latest one each `every` ms while values come. */
export function throttled<T>(report: (value: T) => void, clock: System['_clock'], every: number) {
  let resting = false;
  let held: { readonly value: T } | undefined;
  const rest = () => {
    resting = true;
    clock.setTimeout(() => {
      resting = false;
      if (held) pass(held.value);
    }, every);
  };
  const pass = (value: T) => {
    held = undefined;
    report(value);
    rest();
  };
  return (value: T) => {
    if (resting) held = { value };
    else pass(value);
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
  fromPromise<Output, Input>(({ input, system, signal, self }) => {
    const tell = (progress: Progress) => {
      if (!signal.aborted && self.getSnapshot().status === 'active') {
        self._parent?.send({ type: 'progressed', progress });
      }
    };
    const onProgress = throttled(tell, system._clock, PROGRESS_EVERY);
    return run({ input, system, signal, onProgress });
  });
