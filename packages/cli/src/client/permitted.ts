import { type Action, type Client, can, loadAccess } from '@forecourt/core';
import { failed } from '../output/failures.ts';

/**
 * Ends the run where this account may not do that, before anything is asked or sent. What is stored is
 * asked for again before it is taken for a refusal: the right may have been granted since the sign-in.
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
