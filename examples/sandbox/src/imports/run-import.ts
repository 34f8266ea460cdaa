import { rm } from 'node:fs/promises';
import { type Actor, recordChange } from '../audit/audit.ts';
import { refuseField } from '../forms/sent-record.ts';
import { Problem } from '../http/problem.ts';
import { readingOf, type Services } from '../services.ts';
import { BATCH, type Entering, enterImport, takenUp } from './enter-import.ts';
import { failedImport, type ImportRow, keepLease, moveImport } from './import-record.ts';
import { runOf } from './import-run.ts';
import type { Upload } from './upload.ts';

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

/** A file of a few rows is entered before a thread would have started. */
async function enter(services: Services, entering: Entering): Promise<void> {
  const { entry, store } = services;
  if (!entry || entering.staged.staging.rows <= BATCH) return enterImport(services, entering);
  await store.lend(() => entry.enter(services, entering));
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
    await inTurn(services, () =>
      enter(services, { actor, record, upload, staged: { path, staging } }),
    );
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
