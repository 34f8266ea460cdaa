import { can, type MenuAccess } from '@forecourt/core';
import { type SqlBool, sql } from 'kysely';
import type { ListField } from '../lists/list-definition.ts';
import { conditionOf } from '../lists/match.ts';

const MASKED = '••••';

const readsPayments = (access: MenuAccess): boolean => can(access, 'payments.list').allowed;

type Changes = Readonly<Record<string, unknown>>;

/**
 * What of an event's values an account may read, wherever it reads them: the reference that somebody paid by is for
 * those who may read payments, not for everybody who may read the trail or whose own entry it was.
 */
export function maskedFor(access: MenuAccess, changes: Changes): Changes {
  if (!('referenceId' in changes) || readsPayments(access)) return changes;
  return { ...changes, referenceId: MASKED };
}

const CHANGES = { column: 'changes', kind: 'text' } as const;

/**
 * An event's values as a field to filter by. Whoever reads a reference masked finds no event by values that have one:
 * otherwise the filter would reveal the reference, letter by letter. For the same reason it is no order.
 */
export const CHANGES_FIELD: ListField = {
  ...CHANGES,
  condition: (filter, account) => {
    const matches = conditionOf(CHANGES, filter, account);
    if (readsPayments(account.access)) return matches;
    return sql<SqlBool>`(instr(changes, '"referenceId"') = 0 and ${matches})`;
  },
};
