import {
  type Client,
  findImport,
  type ImportRecord,
  importAccount,
  toFailure,
} from '@forecourt/core';
import { redact } from '../redact.ts';
import type { KeptEntry } from './journal.ts';

/** The service's answer about an import, if it can be asked. */
export type ServiceSays =
  | { readonly state: ImportRecord['state']; readonly record: ImportRecord }
  | { readonly state: 'not_known' }
  | { readonly state: 'not_asked'; readonly reason: string };

/**
 * Asks about imports one after another. Skips those of another account, which the service keeps
 * confidential, and stops after the first missing answer.
 */
export function asking(client: Client | undefined, signal: AbortSignal) {
  let down: string | undefined = client ? undefined : 'nobody is signed in';
  return async ({ key, account }: KeptEntry): Promise<ServiceSays> => {
    if (client === undefined || down !== undefined) {
      return { state: 'not_asked', reason: down ?? '' };
    }
    if (account !== importAccount(client)) {
      return { state: 'not_asked', reason: `it belongs to account ${account}` };
    }
    try {
      const record = await findImport(client, key, signal);
      return record ? { state: record.state, record } : { state: 'not_known' };
    } catch (error) {
      const { message, detail } = toFailure(error);
      down = redact(detail ? `${message} (${detail})` : message);
      return { state: 'not_asked', reason: down };
    }
  };
}
