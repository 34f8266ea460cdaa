import { canOn } from '../permissions/index.ts';
import type { AnyListed } from '../resource/resource.types.ts';
import { listRows } from '../resource/resource-client.ts';
import { findResource } from '../resources/registry.ts';
import type { Client } from './client.ts';

/**
 * Counts the rows of another list that stay when the record is deleted: a card's purchases (LIST-04). Resolves to
 * undefined if the definition names none, the record has no value to look for, or this account may not read them.
 * Rejects with an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param definition the definition of the record's resource; its `kept` names the other list
 * @param record the record that would be deleted, as loaded
 * @param signal aborts the call
 */
export async function countKept(
  client: Client,
  { remove }: AnyListed,
  record: unknown,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const keeps = remove?.keeps;
  const registered = findResource(keeps?.resource ?? '');
  if (keeps === undefined || registered === undefined) return undefined;
  const value = String(
    (record as Readonly<Record<string, unknown>> | undefined)?.[keeps.from] ?? '',
  );
  const mayRead = canOn(client.session.access(), registered.menu, 'read').allowed;
  if (value === '' || !mayRead) return undefined;
  const list = await registered.loadListDefinition();
  const filters = [{ field: keeps.field, match: 'exact', value }] as const;
  return (await listRows(client, list, { page: 0, size: 1, filters }, signal)).totalRecords;
}
