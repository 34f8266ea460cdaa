import { ACTIONS, type Action, can, type MenuAccess } from '@forecourt/core';
import type { AppContext } from './env.ts';

/** Calls that answer with the record they changed. */
const CHANGES = ['create', 'update', 'void', 'reverse'];

/** Returns the action that reads the record which this action changes; undefined if it changes none. */
function readerOf(action: Action): Action | undefined {
  const [name, verb = ''] = action.split('.');
  if (!CHANGES.includes(verb)) return undefined;
  return [`${name}.get`, `${name}.list`].find((one): one is Action => one in ACTIONS);
}

/**
 * Replaces the answer of a change by the record's id for an account that may not read the record (ACC-04), also when a
 * kept answer is repeated. Refusals stay as they are.
 */
export async function withholdUnread(
  c: AppContext,
  action: Action,
  access: MenuAccess,
): Promise<void> {
  const { res } = c;
  const reader = readerOf(action);
  if (!res.ok || reader === undefined || can(access, reader).allowed) return;
  const { id } = (await res.json()) as { readonly id?: unknown };
  const body = { id, message: 'Saved. Your rights don’t let you read this record.' };
  // Hono copies the headers of the answer before, unless there is none.
  c.res = undefined;
  const replayed = res.headers.get('idempotent-replayed');
  c.res = c.json(
    body,
    res.status as 200,
    replayed === null ? {} : { 'idempotent-replayed': replayed },
  );
}
