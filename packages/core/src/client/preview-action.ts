import * as z from 'zod/mini';
import { ApiError } from '../http/outcome.ts';
import type { ActionDefinition, ActionPreview } from '../resource/form.types.ts';
import type { Client } from './client.ts';

const UNKNOWN: ActionPreview = { facts: [] };

/**
 * Returns what an action would do, so that it can be confirmed: recipient, subject and file of an e-mail
 * (INV-13). Has no facts if the service lacks the preview call, and is undefined for an action that needs
 * no confirmation. Rejects with an `ApiError`: 409 if the service would refuse the action.
 *
 * @param client whose session and connection are used
 * @param action the action's definition
 * @param ids the records' ids
 * @param signal aborts the call
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
