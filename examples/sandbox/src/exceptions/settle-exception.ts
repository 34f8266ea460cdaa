import { type Actor, recordChange } from '../audit/audit.ts';
import type { Writer } from '../db/store.ts';
import type { MatchVersion } from '../http/if-match.ts';
import { Problem } from '../http/problem.ts';
import { visibleRow } from '../records/visible-row.ts';
import { EXCEPTION_LIST, type ExceptionRow, exceptionDetail } from './exception-wire.ts';

/** Whether somebody knows why, or decided that it doesn't matter. */
export type Settling = 'explain' | 'dismiss';

const STATES: Readonly<Record<Settling, string>> = { explain: 'Explained', dismiss: 'Dismissed' };

/**
 * Explains or dismisses an open exception with a reason (TXN-18). Throws 404 for one that the account can't see, 412 for
 * another version than the call expects, 409 with who did it for one that is settled already.
 */
export async function settleException(
  tx: Writer,
  actor: Actor,
  { how, id, match, reason }: { how: Settling; id: string; match: MatchVersion; reason: string },
): Promise<ExceptionRow> {
  const { account } = actor;
  const found = await visibleRow(tx, EXCEPTION_LIST, account, id, 'exception');
  await match(found, () => exceptionDetail(tx, account, found));
  if (found.state !== 'Open') {
    const by = found.settled_by === account.email ? 'you' : found.settled_by;
    throw new Problem(409, `This exception was ${found.state.toLowerCase()} by ${by} already.`);
  }
  const state = STATES[how];
  const row = await tx
    .updateTable('exceptions')
    .set({
      state,
      reason,
      settled_by: account.email,
      settled_at: actor.at.toISOString(),
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
      reason,
    },
  });
  return row;
}
