import { signOut } from '@forecourt/core';
import { openClient } from '../client/client.ts';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { sessionFile } from '../settings/session-file.ts';
import { tokenOf } from '../settings/token.ts';
import { handler, type Work } from '../work.ts';

/** Asks the service to end the authorization and deletes it here, whatever the answer (AUTH-11). */
export const run = handler(async (work) => {
  const { settings, output, operation, runtime } = work;
  const file = sessionFile(settings);
  const service = file.signedInTo();
  const ended = service === settings.baseUrl.value && (await endedBy(work));
  file.clear();
  if (file.signedInTo() !== undefined) throw stillThere(file.path, ended);
  const profile = settings.profile.value;
  const message =
    service === undefined
      ? `Nobody was signed in (profile ${profile}).`
      : `Signed out of ${service} (profile ${profile}).`;
  if (tokenOf(runtime)) output.warn('FORECOURT_TOKEN is still set, and still signs you in.');
  output.result({
    document: { ok: true, operation, message, profile, signedOut: service !== undefined, ended },
    text: () => message,
  });
  return undefined;
});

/** A failing keychain or service must not prevent the deletion here. */
async function endedBy(work: Work): Promise<boolean> {
  const { output, settings } = work;
  try {
    if (await signOut(openClient(work, settings, output, { keep: true }))) return true;
  } catch {
    return false;
  }
  output.note('The service did not end the authorization; it expires in a few hours.');
  return false;
}

function stillThere(path: string, ended: boolean): CommandError {
  const message = `The sign-in could not be deleted: ${path}`;
  const detail = ended
    ? 'The service has ended it, so it no longer works. Make its folder writable and run `forecourt logout` again.'
    : 'It is still valid. Make its folder writable and run `forecourt logout` again.';
  return new CommandError(EXIT.unexpected, 'not_deleted', message, { detail });
}
