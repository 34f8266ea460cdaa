import { openStore } from './db/engine.ts';
import { Problem } from './http/problem.ts';
import { enterImport } from './imports/enter-import.ts';
import type { EntryOutcome, EntryTask } from './threads/entry-thread.ts';
import { goAfterOthers, PRIORITY } from './threads/go-after-others.ts';

goAfterOthers(PRIORITY.others);

async function enter({ entering, now, storeAt, thresholds }: EntryTask): Promise<void> {
  const begun = performance.now();
  const store = await openStore(storeAt);
  try {
    const services = {
      store,
      ...(thresholds && { thresholds }),
      now: () => new Date(now + performance.now() - begun),
    };
    await enterImport(services, entering);
  } finally {
    await store.close();
  }
}

/** Enters one import, as a task of the pool. */
export default async function entryTask(task: EntryTask): Promise<EntryOutcome> {
  try {
    await enter(task);
    return { entered: true };
  } catch (error) {
    if (error instanceof Problem) {
      const { errors, message, status } = error;
      return { refused: { status, detail: message, errors } };
    }
    // Its code says what the storage can't do; not every field of pg's errors can be copied.
    const { code, errcode, constraint, message, stack } = error as Record<string, string>;
    return { failed: { message: message ?? String(error), stack, code, errcode, constraint } };
  }
}
