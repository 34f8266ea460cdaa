/** One call of a scripted port, answered when the test says so. */
export interface ScriptedCall<Args extends readonly unknown[], T> {
  readonly args: Args;
  resolve(value: T): Promise<void>;
  reject(error: unknown): Promise<void>;
}

/** Lets promises and what follows from them run; timers of the machines stay where they are. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** A port whose answers come by hand, so that a test decides what is slow, refused or never comes. */
export function scripted<Args extends readonly unknown[], T>() {
  const calls: ScriptedCall<Args, T>[] = [];
  const port = (...args: Args): Promise<T> =>
    new Promise((resolve, reject) => {
      calls.push({
        args,
        resolve: (value) => {
          resolve(value);
          return settled();
        },
        reject: (error) => {
          reject(error);
          return settled();
        },
      });
    });
  const last = (): ScriptedCall<Args, T> => {
    const call = calls.at(-1);
    if (!call) throw new Error('The port was not called.');
    return call;
  };
  return { port, calls, last };
}
