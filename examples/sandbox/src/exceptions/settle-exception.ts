import { type Actor, recordChange } from '../audit/audit.ts';
import type { Writer } from '../db/store.ts';
import type { MatchVersion } from '../http/if-match.ts';
import { Problem } from '../http/problem.ts';
import { visibleRow } from '../records/visible-row.ts';
import { EXCEPTION_LIST, type ExceptionRow, exceptionDetail } from './exception-wire.ts';

/** Whether somebody knows why, or decided that it doesn't matter; or takes that back. */
export const SETTLINGS = ['explain', 'dismiss', 'reopen'] as const;

export type Settling = (typeof SETTLINGS)[number];

const STATES: Readonly<Record<Settling, string>> = {
  explain: 'Explained',
  dismiss: 'Dismissed',
  reopen: 'Open',
};

/** Throws a 409 if the exception isn't in the state from which this is done, with who changed it. */
function refuseDone(how: Settling, { settled_by, state }: ExceptionRow, email: string): void {
  if (how === 'reopen') {
    if (state === 'Open') throw new Problem(409, 'This exception is open already.');
  } else if (state !== 'Open') {
    const by = settled_by === email ? 'you' : settled_by;
    throw new Problem(409, `This exception was ${state.toLowerCase()} by ${by} already.`);
  }
}

/** Throws a 409 if the purchase has an open exception of the same rule: judging keeps one at most. */
async function refuseSecond(
  tx: Writer,
  { id, rule, transaction_id: purchase }: ExceptionRow,
): Promise<void> {
  if (purchase === null) return;
  const other = await tx
    .selectFrom('exceptions')
    .select('id')
    .where('transaction_id', '=', purchase)
    .where('rule', '=', rule)
    .where('state', '=', 'Open')
    .where('id', '!=', id)
    .executeTakeFirst();
  if (!other) return;
  throw new Problem(
    409,
    `The purchase has an open exception of this rule, with another figure: exception ${other.id}.`,
  );
}

/**
 * Explains or dismisses an open exception with a reason, or reopens one that was (TXN-18): then it is as before, and only
 * the trail knows who had settled it and why. Throws 404 for one that the account can't see, 412 for another version than
 * the call expects, 409 for one that is settled, or open, already.
 */
export async function settleException(
  tx: Writer,
  actor: Actor,
  { how, id, match, reason }: { how: Settling; id: string; match: MatchVersion; reason: string },
): Promise<ExceptionRow> {
  const { account } = actor;
  const found = await visibleRow(tx, EXCEPTION_LIST, account, id, 'exception');
  await match(found, () => exceptionDetail(tx, account, found));
  refuseDone(how, found, account.email);
  if (how === 'reopen') await refuseSecond(tx, found);
  const state = STATES[how];
  const reopened = how === 'reopen';
  const row = await tx
    .updateTable('exceptions')
    .set({
      state,
      reason: reopened ? '' : reason,
      settled_by: reopened ? '' : account.email,
      settled_at: reopened ? '' : actor.at.toISOString(),
      updated_at: actor.at.toISOString(),
    })
    .where('id', '=', found.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(tx, actor, {
    action: `exceptions.${how}`,
    resource: 'exceptions',
    recordId: row.id,
    label: row.authentication_id,
    companyId: row.company_id,
    also: [
      `transactions:${row.transaction_id}`,
      ...(row.card_id === null ? [] : [`cards:${row.card_id}`]),
    ],
    changes: {
      rule: row.rule,
      authentication_id: row.authentication_id,
      figure: row.figure,
      limit: row.allowed,
      state: [found.state, state],
      ...(reopened && {
        settled_by: [found.settled_by, ''],
        former_reason: found.reason,
      }),
      reason,
    },
  });
  return row;
}
