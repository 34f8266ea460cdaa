import { localToday, trailKind } from '@forecourt/core';
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
  /** Number or name of the record: '…0012', 'INV-1042'. */
  readonly label?: string | undefined;
  /**
   * The only company whose users may see it (SHELL-14); null for staff alone, as where a record moves from one company
   * to another. By default the company that the call is made for.
   */
  readonly companyId?: number | null | undefined;
  /** The company that the record left by it, whose users see that much and not where it went. */
  readonly leftCompanyId?: number | null;
  /** The status that it left an invoice in: a customer sees an invoice once it is issued. */
  readonly invoiceStatus?: string;
  /** Further records in whose timelines it is: 'invoices:INV-1042'. */
  readonly also?: readonly string[];
}

/** Who did something, as whom, and in which call. */
export interface Actor {
  readonly account: Account;
  readonly requestId: string;
  /** Address that sent the call. */
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
  readonly account: Pick<Account, 'userId' | 'email' | 'actingAs' | 'companyId'>;
};

/** Writes the trail in the transaction of the change, so that neither exists without the other. */
export const recordChange = (tx: Writer, actor: TrailActor, change: Change): Promise<void> =>
  recordChanges(tx, actor, [change]);

const entryOf = (actor: TrailActor, change: Change) => ({
  at: actor.at.toISOString(),
  actor_id: actor.account.userId,
  actor: actor.account.email,
  acting_as: actor.account.actingAs?.name ?? '',
  action: change.action,
  kind: trailKind(change.action),
  resource: change.resource,
  record_id: String(change.recordId),
  label: change.label ?? '',
  company_id: change.companyId === undefined ? actor.account.companyId : change.companyId,
  left_company_id: change.leftCompanyId ?? null,
  invoice_status: change.invoiceStatus ?? '',
  changes: JSON.stringify(change.changes ?? {}),
  request_id: actor.requestId,
  address: actor.address,
});

/** Records of one insert: SQLite binds a bounded number of values. */
const RECORDS_AT_ONCE = 500;

/** Writes an entry that is in the timelines of several records. */
async function enterJoined(tx: Writer, actor: TrailActor, change: Change): Promise<void> {
  const { id } = await tx
    .insertInto('audit')
    .values(entryOf(actor, change))
    .returning('id')
    .executeTakeFirstOrThrow();
  const records = [...new Set(change.also)];
  for (let start = 0; start < records.length; start += RECORDS_AT_ONCE) {
    const batch = records.slice(start, start + RECORDS_AT_ONCE);
    await tx
      .insertInto('audit_records')
      .values(batch.map((record) => ({ audit_id: id, record })))
      .execute();
  }
}

/** Writes the trail of several changes of one call, in the transaction that makes them. */
export async function recordChanges(
  tx: Writer,
  actor: TrailActor,
  changes: readonly Change[],
): Promise<void> {
  const last = changes.at(-1);
  if (last === undefined) return;
  const [plain, joined] = [
    changes.filter(({ also = [] }) => also.length === 0),
    changes.filter(({ also = [] }) => also.length > 0),
  ];
  if (plain.length > 0) {
    const rows = plain.map((change) => entryOf(actor, change));
    await tx.insertInto('audit').values(rows).execute();
  }
  for (const change of joined) await enterJoined(tx, actor, change);
  if (!actor.claim) return;
  const created = last.created ?? last.action.endsWith('.create');
  await confirmCall(tx, actor.claim, { id: last.recordId, created });
}

/**
 * Records an action that takes longer than a write, such as an e-mail, in the write that begins it. Until `endEntry` its
 * result is unconfirmed, so that an action that is cut off is in the trail too. Returns the entry's id.
 */
export async function beginEntry(tx: Writer, actor: TrailActor, change: Change): Promise<number> {
  const changes = { ...(change.changes as object | undefined), result: 'unconfirmed' };
  const { id } = await tx
    .insertInto('audit')
    .values(entryOf(actor, { ...change, changes }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Records how an action ended, and confirms the call if it was done. */
export async function endEntry(
  tx: Writer,
  { claim }: Pick<TrailActor, 'claim'>,
  id: number,
  {
    recordId,
    changes = {},
    failed = false,
  }: Pick<Change, 'recordId' | 'changes'> & {
    readonly failed?: boolean;
  },
): Promise<void> {
  const ended = failed ? { ...(changes as object), result: 'failed' } : changes;
  await tx
    .updateTable('audit')
    .set({ changes: JSON.stringify(ended) })
    .where('id', '=', id)
    .execute();
  if (claim && !failed) await confirmCall(tx, claim, { id: recordId, created: false });
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
    // Of another company's record: for staff alone.
    { ...because, action: 'refused.withheld', companyId: null, changes: { call: action } },
  );
