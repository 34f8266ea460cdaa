import { clientName, formatInstant, getSessions, loadAccess } from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { listDocument } from '../output/list-document.ts';
import { pairsText } from '../output/pairs.ts';
import { tableText } from '../output/table.ts';
import { type SessionFile, sessionFile } from '../settings/session-file.ts';
import { tokenOf } from '../settings/token.ts';
import { handler, type Work } from '../work.ts';

const locationOf = ({ inKeychain, path }: SessionFile): string =>
  inKeychain() ? 'keychain' : path;

function signInText(keptIn: string | undefined): string {
  if (keptIn === undefined) return 'FORECOURT_TOKEN, not stored';
  return keptIn === 'keychain' ? "the system's keychain" : keptIn;
}

/** Asks the service, so that an answer proves the session is valid. */
export const run = handler(async (work) => {
  if (work.options.sessions === true) return showSessions(work);
  const { settings, output, signal, runtime } = work;
  const client = openSignedIn(work, settings, output);
  const { user, company, actingFor } = await loadAccess(client, signal);
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ');
  const source = tokenOf(runtime) === undefined ? 'profile' : 'environment';
  const facts = {
    email: user?.email,
    name,
    company: company?.name,
    actingFor: actingFor?.name,
    service: settings.baseUrl.value,
    profile: settings.profile.value,
    source,
    keptIn: source === 'profile' ? locationOf(sessionFile(settings)) : undefined,
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

/** Lists this account's sessions, most recently used first (AUTH-11). */
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
