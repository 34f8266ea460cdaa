import type { Selectable } from 'kysely';
import type { IdempotencyKeysTable } from '../db/schema-office.ts';
import type { Store, Writer } from '../db/store.ts';
import type { Services } from '../services.ts';
import { Problem } from './problem.ts';

type KeyRow = Selectable<IdempotencyKeysTable>;

/** A call that has claimed its key; `leaseUntil` distinguishes the claim from a later one. */
export interface ClaimedCall {
  readonly scope: string;
  readonly key: string;
  readonly leaseUntil: string;
}

/** The stored answer of a call. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const KEPT_HOURS = 24;
/** How long a call counts as running; longer than any takes. */
const LEASE_SECONDS = 60;

const at = (now: Date, seconds: number): string =>
  new Date(now.getTime() + seconds * 1_000).toISOString();

const busy = () =>
  new Problem(409, 'The same call is still being worked on. Send it again in a moment.', {
    headers: { 'retry-after': '1' },
  });

const keptAnswer = (row: KeyRow): KeptAnswer => ({
  status: row.response_status,
  headers: JSON.parse(row.response_headers) as Record<string, string>,
  body: row.response_body,
});

/**
 * Claims that ended without a change and couldn't be released, because the disk was full, with the time when their
 * lease ends and nobody asks for them any more.
 */
const ENDED = new WeakMap<Store, Map<string, string>>();

const idOf = ({ key, scope }: ClaimedCall, leaseUntil: string): string =>
  JSON.stringify([scope, key, leaseUntil]);

/** Remembers in this process that a call has ended, so that its key can be used again before its lease expires. */
export function forgetCall({ store }: Services, claim: ClaimedCall): void {
  const ended = ENDED.get(store) ?? new Map<string, string>();
  ENDED.set(store, ended.set(idOf(claim, claim.leaseUntil), claim.leaseUntil));
}

/** Drops the ended claims whose lease is over, and returns how many are left. */
export function dropEnded(store: Store, now: Date): number {
  const ended = ENDED.get(store);
  for (const [id, leaseUntil] of ended ?? []) {
    if (leaseUntil <= now.toISOString()) ended?.delete(id);
  }
  return ended?.size ?? 0;
}

const hasEnded = (store: Store, claim: ClaimedCall, { lease_until }: KeyRow): boolean =>
  ENDED.get(store)?.has(idOf(claim, lease_until)) === true;

async function known(
  store: Store,
  tx: Writer,
  row: KeyRow,
  hash: string,
  claim: ClaimedCall,
  now: string,
): Promise<ClaimedCall | KeptAnswer> {
  if (row.request_hash !== hash) {
    throw new Problem(422, 'This Idempotency-Key was used for another call or other content.');
  }
  if (row.state === 'done') return keptAnswer(row);
  if (row.lease_until > now && !hasEnded(store, claim, row)) throw busy();
  // Its server died before it changed anything.
  await tx
    .updateTable('idempotency_keys')
    .set({ lease_until: claim.leaseUntil })
    .where('scope', '=', claim.scope)
    .where('key', '=', claim.key)
    .execute();
  return claim;
}

/**
 * Claims a key for a call, or returns the stored answer. Throws 422 if the key belongs to another call, 409
 * with Retry-After while the same one is running.
 */
export async function claimCall(
  { now, store }: Services,
  call: { readonly scope: string; readonly key: string; readonly hash: string },
): Promise<ClaimedCall | KeptAnswer> {
  const { hash, key, scope } = call;
  const date = now();
  const claim = { scope, key, leaseUntil: at(date, LEASE_SECONDS) };
  dropEnded(store, date);
  return store.write(async (tx) => {
    await tx
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', at(date, -KEPT_HOURS * 3_600))
      .execute();
    const inserted = await tx
      .insertInto('idempotency_keys')
      .values({
        scope,
        key,
        request_hash: hash,
        state: 'running',
        lease_until: claim.leaseUntil,
        created_at: date.toISOString(),
      })
      .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 1n) return claim;
    const row = await tx
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('scope', '=', scope)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    return known(store, tx, row, hash, claim, date.toISOString());
  });
}

const done = ({ body, headers, status }: KeptAnswer) => ({
  state: 'done',
  response_status: status,
  response_headers: JSON.stringify(headers),
  response_body: body,
});

/**
 * Marks a call as done in the transaction of the change: if the server dies before it answers, the change isn't
 * repeated, and the stored answer names the record. Throws a 409, which undoes the change, if the claim has expired
 * and another call has taken the key.
 */
export async function confirmCall(
  tx: Writer,
  claim: ClaimedCall,
  record: { readonly id: string | number; readonly created: boolean },
): Promise<void> {
  const answer: KeptAnswer = {
    status: record.created ? 201 : 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: record.id }),
  };
  const { numUpdatedRows } = await tx
    .updateTable('idempotency_keys')
    .set(done(answer))
    .where('scope', '=', claim.scope)
    .where('key', '=', claim.key)
    .where('lease_until', '=', claim.leaseUntil)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw busy();
}

/** Stores the answer for repeated calls. */
export const keepAnswer = (
  { store }: Services,
  claim: ClaimedCall,
  answer: KeptAnswer,
): Promise<unknown> =>
  store.write((tx) =>
    tx
      .updateTable('idempotency_keys')
      .set(done(answer))
      .where('scope', '=', claim.scope)
      .where('key', '=', claim.key)
      .where('lease_until', '=', claim.leaseUntil)
      .execute(),
  );

/** Releases the key after a call that changed nothing, so that it can be sent again. */
export const releaseCall = ({ store }: Services, claim: ClaimedCall): Promise<unknown> =>
  store.write((tx) =>
    tx
      .deleteFrom('idempotency_keys')
      .where('scope', '=', claim.scope)
      .where('key', '=', claim.key)
      .where('lease_until', '=', claim.leaseUntil)
      .where('state', '=', 'running')
      .execute(),
  );
