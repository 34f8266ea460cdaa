import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Change } from '../audit/audit.ts';
import type { Account } from '../auth/account.ts';
import type { ImportsTable } from '../db/schema-office.ts';
import type { Writer } from '../db/store.ts';
import { scopeOf } from '../http/idempotency-key.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import type { ImportRun } from './import-run.ts';
import { OWN_PROCESS } from './own-process.ts';
import { sentCorrections } from './sent-corrections.ts';
import type { Upload } from './upload.ts';

export type ImportRow = Selectable<ImportsTable>;

/** How long an import counts as alive after its server last renewed the lease. */
export const LEASE_SECONDS = 60;
export const RENEW_MS = 15_000;

export const UNFINISHED: readonly string[] = ['received', 'running'];

const leaseFrom = (now: Date): string =>
  new Date(now.getTime() + LEASE_SECONDS * 1_000).toISOString();

export interface ImportRequest {
  readonly key: string | undefined;
  readonly provider: string;
  readonly upload: Upload;
}

/** Fields that say why a file is as it is, and don't change what is entered. */
const RECORDED_ONLY = ['accept_reason', 'correction', 'corrected_from', 'corrected_name'];

const enteredBy = ({ fields }: Upload) => fields.filter(([name]) => !RECORDED_ONLY.includes(name));

/** Identifies a file with its fields and provider; the reasons for it aren't part of it. */
const fingerprintOf = ({ provider, upload }: ImportRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([provider, upload.sha256, enteredBy(upload)]))
    .digest('hex');

async function takeUp(tx: Writer, known: ImportRow, now: Date): Promise<ImportRow> {
  await tx.deleteFrom('import_rows').where('import_id', '=', known.id).execute();
  return tx
    .updateTable('imports')
    .set({
      state: 'received',
      lease_until: leaseFrom(now),
      claimed_at: now.toISOString(),
      ...{ started_at: '', finished_at: '', process: OWN_PROCESS },
      attempt: known.attempt + 1,
      message: '',
    })
    .where('id', '=', known.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Records the import, or finds the one with its key. Returns a finished one unchanged, and restarts one that
 * failed or whose server died. Throws 422 if the key belongs to another file, 409 while the import is still
 * running.
 */
export async function claimImport(
  services: Services,
  account: Account,
  request: ImportRequest,
): Promise<ImportRow> {
  const now = services.now();
  const scope = scopeOf(account);
  const fingerprint = fingerprintOf(request);
  const sent = sentCorrections(request.upload);
  return services.store.write(async (tx) => {
    const known =
      request.key === undefined
        ? undefined
        : await tx
            .selectFrom('imports')
            .selectAll()
            .where('scope', '=', scope)
            .where('key', '=', request.key)
            .executeTakeFirst();
    if (!known) {
      return tx
        .insertInto('imports')
        .values({
          scope,
          fingerprint,
          key: request.key ?? null,
          provider: request.provider,
          file_name: request.upload.fileName,
          sha256: request.upload.sha256,
          state: 'received',
          lease_until: leaseFrom(now),
          created_at: now.toISOString(),
          claimed_at: now.toISOString(),
          process: OWN_PROCESS,
          user_id: account.userId,
          acting_company_id: account.actingAs?.id ?? null,
          attempt: 1,
          corrected_from: sent.original,
          corrected_name: sent.originalName,
          corrections: JSON.stringify(sent.corrections),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    }
    if (known.fingerprint !== fingerprint) {
      throw new Problem(422, 'This Idempotency-Key was used for another file or other fields.');
    }
    if (known.state === 'done') return known;
    if (UNFINISHED.includes(known.state) && known.lease_until > now.toISOString()) {
      throw new Problem(
        409,
        'This import is still running. Ask for its outcome with GET imports.',
        {
          headers: { 'retry-after': '2' },
        },
      );
    }
    return takeUp(tx, known, now);
  });
}

/** Keeps the lease alive until the returned function is called. */
export function keepLease(services: Services, { id, attempt }: ImportRow): () => void {
  const renew = () =>
    services.store
      .write((tx) =>
        tx
          .updateTable('imports')
          .set({ lease_until: leaseFrom(services.now()) })
          .where('id', '=', id)
          .where('attempt', '=', attempt)
          .where('state', 'in', UNFINISHED)
          .execute(),
      )
      // A lease that can't be renewed expires, as intended.
      .catch(() => undefined);
  const timer = setInterval(renew, RENEW_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Updates an import if it still belongs to this attempt. Returns undefined if another one has taken over. */
export async function moveImport(
  tx: Writer,
  { id, attempt }: ImportRow,
  change: Partial<
    Pick<ImportRow, 'imported' | 'duplicates' | 'rejected' | 'exceptions' | 'headers' | 'message'>
  > & {
    readonly state: 'running' | 'done' | 'failed';
  },
  now: Date,
): Promise<ImportRow | undefined> {
  return tx
    .updateTable('imports')
    .set({
      ...change,
      ...(change.state === 'running'
        ? { lease_until: leaseFrom(now), started_at: now.toISOString() }
        : { finished_at: now.toISOString() }),
    })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', 'in', UNFINISHED)
    .returningAll()
    .executeTakeFirst();
}

/** What the trail keeps of an import that entered nothing. */
export const failedImport = (row: ImportRow, message: string, run: ImportRun): Change => ({
  action: 'transactions.import.failed',
  resource: 'imports',
  recordId: row.id,
  label: row.file_name,
  changes: {
    ...{ provider: row.provider, file_name: row.file_name, sha256: row.sha256, message },
    run,
  },
});

export const presentImport = (row: ImportRow) => ({
  id: row.id,
  key: row.key,
  provider: row.provider,
  file_name: row.file_name,
  sha256: row.sha256,
  state: row.state,
  imported: row.imported,
  duplicates: row.duplicates,
  rejected: row.rejected,
  exceptions: row.exceptions,
  message: row.message,
  at: row.finished_at || row.created_at,
  ...(row.corrected_from !== '' && {
    corrected_from: { file_name: row.corrected_name, sha256: row.corrected_from },
    corrections: JSON.parse(row.corrections) as unknown,
  }),
});

/** An import in the history: who sent it, and how many cells were corrected before. */
export const presentPastImport = (row: ImportRow & { readonly by: string | null }) => {
  const {
    corrections = [],
    key: _,
    ...shown
  } = presentImport(row) as ReturnType<typeof presentImport> & { corrections?: readonly unknown[] };
  return { ...shown, by: row.by ?? '', corrected_cells: corrections.length };
};
