import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A server that is stopping may take this long until it has answered its calls. */
const PATIENCE_MS = 3_000;

/**
 * Holds an embedded database for this process, until it ends: of two servers on one, each would wait for the other's writes,
 * and fail some. The lock is SQLite's own, so that none is left behind by a process that was killed. Throws with what to do.
 *
 * @param dataDir the folder of the database
 */
export function holdDatabase(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  const lock = new DatabaseSync(join(dataDir, 'serving.lock'), { timeout: PATIENCE_MS });
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: unknown }).errcode !== 5) throw error;
    throw new Error(
      `Another server uses the data in ${dataDir}. Stop it, give this one a folder of its own (DATA_DIR), or give both one PostgreSQL database (DATABASE_URL).`,
    );
  }
  // Kept from the garbage collector, which would end the lock.
  process.once('exit', () => lock.close());
}
