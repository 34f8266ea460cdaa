import * as z from 'zod/mini';
import { withEtag } from '../http/bodies.ts';
import type { Call } from '../http/http.types.ts';
import { ApiError } from '../http/outcome.ts';
import type { Client } from './client.ts';

/**
 * Sends a call that changes something. Resolves to the response with its ETag, or to undefined if the
 * change was made but the response is unreadable. Rejects with an `ApiError` if the change was not made, or
 * may not have been.
 */
export async function sendChange(
  client: Client,
  call: Call & { readonly idempotencyKey: string },
): Promise<unknown> {
  try {
    const { data, headers } = await client.http.json(call, z.unknown());
    return withEtag(data, headers.get('etag'));
  } catch (error) {
    if (!(error instanceof ApiError) || error.outcome !== 'done') throw error;
    const { operation } = call;
    client.report({ operation, path: 'body', message: error.detail ?? error.message });
    return undefined;
  }
}
