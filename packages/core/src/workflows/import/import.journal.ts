import { toFailure } from '../failure.ts';
import type { Failure } from '../view.ts';
import { enteredNothing } from './import.context.ts';
import type { Subject } from './import.setup.ts';
import type { ImportPorts, ImportRecord, JournalEntry, JournalState } from './import.types.ts';

/** Returns the journal entry of an import before the service has responded. */
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
 * Converts the service's record to a journal entry. It is reconciled if every row of the checked file is
 * reported as imported, duplicate or rejected; otherwise the note states the difference.
 *
 * @param record the service's record
 * @param rows rows of the checked file
 * @returns the entry
 */
export function journalEntry(
  { wasOpen: _, resultLost: __, lost: ___, unverified: ____, ...record }: ImportRecord,
  rows: number,
): JournalEntry {
  if (record.state === 'failed') {
    return { ...record, rows, state: 'refused', note: 'The service reports that it failed.' };
  }
  if (record.state !== 'done') return { ...record, rows, state: 'sent' };
  const reported = record.imported + record.duplicates + record.rejected;
  if (reported === rows) return { ...record, rows, state: 'reconciled' };
  const note = `The service reports ${reported} rows, but the file has ${rows}.`;
  return { ...record, rows, state: 'acknowledged', note };
}

/** Ignores a failed write: it must not undo what has happened, and the service has the record as well. */
export const noted = (ports: ImportPorts, entry: JournalEntry): Promise<void> =>
  ports.record(entry).catch(() => {});

/** Records that the file is about to be sent. If that fails, it isn't sent. */
export async function noteSending(ports: ImportPorts, subject: Subject): Promise<void> {
  try {
    await ports.record(ownEntry(subject, 'sent'));
  } catch (error) {
    const { code, message } = toFailure(error);
    throw Object.assign(new Error(message, { cause: error }), { code, outcome: 'none' });
  }
}

/**
 * The rows are entered, but the result file could not be saved (a full disk, say). Fails so that somebody
 * notices; the journal entry stays open, and the next run requests the result again.
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

/** Returns the journal entry after an error while sending; an earlier attempt may have had an effect. */
export const entryAfterError = (
  subject: Subject & { inDoubt: boolean },
  error: unknown,
): JournalEntry =>
  enteredNothing(error) && !subject.inDoubt
    ? ownEntry(subject, 'refused', toFailure(error).message)
    : ownEntry(subject, 'unknown', toFailure(error).message);
