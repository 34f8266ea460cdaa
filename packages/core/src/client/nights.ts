import * as z from 'zod/mini';
import type { Client } from './client.ts';
import { lenientFlag } from './lenient.ts';
import { answerOfChange } from './send-change.ts';

/** Most files of a night that the trail keeps; the others are counted (SHELL-14). */
export const MOST_NIGHT_FILES = 500;

/** A file of a night, as the trail shows it. */
export interface HandedFile {
  readonly name: string;
  /** 'imported', 'rejected' … */
  readonly state: string;
  readonly message: string;
}

/** The report of one run of a night (SHELL-14). */
export interface HandedNight {
  /** The run's id, 64 lower-case hexadecimal digits; it is handed in once. */
  readonly run: string;
  /** The date on which the night began, YYYY-MM-DD. */
  readonly night: string;
  /** ISO instants. */
  readonly started_at: string;
  readonly ended_at: string;
  /** 0 to 255; 0 is a night without a fault, 6 one with refusals. */
  readonly exit_code: number;
  readonly message: string;
  /** Number of rows that were entered. */
  readonly imported: number;
  /** Number of rows that were stored before. */
  readonly duplicates: number;
  /** Number of rows that were refused. */
  readonly rejected: number;
  readonly files: readonly HandedFile[];
  /** Files beyond `MOST_NIGHT_FILES`. */
  readonly left_out: number;
}

const answerSchema = z.object({ known: lenientFlag });

/**
 * Hands in the report of a night, for the trail (SHELL-14). Resolves to whether the service had it already. Rejects with
 * an `ApiError`: 422 for a report beyond its limits, 404 if the service takes none.
 *
 * @param client whose session and connection are used
 * @param night the night's files and how each ended
 * @param signal aborts the call
 */
export async function handInNight(
  client: Client,
  night: HandedNight,
  signal?: AbortSignal,
): Promise<{ readonly known: boolean }> {
  const answer = await answerOfChange(
    client,
    {
      operation: 'nights.hand-in',
      method: 'POST',
      path: 'nights',
      json: { ...night },
      idempotencyKey: night.run,
      ...(signal && { signal }),
    },
    answerSchema,
  );
  // The first answer, repeated under the run's key, says what was so then.
  const replayed = answer?.headers.get('idempotent-replayed') === 'true';
  return { known: replayed || (answer?.data.known ?? false) };
}
