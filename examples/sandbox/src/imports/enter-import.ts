import { controlIssue } from '@forecourt/core';
import { recordChange, type TrailActor } from '../audit/audit.ts';
import type { Writer } from '../db/store.ts';
import { judgeImported } from '../exceptions/judge-changes.ts';
import { refuseField } from '../forms/sent-record.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { RowEntry } from './enter-rows.ts';
import { enteredBefore } from './entered-before.ts';
import { type ImportRow, moveImport } from './import-record.ts';
import { runOf } from './import-run.ts';
import { sentCorrections } from './sent-corrections.ts';
import { StagedFile } from './staged-rows.ts';
import type { Upload } from './upload.ts';

/** Rows that are looked up and inserted together. */
export const BATCH = 250;
const MAX_REASON = 500;
/** Most rows that somebody reviews one by one. */
const MAX_REPEATS = 1_000;

type SentFields = Pick<Upload, 'fields'>;

/** An import whose file is read and checked. Nothing but data, so that it can be sent to a thread. */
export interface Entering {
  readonly actor: TrailActor;
  readonly record: ImportRow;
  readonly upload: SentFields;
  /** The file of its rows, and the memory of its `StagingProgress`. */
  readonly staged: { readonly path: string; readonly progress: SharedArrayBuffer };
}

/** Returns the row numbers of `allow_repeat` fields, repeated or separated by commas. Throws a 422 for too many. */
function repeatsOf({ fields }: SentFields): ReadonlySet<string> {
  const rows = fields
    .filter(([name]) => name === 'allow_repeat')
    .flatMap(([, value]) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
  if (rows.length <= MAX_REPEATS) return new Set(rows);
  throw refuseField('/allow_repeat', 'allow_repeat names at most 1,000 rows of a file.');
}

/** The SHA-256 of the original file, if the sender removed rows from it. */
function originalOf({ fields }: SentFields): { readonly original?: string } {
  const original = fields.find(([name]) => name === 'original')?.[1];
  return original === undefined ? {} : { original: original.slice(0, 64) };
}

/** The corrected cells with their former values, and the file that they were corrected in. */
function correctionsOf(upload: SentFields) {
  const { corrections, original, originalName } = sentCorrections(upload);
  return corrections.length === 0
    ? {}
    : { corrected_from: { file_name: originalName, sha256: original }, corrections };
}

/** Returns the sender's reason for accepting guards: `accept_reason`. */
function acceptReasonOf({ fields }: SentFields): string {
  const reason = fields.find(([name]) => name === 'accept_reason')?.[1].trim() ?? '';
  if (reason.length > MAX_REASON) {
    throw refuseField('/accept_reason', `accept_reason has ${MAX_REASON} characters at most.`);
  }
  const issue = controlIssue({ input: 'text', label: 'accept_reason' }, reason);
  if (issue) throw refuseField('/accept_reason', issue.message);
  return reason;
}

export const takenUp = () =>
  new Problem(409, 'Another call took this import up. Ask for its outcome with GET imports.');

/**
 * Enters the rows of a file, all or nothing, with their exceptions and what the trail keeps of them, while the rest of the
 * file is read and checked. Throws a 409 if another attempt has taken the import up, a 422 for fields that can't be right,
 * an error with a code if the reading fails or is too slow, and `TooManyToJudge` if its exceptions depend on more than
 * `mostJudged` purchases.
 */
export async function enterImport(
  services: Pick<Services, 'now' | 'store' | 'thresholds'>,
  { actor, record, staged, upload }: Entering,
  mostJudged?: number,
): Promise<void> {
  const { store, now } = services;
  const reason = acceptReasonOf(upload);
  const repeats = repeatsOf(upload);
  const enter = async (tx: Writer) => {
    const file = new StagedFile(staged);
    const entry = new RowEntry(tx, {
      store,
      account: actor.account,
      importId: record.id,
      at: now().toISOString(),
      repeats,
      enteredBefore: await enteredBefore(tx, record),
      file,
    });
    await store.addingByBatch(async () => {
      for await (const batch of file.batches(BATCH)) await entry.add(batch);
      await entry.finish();
    });
    // Faults of the whole file come last: until here, it may still be refused.
    const { accepted, headers: names, taxTables } = await file.staging();
    const headers = JSON.stringify(names);
    const { opened } = await judgeImported(tx, services, entry.touched, mostJudged);
    const counts = { ...entry.counts, exceptions: opened };
    const done = { ...counts, headers, state: 'done' } as const;
    const ended = now();
    const moved = await moveImport(tx, record, done, ended);
    if (!moved) throw takenUp();
    await recordChange(tx, actor, {
      action: 'transactions.import',
      resource: 'imports',
      recordId: record.id,
      label: record.file_name,
      changes: {
        provider: record.provider,
        file_name: record.file_name,
        sha256: record.sha256,
        ...originalOf(upload),
        ...correctionsOf(upload),
        ...(accepted.length > 0 && {
          accepted_guards: accepted,
          ...(reason !== '' && { accepted_reason: reason }),
        }),
        tax_tables: taxTables,
        ...counts,
        totals: entry.totals.present(),
        run: runOf(moved, ended),
      },
    });
    if (entry.repeated.length === 0) return;
    await recordChange(tx, actor, {
      action: 'transactions.import.allow-repeat',
      resource: 'imports',
      recordId: record.id,
      changes: { rows: entry.repeated },
    });
  };
  await store.write(enter, { turn: 'imports' });
}
