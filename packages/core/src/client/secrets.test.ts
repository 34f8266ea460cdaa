import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { allRows, exportRows, getRecord, listRows } from '../resource/resource-client.ts';
import { cards } from '../resources/cards/cards.resource.ts';
import { memoryStore } from '../session/create-session.ts';
import {
  createFakeTransport,
  type FakeAnswer,
  type RecordedCall,
} from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, signedInState } from '../testing/fixtures.ts';
import { createClient } from './client.ts';
import { findImport, sendImport } from './imports.ts';
import { loadAccess } from './load-access.ts';
import { signIn } from './sign-in.ts';

const CARD = '7076850000004160';
const PASSWORD = 'Pl4nted-Passw0rd';
const TOKEN = 'pl4nted.t0ken';
const FOUND = new RegExp(`${CARD}|${PASSWORD}|${TOKEN}`);

/** Everything that a service could echo, in every way that a call can end. */
const quoting = ({ headers }: RecordedCall) =>
  `card ${CARD} of ${headers.get('authorization') ?? 'nobody'}`;
const answers: Record<string, (call: RecordedCall) => FakeAnswer> = {
  'a problem': (call) => ({
    status: 422,
    json: {
      title: quoting(call),
      detail: quoting(call),
      errors: [{ pointer: `/${CARD}`, detail: quoting(call) }],
    },
  }),
  'a refused session': (call) => ({ status: 401, json: { title: quoting(call) } }),
  'an error page': (call) => ({ status: 500, body: `<html>${quoting(call)} ${PASSWORD}` }),
  'a busy service': (call) => ({ status: 503, body: quoting(call) }),
  'broken JSON': (call) => ({
    body: `{"card": "${quoting(call)}`,
    headers: { 'content-type': 'application/json' },
  }),
  'an odd answer': (call) => ({ json: { [CARD]: quoting(call) } }),
  'odd rows': (call) => ({ json: [{ card_number: { [CARD]: quoting(call) } }, CARD] }),
  'a web page': (call) => ({
    body: `<html>${quoting(call)}`,
    headers: { 'content-type': 'text/html' },
  }),
  'a refused connection': () => ({ fault: 'refused' }),
  'a lost answer': () => ({ fault: 'lost' }),
};

describe('secrets', () => {
  it.each(Object.keys(answers))(
    'WIRE-03 no URL, error, trace or anomaly contains the authorization, a password or a card number: %s',
    async (name) => {
      const reported: unknown[] = [];
      const addresses: string[] = [];
      const make = answers[name] as (call: RecordedCall) => FakeAnswer;
      const fetch: typeof globalThis.fetch = (input, init) => {
        const request = new Request(input, init);
        addresses.push(request.url);
        const match = `${request.method} ${new URL(request.url).pathname.replace('/api/v1/', '')}`;
        return createFakeTransport([{ match, answer: make }]).fetch(request);
      };
      const notify = (thing: unknown) => void reported.push(thing);
      const client = createClient({
        baseUrl: FAKE_BASE_URL,
        fetch,
        store: memoryStore(signedInState({ authorization: `Bearer ${TOKEN}` })),
        sleep: async () => undefined,
        onTrace: notify,
        onAnomaly: notify,
        onSessionEnded: notify,
      });
      const query = { page: 0, size: 10, filters: [] };
      const file = { name: 'x.xlsx', blob: new Blob([CARD]) };
      for (const call of [
        () => listRows(client, cards, query),
        () => allRows(client, cards, query).next(),
        () => getRecord(client, cards, CARD),
        () => exportRows(client, cards, { ids: [CARD] }),
        () => sendImport(client, { file, provider: 'ESSO', key: 'k' }),
        () => findImport(client, 'k'),
        () => loadAccess(client),
        () => signIn(client, { email: 'a@b.c', password: PASSWORD }),
      ]) {
        client.session.update({ authorization: `Bearer ${TOKEN}` });
        await call().catch((error) => reported.push(error, error.stack, JSON.stringify(error)));
      }
      expect(reported.length).toBeGreaterThan(8);
      const text = inspect(reported, { depth: 20, showHidden: true, maxStringLength: null });
      expect(text.match(FOUND)?.[0]).toBeUndefined();
      // A record's URL contains its id; authorization and password appear in no URL.
      expect(addresses.join('\n')).not.toMatch(new RegExp(`${PASSWORD}|${TOKEN}`));
    },
  );
});
