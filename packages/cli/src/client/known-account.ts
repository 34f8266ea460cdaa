import { setTimeout } from 'node:timers/promises';
import { type Action, type Client, can, loadAccess } from '@forecourt/core';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';

/**
 * Ensures that the account is known by name and may do this. Reloads the stored permissions before
 * it refuses, because an administrator may have granted the right since the sign-in. The account is
 * part of an import's key: a wrong guess could send a file twice.
 */
export async function knownAccount(
  client: Client,
  action: Action,
  signal: AbortSignal,
): Promise<void> {
  const known = () => {
    const { user, company, switchEligible } = client.session.current ?? {};
    return user !== undefined && company !== undefined && switchEligible !== undefined;
  };
  if (known() && can(client.session.access(), action).allowed) return;
  await loadAccess(client, signal);
  for (let waited = 0; !known() && waited < PATIENCE_MS; waited += STEP_MS) {
    await setTimeout(STEP_MS, undefined, { signal });
  }
  if (known()) return;
  throw new CommandError(
    EXIT.serviceFailed,
    'account_unknown',
    'The service did not say which account this is; nothing was sent.',
    { detail: 'Run the same command again.' },
  );
}

const STEP_MS = 100;
const PATIENCE_MS = 10_000;
