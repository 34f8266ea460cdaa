import * as z from 'zod/mini';
import { schemaError } from '../http/outcome.ts';
import { decodeRow } from '../resource/decode-row.ts';
import { type Profile, profileSchema } from '../resources/profile/profile.schema.ts';
import type { Client } from './client.ts';

const OPERATION = 'profile.get';

/**
 * Loads the complete profile of the signed-in user (PROF-01). An APIResult other than 1 is a refusal;
 * unreadable fields become empty and are reported. Rejects with an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param signal aborts the call
 * @returns the profile
 */
export async function getProfile(client: Client, signal?: AbortSignal): Promise<Profile> {
  const { data, requestId, status } = await client.http.json(
    { operation: OPERATION, method: 'GET', path: 'profile/user', ...(signal && { signal }) },
    z.record(z.string(), z.unknown()),
  );
  const { APIResult: result = 1, ...fields } = data;
  if (result !== 1) {
    throw schemaError({ operation: OPERATION, status, requestId, outcome: 'none' }, 'APIResult');
  }
  return decodeRow(profileSchema, fields, (path, message) =>
    client.report({ operation: OPERATION, path, message }),
  );
}
