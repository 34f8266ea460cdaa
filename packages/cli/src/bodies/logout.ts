import { body } from '../io/body.ts';
import { sessionFile } from '../io/session-file.ts';
import { tokenOf } from '../io/token.ts';

export const run = body(async ({ settings, output, operation, surroundings }) => {
  const file = sessionFile(settings);
  const service = file.signedInTo();
  file.clear();
  const profile = settings.profile.value;
  const message =
    service === undefined
      ? `Nobody was signed in (profile ${profile}).`
      : `Signed out of ${service} (profile ${profile}).`;
  if (tokenOf(surroundings)) output.warn('FORECOURT_TOKEN is still set, and still signs you in.');
  output.result({
    document: { ok: true, operation, message, profile, signedOut: service !== undefined },
    text: () => message,
  });
  return undefined;
});
