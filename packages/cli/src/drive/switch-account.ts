import {
  type AccountSwitchView,
  accountSwitchPorts,
  accountSwitchWorkflow,
  type Client,
  loadAccess,
  startWorkflow,
} from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { usageError } from '../command-error.ts';
import { failed } from '../output/failures.ts';
import { clockOf } from '../runtime.ts';
import { sessionFile } from '../settings/session-file.ts';
import { tokenOf } from '../settings/token.ts';
import type { Work } from '../work.ts';
import { drive } from './drive.ts';
import { asking } from './prompts.ts';

/** Opens a client with freshly loaded permissions and switching state. */
export async function openSwitching(work: Work): Promise<Client> {
  const { output, settings, signal } = work;
  const client = openSignedIn(work, settings, output);
  await loadAccess(client, signal);
  return client;
}

/** Switches to a managed account, or back to the signed-in one. When refused, nothing changes. */
export async function switchAccount(
  work: Work,
  direction: 'to' | 'back',
  account?: string,
): Promise<void> {
  const { operation, output, settings, signal, runtime } = work;
  if (tokenOf(runtime)) {
    throw usageError(
      'FORECOURT_TOKEN is set, so there is no profile to store the switch in.',
      'Unset it and sign in with `forecourt login`.',
    );
  }
  // The switch invalidates the stored authorization, so the new one has to be storable.
  sessionFile(settings).mustKeep();
  const client = await openSwitching(work);
  const run = startWorkflow(accountSwitchWorkflow(accountSwitchPorts(client), direction), {
    ...clockOf(runtime),
    input: {},
  });
  refuse(run.view);
  await drive<AccountSwitchView>(run, {
    answers: { account: { flag: '<company>', value: account } },
    ask: asking(work),
    signal,
    recording: work.recording,
  });
  const { actingFor } = client.session.current ?? {};
  const message = `Acting for ${actingFor ? actingFor.name : 'your own account'}`.replace(
    /\.?$/,
    '.',
  );
  output.result({
    document: {
      ok: true,
      operation,
      message,
      actingFor: actingFor ?? null,
      profile: settings.profile.value,
    },
    text: () => message,
  });
}

function refuse({ data }: AccountSwitchView): void {
  if (data.permission.allowed) return;
  const { code, message } = data.permission.reason;
  throw failed({ code, message, outcome: 'none', retryable: false });
}
