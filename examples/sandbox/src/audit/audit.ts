import { localToday } from '@forecourt/core';
import type { Account } from '../auth/account.ts';
import type { Store, WriteOptions, Writer } from '../db/store.ts';
import { type ClaimedCall, confirmCall } from '../http/claimed-call.ts';
import type { AppContext } from '../http/env.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';

export interface Change {
  /** 'transactions.import', 'switch.to' … */
  readonly action: string;
  readonly resource: string;
  readonly recordId: string | number;
  /** Is it an entry of its own, so that the call answers 201? By default where the action is a create. */
  readonly created?: boolean;
  /** What changed, as JSON keeps it. Never a password or a whole card number. */
  readonly changes?: unknown;
}

/** Who did something, as whom, and in which call. */
export interface Actor {
  readonly account: Account;
  readonly requestId: string;
  /** Where the call came from. */
  readonly address: string;
  readonly at: Date;
  /** The day it is at the service, YYYY-MM-DD. */
  readonly today: string;
  /** Of the call's Idempotency-Key, which a change confirms. */
  readonly claim: ClaimedCall | undefined;
}

const moment = ({ now, timeZone }: Services): Pick<Actor, 'at' | 'today'> => {
  const at = now();
  return { at, today: localToday(at, timeZone) };
};

export const actorOf = (c: AppContext, account: Account): Actor => ({
  account,
  requestId: c.get('requestId'),
  ...moment(c.get('services')),
  address: c.get('address'),
  claim: c.get('claim'),
});

/** What of an actor the trail keeps. */
export type TrailActor = Omit<Actor, 'account' | 'today'> & {
  readonly account: Pick<Account, 'userId' | 'email' | 'actingAs'>;
};

/** Writes the trail in the change's own transaction: neither is ever there without the other. */
export async function recordChange(tx: Writer, actor: TrailActor, change: Change): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      at: actor.at.toISOString(),
      actor_id: actor.account.userId,
      actor: actor.account.email,
      acting_as: actor.account.actingAs?.name ?? '',
      action: change.action,
      resource: change.resource,
      record_id: String(change.recordId),
      changes: JSON.stringify(change.changes ?? {}),
      request_id: actor.requestId,
      address: actor.address,
    })
    .execute();
  if (!actor.claim) return;
  const created = change.created ?? change.action.endsWith('.create');
  await confirmCall(tx, actor.claim, { id: change.recordId, created });
}

/**
 * A 422 that keeps to itself why (ACC-07): what was asked for clashes with a record of another company, of
 * which the caller must not learn. The trail names that record; the answer does not.
 */
export class Withheld extends Problem {
  readonly because: Pick<Change, 'resource' | 'recordId'>;

  constructor(pointer: string, detail: string, because: Pick<Change, 'resource' | 'recordId'>) {
    super(422, detail, { errors: [{ pointer, detail }] });
    this.because = because;
  }
}

/** A write; where it is refused for a withheld reason, staff find that in the trail. */
export async function withTrail<T>(
  store: Store,
  actor: Actor,
  action: string,
  work: (tx: Writer) => Promise<T>,
  options?: WriteOptions,
): Promise<T> {
  try {
    return await store.write(work, options);
  } catch (error) {
    if (!(error instanceof Withheld)) throw error;
    await store.write((tx) => recordWithheld(tx, actor, action, error.because));
    throw error;
  }
}

/** Nothing was done under the call's key: it confirms nothing. */
export const recordWithheld = (
  tx: Writer,
  actor: Actor,
  action: string,
  because: Withheld['because'],
): Promise<void> =>
  recordChange(
    tx,
    { ...actor, claim: undefined },
    { ...because, action: 'refused.withheld', changes: { call: action } },
  );
