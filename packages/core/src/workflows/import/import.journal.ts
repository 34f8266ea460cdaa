import { toFailure } from '../failure.ts';
import type { Failure } from '../view.ts';
import { enteredNothing } from './import.context.ts';
import type { Subject } from './import.setup.ts';
import type { ImportPorts, ImportRecord, JournalEntry, JournalState } from './import.types.ts';

/** What the journal says of an import before the service has said anything. */
export const ownEntry = (
  { key, sha256, provider, fileName, rows }: Subject,
  state: JournalState,
  note?: string,
): JournalEntry => ({
  ...{ key, sha256, provider, fileName, rows, state },
  ...{ id: '', imported: 0, duplicates: 0, rejected: 0 },
  ...(note !== undefined && { note }),
});

/**
 * What the service says of an import, as the journal keeps it. It is reconciled where each row of the
 * checked file was told to be imported, a duplicate or rejected; else the note tells the difference.
 */
export function journalEntry(
  { wasOpen: _, resultLost: __, ...record }: ImportRecord,
  rows: number,
): JournalEntry {
  if (record.state === 'failed') {
    return { ...record, rows, state: 'refused', note: 'The service reports that it failed.' };
  }
  if (record.state !== 'done') return { ...record, rows, state: 'sent' };
  const reported = record.imported + record.duplicates + record.rejected;
  if (reported === rows) return { ...record, rows, state: 'reconciled' };
  const note = `The service tells of ${reported} rows, and the file has ${rows}.`;
  return { ...record, rows, state: 'acknowledged', note };
}

/** A journal that can't be written never undoes what happened: the service knows it too. */
export const noted = (ports: ImportPorts, entry: JournalEntry): Promise<void> =>
  ports.record(entry).catch(() => {});

/** Writes down that the file is about to leave; where that fails, nothing has left. */
export async function noteSending(ports: ImportPorts, subject: Subject): Promise<void> {
  try {
    await ports.record(ownEntry(subject, 'sent'));
  } catch (error) {
    const { code, message } = toFailure(error);
    throw Object.assign(new Error(message, { cause: error }), { code, outcome: 'none' });
  }
}

/**
 * The rows are entered, and the file that says so row by row could not be kept: a full disk, say. It fails,
 * so that somebody looks; the journal stays open, and the next run asks for the result again.
 */
export function resultNotKept(
  { fileName }: Subject,
  { imported, duplicates, rejected }: ImportRecord,
  error: unknown,
): Failure {
  const { code, message } = toFailure(error);
  return {
    code: 'result_not_kept',
    message: `${fileName} was entered (${imported} imported, ${duplicates} duplicate, ${rejected} rejected), but its result file could not be kept. Import it again: nothing is entered twice, and the result file is fetched.`,
    detail: code === 'unexpected' || message.includes(code) ? message : `${code}: ${message}`,
    outcome: 'done',
    retryable: true,
  };
}

/** What an error while it was sent leaves in the journal; an earlier try may have done something. */
export const brokenOff = (subject: Subject & { inDoubt: boolean }, error: unknown): JournalEntry =>
  enteredNothing(error) && !subject.inDoubt
    ? ownEntry(subject, 'refused', toFailure(error).message)
    : ownEntry(subject, 'unknown', toFailure(error).message);
