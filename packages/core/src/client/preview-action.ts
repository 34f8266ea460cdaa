import * as z from 'zod';
import { ApiError } from '../http/outcome.ts';
import type { ActionDefinition, ActionPreview } from '../resource/form.types.ts';
import type { Client } from './client.ts';

const UNKNOWN: ActionPreview = { facts: [] };

/**
 * What an action would do, to be confirmed before it is done: recipient, subject and file of an e-mail
 * (INV-13). Without facts where the service has no such call. Undefined for an action that asks nothing.
 * Rejects with an `ApiError`: 409 where the service would refuse it.
 */
export async function previewAction(
  client: Client,
  action: ActionDefinition,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<ActionPreview | undefined> {
  const { preview } = action;
  if (preview === undefined) return undefined;
  const operation = `${action.action}.preview`;
  try {
    const call = {
      operation,
      method: 'GET',
      ...preview.call(ids),
      ...(signal && { signal }),
    } as const;
    const { data } = await client.http.json(call, z.unknown());
    return preview.facts(data);
  } catch (error) {
    if (error instanceof ApiError && error.status !== 404) throw error;
    if (signal?.aborted) throw error;
    return UNKNOWN;
  }
}
