/** A call of a scripted port, answered by the test. */
export interface ScriptedCall<Args extends readonly unknown[], T> {
  readonly args: Args;
  resolve(value: T): Promise<void>;
  reject(error: unknown): Promise<void>;
}

/** Lets pending promises settle without advancing the machines' timers. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** A port that the test answers, so that it can make a response slow, refused or missing. */
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
