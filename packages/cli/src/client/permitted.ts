import { type Action, type Client, can, loadAccess } from '@forecourt/core';
import { failed } from '../output/failures.ts';

/**
 * Ends the run when this account lacks the right, before anything is asked or sent. Reloads the
 * stored permissions first, because the right may have been granted since the sign-in.
 */
export async function permitted(
  client: Client,
  action: Action,
  signal: AbortSignal,
): Promise<void> {
  if (can(client.session.access(), action).allowed) return;
  await loadAccess(client, signal);
  const decision = can(client.session.access(), action);
  if (decision.allowed) return;
  const { code, message } = decision.reason;
  throw failed({ code, message, outcome: 'none', retryable: false });
}
