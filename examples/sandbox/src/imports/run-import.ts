import { rm } from 'node:fs/promises';
import { controlIssue } from '@forecourt/core';
import { type Actor, recordChange } from '../audit/audit.ts';
import type { Writer } from '../db/store.ts';
import { judgeImported } from '../exceptions/judge-changes.ts';
import { refuseField } from '../forms/sent-record.ts';
import { Problem } from '../http/problem.ts';
import { readingOf, type Services } from '../services.ts';
import { RowEntry } from './enter-rows.ts';
import { enteredBefore } from './entered-before.ts';
import { failedImport, type ImportRow, keepLease, moveImport } from './import-record.ts';
import { runOf } from './import-run.ts';
import { sentCorrections } from './sent-corrections.ts';
import { readStaged, type Staging } from './staged-rows.ts';
import type { Upload } from './upload.ts';

const BATCH = 250;
const MAX_REASON = 500;
/** Most rows that somebody reviews one by one. */
const MAX_REPEATS = 1_000;

const queues = new WeakMap<Services, Promise<unknown>>();

/** One import after the other: in parallel, they would only wait for each other in the database. */
function inTurn<T>(services: Services, work: () => Promise<T>): Promise<T> {
  const turn = (queues.get(services) ?? Promise.resolve()).then(work, work);
  queues.set(
    services,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Returns the row numbers of `allow_repeat` fields, repeated or separated by commas. Throws a 422 for too many. */
function repeatsOf({ fields }: Upload): ReadonlySet<string> {
  const rows = fields
    .filter(([name]) => name === 'allow_repeat')
    .flatMap(([, value]) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
  if (rows.length <= MAX_REPEATS) return new Set(rows);
  throw refuseField('/allow_repeat', 'allow_repeat names at most 1,000 rows of a file.');
}

/** The SHA-256 of the original file, if the sender removed rows from it. */
function originalOf({ fields }: Upload): { readonly original?: string } {
  const original = fields.find(([name]) => name === 'original')?.[1];
  return original === undefined ? {} : { original: original.slice(0, 64) };
}

/** The corrected cells with their former values, and the file that they were corrected in. */
function correctionsOf(upload: Upload) {
  const { corrections, original, originalName } = sentCorrections(upload);
  return corrections.length === 0
    ? {}
    : { corrected_from: { file_name: originalName, sha256: original }, corrections };
}

/** Returns the guards that the form accepts: `accept`, repeated or separated by commas. */
async function acceptedGuards({ fields }: Upload): Promise<readonly string[]> {
  const named = fields
    .filter(([name]) => name === 'accept')
    .flatMap(([, value]) => value.split(',').map((rule) => rule.trim()))
    .filter((rule) => rule !== '');
  if (named.length === 0) return [];
  const { GUARDS } = await import('@forecourt/core/provider-files');
  const unknown = named.find((rule) => !(GUARDS as readonly string[]).includes(rule));
  if (unknown === undefined) return named;
  throw refuseField('/accept', `${unknown} cannot be accepted; it may be ${GUARDS.join(', ')}.`);
}

/** Returns the sender's reason for accepting guards: `accept_reason`. */
function acceptReasonOf({ fields }: Upload): string {
  const reason = fields.find(([name]) => name === 'accept_reason')?.[1].trim() ?? '';
  if (reason.length > MAX_REASON) {
    throw refuseField('/accept_reason', `accept_reason has ${MAX_REASON} characters at most.`);
  }
  const issue = controlIssue({ input: 'text', label: 'accept_reason' }, reason);
  if (issue) throw refuseField('/accept_reason', issue.message);
  return reason;
}

const takenUp = () =>
  new Problem(409, 'Another call took this import up. Ask for its outcome with GET imports.');

async function enterAll(
  services: Services,
  actor: Actor,
  record: ImportRow,
  upload: Upload,
  staged: { readonly path: string; readonly staging: Staging },
): Promise<void> {
  const { store, now } = services;
  const reason = acceptReasonOf(upload);
  const repeats = repeatsOf(upload);
  const enter = async (tx: Writer) => {
    const entry = new RowEntry(tx, {
      store,
      account: actor.account,
      importId: record.id,
      at: now().toISOString(),
      repeats,
      enteredBefore: await enteredBefore(tx, record),
    });
    await store.addingByBatch(async () => {
      for await (const batch of readStaged(staged.path, staged.staging, BATCH)) {
        await entry.add(batch);
      }
      await entry.finish();
    });
    const headers = JSON.stringify(staged.staging.headers);
    const { opened } = await judgeImported(tx, services, entry.touched);
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
        ...(staged.staging.accepted.length > 0 && {
          accepted_guards: staged.staging.accepted,
          ...(reason !== '' && { accepted_reason: reason }),
        }),
        tax_tables: staged.staging.taxTables,
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

async function fail(
  services: Services,
  actor: Actor,
  record: ImportRow,
  error: unknown,
): Promise<void> {
  const message = error instanceof Problem ? error.message : 'The service failed.';
  await services.store.write(async (tx) => {
    const failed = { state: 'failed', message } as const;
    const at = services.now();
    const moved = await moveImport(tx, record, failed, at);
    if (!moved) return;
    const change = failedImport(record, message, runOf(moved, at));
    await recordChange(tx, { ...actor, at, claim: undefined }, change);
  });
}

/** Reads, checks and enters the file, all or nothing. Throws the reason for a refusal. */
export async function runImport(
  services: Services,
  actor: Actor,
  record: ImportRow,
  upload: Upload,
): Promise<ImportRow> {
  const release = keepLease(services, record);
  const path = `${upload.path}.rows`;
  try {
    const { store, now } = services;
    const mine = await store.write((tx) => moveImport(tx, record, { state: 'running' }, now()));
    if (!mine) throw takenUp();
    const staging = await readingOf(services).read(
      {
        of: 'transactions',
        file: { path: upload.path, fileName: upload.fileName, fields: upload.fields },
        to: path,
        options: {
          provider: record.provider,
          today: now().toISOString().slice(0, 10),
          layouts: services.layouts ?? [],
          taxTables: services.taxTables ?? [],
          accept: await acceptedGuards(upload),
        },
      },
      actor.account.userId,
    );
    // Only the entry waits for its turn: a file that takes long to read doesn't delay others.
    await inTurn(services, () => enterAll(services, actor, record, upload, { path, staging }));
  } catch (error) {
    await fail(services, actor, record, error);
    throw error;
  } finally {
    release();
    await rm(path, { force: true });
  }
  return services.store.read
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', record.id)
    .executeTakeFirstOrThrow();
}
