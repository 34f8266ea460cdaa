import * as z from 'zod/mini';
import { schemaError } from '../http/outcome.ts';
import type { ReferenceName } from '../resource/form.types.ts';
import type { Option } from '../resource/resource.types.ts';
import { readOptions } from '../resources/reference/read-options.ts';
import { referenceOf } from '../resources/reference/references.ts';
import type { Client } from './client.ts';

/**
 * Loads a list of choices (WIRE-01). Entries that can't be read are skipped and reported. Rejects with an
 * `ApiError`.
 *
 * @param client whose session and connection are used
 * @param name the list's name
 * @param params the values that the list depends on, in order: a country for provinces, a country and a
 *   province for cities. Without any, returns all entries; if one is empty, returns none without calling
 *   the service.
 * @param signal aborts the call
 * @returns the choices, each with its key and what it is called
 */
export async function getOptions(
  client: Client,
  name: ReferenceName,
  params: readonly string[] = [],
  signal?: AbortSignal,
): Promise<readonly Option[]> {
  if (params.some((param) => param.trim() === '')) return [];
  const reference = referenceOf(name);
  const operation = `reference.${name}`;
  const { data, requestId, status } = await client.http.json(
    {
      operation,
      method: 'GET',
      path: reference.path(params),
      ...(reference.query && { query: reference.query }),
      ...(signal && { signal }),
    },
    z.unknown(),
  );
  const found = readOptions(reference, data);
  if (found === undefined) {
    throw schemaError(
      { operation, status, requestId, outcome: 'none' },
      `${reference.rows ?? 'body'}: no list`,
    );
  }
  for (const path of found.odd) {
    client.report({ operation, path, message: 'no choice with a key and a text of its own' });
  }
  return found.options;
}
