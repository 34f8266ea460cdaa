import { endOtherSessions, endSession } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { usageError } from '../command-error.ts';
import { handler } from '../work.ts';

/** Ends one of the account's sessions, or with --others all except this one (AUTH-11). */
export const run = handler(async (work) => {
  const { args, operation, options, output, settings, signal } = work;
  const id = args[0] as string | undefined;
  if ((id === undefined) === (options.others !== true)) {
    throw usageError(
      'Give the id of a session, or --others.',
      '`forecourt whoami --sessions` lists them.',
    );
  }
  const client = openSignedIn(work, settings, output);
  const ids = id === undefined ? await endOtherSessions(client, signal) : [id];
  if (id !== undefined) await endSession(client, id, signal);
  const message = ids.length === 1 ? 'Session ended.' : `${ids.length} sessions ended.`;
  output.result({ document: { ok: true, operation, message, ids }, text: () => message });
  return undefined;
});
