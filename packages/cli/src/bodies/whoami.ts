import { clientName, formatInstant, getSessions, loadAccess } from '@forecourt/core';
import { body, type Work } from '../io/body.ts';
import { openSignedIn } from '../io/client.ts';
import { listDocument } from '../io/list-document.ts';
import { pairsText } from '../io/pairs.ts';
import { type SessionFile, sessionFile } from '../io/session-file.ts';
import { tableText } from '../io/table.ts';
import { tokenOf } from '../io/token.ts';

const placeOf = ({ inKeychain, path }: SessionFile): string => (inKeychain() ? 'keychain' : path);

function signInText(keptIn: string | undefined): string {
  if (keptIn === undefined) return 'FORECOURT_TOKEN, kept nowhere';
  return keptIn === 'keychain' ? "the system's keychain" : keptIn;
}

/** Asks the service, so that an answer is a proof. */
export const run = body(async (work) => {
  if (work.options.sessions === true) return showSessions(work);
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

/** Where this account is signed in, the latest used first (AUTH-11). */
async function showSessions(work: Work): Promise<undefined> {
  const { output, settings, signal } = work;
  const sessions = await getSessions(openSignedIn(work, settings, output), signal);
  output.result({
    document: listDocument([...sessions]),
    text: () =>
      tableText(output, {
        columns: [
          { label: 'Id' },
          { label: 'Program', gives: true },
          { label: 'Address' },
          { label: 'Signed in' },
          { label: 'Last seen' },
          { label: 'Acting for' },
          { label: 'This one' },
        ],
        rows: sessions.map((one) => [
          one.id,
          clientName(one.client),
          one.address,
          formatInstant(one.createdAt),
          formatInstant(one.lastSeenAt),
          one.actingAs,
          one.current ? 'yes' : '',
        ]),
      }),
  });
  return undefined;
}
