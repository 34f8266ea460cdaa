import type { FilterMatch } from '../http/list-dialects.ts';
import type { RecordSource } from '../resource/form.types.ts';
import { listRows } from '../resource/resource-client.ts';
import { findResource } from '../resources/registry.ts';
import type { Client } from './client.ts';

/** As many as a person looks through. */
const MAX_FOUND = 8;

/**
 * Returns records that a field may mean, by a text that one of its columns contains, or that its value is exactly
 * (TXN-14). Digits are searched in the value first, other text in the columns shown beside it. Blank text finds none,
 * without a call. Rejects with an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param source which list and which of its columns the field is searched in
 * @param text what was typed
 * @param options `match` decides between a part and the whole value; `signal` aborts the call
 */
export async function findRecords(
  client: Client,
  { field, resource, shown }: RecordSource,
  text: string,
  { match, signal }: { readonly match: FilterMatch; readonly signal?: AbortSignal },
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const digits = text.replaceAll(/\s/g, '');
  const value = /^\d+$/.test(digits) ? digits : text.trim();
  if (value === '') return [];
  const list = await findResource(resource)?.loadListDefinition();
  if (list === undefined) throw new TypeError(`There is no resource ${resource}.`);
  const fields = match === 'exact' || value === digits ? [field] : shown;
  const pages = await Promise.all(
    fields.map((one) => {
      const filters = [{ field: one, match, value }];
      return listRows(client, list, { page: 0, size: MAX_FOUND, filters }, signal);
    }),
  );
  const rows = pages.flatMap((page) => page.rows as readonly Readonly<Record<string, unknown>>[]);
  return [...new Map(rows.map((row) => [String(row[field]), row])).values()].slice(0, MAX_FOUND);
}
