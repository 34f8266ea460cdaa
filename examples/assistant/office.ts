import { keepSecret, openHost, sealOf } from '@forecourt/cli/host';
import { type Client, createClient, loadAccess, memoryStore, signIn } from '@forecourt/core';
import { type Journal, openJournal } from './journal.ts';
import { Refusal } from './tool.ts';

/** Where the server works, as whom, and what it may do there. */
export interface Office {
  readonly client: Client;
  readonly journal: Journal;
  /** Folder whose files may be checked and imported; undefined for none. */
  readonly files: string | undefined;
  /** Resolves when no other change of the same thing is under way in this process. */
  inTurn<T>(thing: string, work: () => Promise<T>): Promise<T>;
}

type Env = Readonly<Record<string, string | undefined>>;

/** One after another for each thing: of two calls at once the second sees what became of the first. */
function turns(): Office['inTurn'] {
  const last = new Map<string, Promise<unknown>>();
  return (thing, work) => {
    const before = last.get(thing) ?? Promise.resolve();
    const turn = before.then(work, work);
    last.set(
      thing,
      turn.catch(() => undefined),
    );
    return turn;
  };
}

/** The address in one spelling: this machine has several names, and a repeated call may use another one. */
export const plainAddress = (address: string): string =>
  address.replace(/^(https?:\/\/)(?:localhost|\[::1\])(?=[:/]|$)/i, '$1127.0.0.1');

/**
 * Signs in as the environment says (FORECOURT_TOKEN, or FORECOURT_EMAIL with FORECOURT_PASSWORD), else as the command
 * line's profile. Nothing of it reaches the model.
 */
export async function openOffice(env: Env, files: string | undefined): Promise<Office> {
  const { baseUrl, dir, profile, store, timeoutMs } = openHost(env);
  const { FORECOURT_EMAIL: email = '', FORECOURT_PASSWORD: password = '', FORECOURT_TOKEN } = env;
  const isNamed = !FORECOURT_TOKEN && email !== '' && password !== '';
  keepSecret(password);
  const client = createClient({ baseUrl, timeoutMs, store: isNamed ? memoryStore() : store });
  if (isNamed) await signIn(client, { email, password });
  else if (client.session.current) await loadAccess(client);
  const { current } = client.session;
  if (current === undefined) {
    throw new Refusal(
      `Nobody is signed in to ${baseUrl} (profile ${profile}). Sign in with \`forecourt login\`, or set FORECOURT_TOKEN.`,
    );
  }
  keepSecret(current.authorization);
  const { actingFor, user } = current;
  return {
    client,
    files,
    journal: openJournal(dir, {
      account: [plainAddress(baseUrl), user?.email ?? '', actingFor?.id ?? ''],
      // A sign-in by password has another authorization each time.
      seal: sealOf(isNamed ? password : current.authorization),
    }),
    inTurn: turns(),
  };
}
