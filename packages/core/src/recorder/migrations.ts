import type { Line } from './read-recording.ts';
import { RECORDING_VERSION } from './recording-log.ts';

/** Turns a line of one version of the format into one of the next version. */
export type RecordingMigration = (line: Line) => Line;

/**
 * Migrations by the version that they read: `{ 1: … }` turns a line of version 1 into one of version 2. Add one
 * whenever RECORDING_VERSION rises. Version 1 is the first, so there is none yet.
 */
export const RECORDING_MIGRATIONS: Readonly<Record<number, RecordingMigration>> = {};

/** Takes a line of a version through all migrations up to the present one. */
export function migrated(
  line: Line,
  version: number,
  migrations: Readonly<Record<number, RecordingMigration>>,
  present = RECORDING_VERSION,
): Line {
  let now = line;
  for (let from = version; from < present; from += 1) {
    const migrate = migrations[from];
    if (migrate === undefined)
      throw new TypeError(`No migration reads version ${from} of recordings.`);
    now = migrate(now);
  }
  return now;
}
