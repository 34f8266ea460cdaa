import { AsyncLocalStorage } from 'node:async_hooks';

/** The call that a thread works on; its number becomes 1 when nobody waits for the answer any more. */
const calls = new AsyncLocalStorage<Int32Array>();

/** Ends work for a call whose caller has gone, or whose time is over. */
class Unwanted extends Error {
  override readonly name = 'Unwanted';
}

export const workFor = <T>(unwanted: Int32Array, work: () => Promise<T>): Promise<T> =>
  calls.run(unwanted, work);

export function isWanted(): boolean {
  const call = calls.getStore();
  return call === undefined || Atomics.load(call, 0) === 0;
}

/** For loops that take long. Throws once nobody waits for what they make. */
export function refuseUnwanted(): void {
  if (!isWanted()) throw new Unwanted('Nobody waits for this any more.');
}
