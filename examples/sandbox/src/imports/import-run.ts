import type { ImportRow } from './import-record.ts';

/**
 * How far an attempt got, as its event keeps it: a later attempt changes the import's record, and not what happened.
 * Moments are ISO instants, '' for what wasn't reached.
 */
export interface ImportRun {
  readonly attempt: number;
  /** When the file was received first, and when this attempt was taken up. */
  readonly received: string;
  readonly claimed: string;
  /** When its file began to be read. */
  readonly started: string;
  /** Of a server that is gone: when it last said that it works on the import. */
  readonly seen?: string;
  readonly ended: string;
}

/** Returns how far an attempt got that ended now. */
export const runOf = (
  { attempt, claimed_at, created_at, started_at }: ImportRow,
  ended: Date,
  more: Pick<ImportRun, 'seen'> = {},
): ImportRun => ({
  attempt,
  received: created_at,
  claimed: claimed_at,
  started: started_at,
  ...more,
  ended: ended.toISOString(),
});
