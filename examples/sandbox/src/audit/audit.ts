import type { Account } from '../auth/account.ts';
import type { Writer } from '../db/store.ts';
import { type ClaimedCall, confirmCall } from '../http/claimed-call.ts';
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
  /** Of the call's Idempotency-Key, which a change confirms. */
  readonly claim: ClaimedCall | undefined;
}

export const actorOf = (c: AppContext, account: Account): Actor => ({
  account,
  requestId: c.get('requestId'),
  at: c.get('services').now(),
  claim: c.get('claim'),
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
  if (!actor.claim) return;
  const created = change.action.endsWith('.create');
  await confirmCall(tx, actor.claim, { id: change.recordId, created });
}
