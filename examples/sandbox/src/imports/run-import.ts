import { rm } from 'node:fs/promises';
import { type Actor, recordChange } from '../audit/audit.ts';
import { TooManyToJudge } from '../exceptions/judge-changes.ts';
import { refuseField } from '../forms/sent-record.ts';
import { Problem } from '../http/problem.ts';
import { readingOf, type Services } from '../services.ts';
import type { ReadingTask } from '../threads/reading.ts';
import { BATCH, type Entering, enterImport, takenUp } from './enter-import.ts';
import { failedImport, type ImportRow, keepLease, moveImport } from './import-record.ts';
import { runOf } from './import-run.ts';
import { READING_SLOW } from './staged-rows.ts';
import { StagingProgress } from './staging-progress.ts';
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

/** Purchases whose exceptions are judged again in some 20 ms. */
const JUDGED_HERE = 300;

/**
 * A file of a few rows is entered before a thread would have started. But its cards may have many other purchases, whose
 * exceptions depend on its own: then it begins again on the thread.
 */
async function enter(
  services: Services,
  entering: Entering,
  progress: StagingProgress,
): Promise<void> {
  const { entry, store } = services;
  if (!entry) return enterImport(services, entering);
  if (progress.rows <= BATCH) {
    try {
      return await enterImport(services, entering, JUDGED_HERE);
    } catch (error) {
      if (!(error instanceof TooManyToJudge)) throw error;
    }
  }
  await store.lend(() => entry.enter(services, entering));
}

/**
 * Enters the rows while the file is read: on two processors, an import of 100,000 takes four fifths of the time. Others
 * whose changes wait for the entry must not wait for a slow reading, too: then it begins again after the reading.
 */
async function enterMeanwhile(
  services: Services,
  entering: Entering,
  progress: StagingProgress,
  reading: Promise<unknown>,
): Promise<void> {
  await Promise.race([reading.catch(() => {}), progress.wait(() => progress.rows > BATCH)]);
  if (progress.state === 'failed') return;
  // Only the entry waits for its turn: a file that takes long to read doesn't delay others.
  const inItsTurn = () => inTurn(services, () => enter(services, entering, progress));
  try {
    await inItsTurn();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== READING_SLOW) throw error;
    await reading;
    await inItsTurn();
  }
}

/** Reads, checks and enters the file. Throws the reading's refusal rather than what the entry met because of it. */
async function readAndEnter(
  services: Services,
  entering: Omit<Entering, 'staged'>,
  path: string,
  task: ReadingTask & { readonly of: 'transactions' },
): Promise<void> {
  const progress = new StagingProgress(task.progress);
  const reading = readingOf(services).read(task, entering.actor.account.userId);
  // A thread that was ended can't say so itself.
  reading.catch(() => progress.end('failed'));
  const staged = { path, progress: progress.shared };
  const entry = enterMeanwhile(services, { ...entering, staged }, progress, reading);
  const [read, entered] = await Promise.allSettled([reading, entry]);
  for (const outcome of [read, entered]) if (outcome.status === 'rejected') throw outcome.reason;
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
    await readAndEnter(services, { actor, record, upload }, path, {
      of: 'transactions',
      file: { path: upload.path, fileName: upload.fileName, fields: upload.fields },
      to: path,
      progress: new StagingProgress().shared,
      options: {
        provider: record.provider,
        today: now().toISOString().slice(0, 10),
        layouts: services.layouts ?? [],
        taxTables: services.taxTables ?? [],
        accept: await acceptedGuards(upload),
      },
    });
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
