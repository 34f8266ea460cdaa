import * as z from 'zod';
import { schemaError } from '../http/outcome.ts';
import type { ReferenceName } from '../resource/form.types.ts';
import type { Option } from '../resource/resource.types.ts';
import { readOptions } from '../resources/reference/read-options.ts';
import { REFERENCES } from '../resources/reference/references.ts';
import type { Client } from './client.ts';

/**
 * A list of choices (WIRE-01). `params` are the values it depends on, in order: a country for provinces,
 * a country and a province for cities; with none of them all there are. While one of them is empty there
 * is nothing to choose from, and nothing is asked. Entries that can't be read are passed over and
 * reported. Rejects with an `ApiError`.
 */
export async function getOptions(
  client: Client,
  name: ReferenceName,
  params: readonly string[] = [],
  signal?: AbortSignal,
): Promise<readonly Option[]> {
  if (params.some((param) => param.trim() === '')) return [];
  const reference = REFERENCES[name];
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
