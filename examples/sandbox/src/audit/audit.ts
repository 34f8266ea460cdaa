import type { Account } from '../auth/account.ts';
import type { Writer } from '../db/store.ts';
import type { AppContext } from '../http/env.ts';

export interface Change {
  /** 'transactions.import', 'switch.to' … */
  readonly action: string;
  readonly resource: string;
  readonly recordId: string | number;
  /** What changed, as JSON keeps it. Never a password or a whole card number. */
  readonly changes?: unknown;
}

/** Who did something, as whom, and in which call. */
export interface Actor {
  readonly account: Account;
  readonly requestId: string;
  readonly at: Date;
}

export const actorOf = (c: AppContext, account: Account): Actor => ({
  account,
  requestId: c.get('requestId'),
  at: c.get('services').now(),
});

/** Writes the trail in the change's own transaction: neither is ever there without the other. */
export async function recordChange(tx: Writer, actor: Actor, change: Change): Promise<void> {
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
    })
    .execute();
}
