import { loadAccess } from '@forecourt/core';
import { body } from '../io/body.ts';
import { openSignedIn } from '../io/client.ts';
import { pairsText } from '../io/pairs.ts';
import { type SessionFile, sessionFile } from '../io/session-file.ts';
import { tokenOf } from '../io/token.ts';

const placeOf = ({ inKeychain, path }: SessionFile): string => (inKeychain() ? 'keychain' : path);

function signInText(keptIn: string | undefined): string {
  if (keptIn === undefined) return 'FORECOURT_TOKEN, kept nowhere';
  return keptIn === 'keychain' ? "the system's keychain" : keptIn;
}

/** Asks the service, so that an answer is a proof. */
export const run = body(async (work) => {
  const { settings, output, signal, surroundings } = work;
  const client = openSignedIn(work, settings, output);
  const { user, company, actingFor } = await loadAccess(client, signal);
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ');
  const source = tokenOf(surroundings) === undefined ? 'profile' : 'environment';
  const facts = {
    email: user?.email,
    name,
    company: company?.name,
    actingFor: actingFor?.name,
    service: settings.baseUrl.value,
    profile: settings.profile.value,
    source,
    keptIn: source === 'profile' ? placeOf(sessionFile(settings)) : undefined,
  };
  output.result({
    document: facts,
    text: () =>
      pairsText(output, [
        ['Email', facts.email],
        ['Name', facts.name],
        ['Company', facts.company],
        ['Acting for', facts.actingFor],
        ['Service', facts.service],
        ['Profile', facts.profile],
        ['Sign-in', signInText(facts.keptIn)],
      ]),
  });
  return undefined;
});
