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
  /** Whether the call creates a record and answers 201; by default, if the action is a create. */
  readonly created?: boolean;
  /** What changed, as JSON. Never a password or a complete card number. */
  readonly changes?: unknown;
}

/** Who did something, as whom, and in which call. */
export interface Actor {
  readonly account: Account;
  readonly requestId: string;
  /** Where the call came from. */
  readonly address: string;
  readonly at: Date;
  /** The service's current day, YYYY-MM-DD. */
  readonly today: string;
  /** The claim of the call's Idempotency-Key, which a change confirms. */
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

/** What the trail records of an actor. */
export type TrailActor = Omit<Actor, 'account' | 'today'> & {
  readonly account: Pick<Account, 'userId' | 'email' | 'actingAs'>;
};

/** Writes the trail in the transaction of the change, so that neither exists without the other. */
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
 * A 422 that doesn't say why (ACC-07): the call conflicts with a record of another company, which the caller
 * must not learn about. The trail names that record; the answer doesn't.
 */
export class Withheld extends Problem {
  readonly because: Pick<Change, 'resource' | 'recordId'>;

  constructor(pointer: string, detail: string, because: Pick<Change, 'resource' | 'recordId'>) {
    super(422, detail, { errors: [{ pointer, detail }] });
    this.because = because;
  }
}

/** Runs a write. If it is refused for a withheld reason, the trail records that for staff. */
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

/** Records a withheld reason. Nothing was changed, so the call's key isn't confirmed. */
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
