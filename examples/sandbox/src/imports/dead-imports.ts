import { recordChange, type TrailActor } from '../audit/audit.ts';
import type { Writer } from '../db/store.ts';
import type { Services } from '../services.ts';
import {
  failedImport,
  type ImportRow,
  LEASE_SECONDS,
  RENEW_MS,
  UNFINISHED,
} from './import-record.ts';
import { runOf } from './import-run.ts';
import { isGone } from './own-process.ts';

const MESSAGE = 'The server stopped before the import was entered.';

/** Who began an import that its server didn't end. */
async function beganBy(tx: Writer, row: ImportRow, at: Date): Promise<TrailActor> {
  const user = await tx
    .selectFrom('users')
    .select(['email', 'company_id'])
    .where('id', '=', Number(row.user_id))
    .executeTakeFirst();
  const company = await tx
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', '=', Number(row.acting_company_id ?? 0))
    .executeTakeFirst();
  return {
    account: {
      userId: Number(row.user_id),
      email: user?.email ?? '',
      actingAs: company ?? null,
      companyId: company?.id ?? user?.company_id ?? null,
    },
    requestId: '',
    address: '',
    at,
    claim: undefined,
  };
}

/** When its server last said that it works on it. */
const seenAt = ({ lease_until }: ImportRow): string =>
  new Date(Date.parse(lease_until) - LEASE_SECONDS * 1_000).toISOString();

/** Marks one as failed and enters that, unless its server, or another one, has moved it since it was read. */
async function failDead(tx: Writer, row: ImportRow, now: Date): Promise<void> {
  const seen = seenAt(row);
  const failed = await tx
    .updateTable('imports')
    .set({ state: 'failed', message: MESSAGE, finished_at: seen })
    .where('id', '=', row.id)
    .where('attempt', '=', row.attempt)
    .where('state', 'in', UNFINISHED)
    .where('lease_until', '=', row.lease_until)
    .executeTakeFirst();
  if (failed.numUpdatedRows !== 1n) return;
  const change = failedImport(row, MESSAGE, runOf(row, now, { seen }));
  await recordChange(tx, await beganBy(tx, row, now), change);
}

/**
 * Marks imports of dead servers as failed: of a process of this machine that is gone at once, of any other server when its
 * lease has ended. Any number of processes may do it at a time; each import is entered as failed once.
 */
export async function failDeadImports({ store, now }: Services): Promise<void> {
  const unfinished = await store.read
    .selectFrom('imports')
    .selectAll()
    .where('state', 'in', UNFINISHED)
    .execute();
  const at = now();
  const dead = unfinished.filter(
    ({ lease_until, process }) => lease_until <= at.toISOString() || isGone(process),
  );
  for (const row of dead) await store.write((tx) => failDead(tx, row, at));
}

/**
 * Looks for imports of dead servers now and then every few seconds, so that one is in the trail though nobody asks for it.
 * Resolves when the first look is done; the returned function resolves when the last one is.
 */
export async function watchImports(
  services: Services,
  everyMs = RENEW_MS,
): Promise<() => Promise<void>> {
  const look = () =>
    failDeadImports(services).catch((error: unknown) =>
      console.error('Imports of servers that stopped are not entered yet:', error),
    );
  await look();
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
