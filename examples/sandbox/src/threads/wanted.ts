import { AsyncLocalStorage } from 'node:async_hooks';

/** The current call of a thread; its number becomes 1 when nobody waits for the answer any more. */
const calls = new AsyncLocalStorage<Int32Array>();

/** Ends the work for a call whose caller has gone, or whose time is up. */
class Unwanted extends Error {
  override readonly name = 'Unwanted';
}

export const workFor = <T>(unwanted: Int32Array, work: () => Promise<T>): Promise<T> =>
  calls.run(unwanted, work);

export function isWanted(): boolean {
  const call = calls.getStore();
  return call === undefined || Atomics.load(call, 0) === 0;
}

/** For long loops: throws as soon as nobody waits for the result. */
export function refuseUnwanted(): void {
  if (!isWanted()) throw new Unwanted('Nobody waits for this any more.');
}
