import * as z from 'zod/mini';
import { withEtag } from '../http/bodies.ts';
import type { Answer, Call } from '../http/http.types.ts';
import { ApiError } from '../http/outcome.ts';
import type { Client } from './client.ts';

type Change = Call & { readonly idempotencyKey: string };

/**
 * Sends a call that changes something. Resolves to its answer, or to undefined if the change was made but the answer is
 * unreadable, which goes to the client's reports. Rejects with an `ApiError` if the change was not made, or may not have
 * been.
 */
export async function answerOfChange<T>(
  client: Client,
  call: Change,
  schema: z.core.$ZodType<T>,
): Promise<Answer<T> | undefined> {
  try {
    return await client.http.json(call, schema);
  } catch (error) {
    if (!(error instanceof ApiError) || error.outcome !== 'done') throw error;
    const { operation } = call;
    client.report({ operation, path: 'body', message: error.detail ?? error.message });
    return undefined;
  }
}

/** As `answerOfChange`; resolves to the document with its ETag. */
export async function sendChange(client: Client, call: Change): Promise<unknown> {
  const answer = await answerOfChange(client, call, z.unknown());
  return answer && withEtag(answer.data, answer.headers.get('etag'));
}
