import { can, type MenuAccess } from '@forecourt/core';

const MASKED = '••••';

type Changes = Readonly<Record<string, unknown>>;

/**
 * What of an event's values an account may read, wherever it reads them: the reference that somebody paid by is for
 * those who may read payments, not for everybody who may read the trail or whose own deed it was.
 */
export function maskedFor(access: MenuAccess, changes: Changes): Changes {
  if (!('referenceId' in changes) || can(access, 'payments.list').allowed) return changes;
  return { ...changes, referenceId: MASKED };
}
