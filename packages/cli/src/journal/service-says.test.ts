import type { Client } from '@forecourt/core';
import { expect, it } from 'vitest';
import type { KeptEntry } from './journal.ts';
import { asking } from './service-says.ts';

const { signal } = new AbortController();
const entry = (key: string, account = 'north') => ({ key, account }) as KeptEntry;
const record = { id: '7', key: 'b', state: 'done', imported: 5 };

/** A client of the account 'north' whose calls for an import are answered by its key, and the keys asked for. */
function clientOf(answers: Record<string, unknown>) {
  const asked: string[] = [];
  const client = {
    session: { current: { user: { id: 'ada' }, company: { id: 'north' } } },
    http: {
      json: async ({ query }: { query: readonly (readonly [string, string])[] }) => {
        const key = query[0]?.[1] ?? '';
        asked.push(key);
        if (answers[key] instanceof Error) throw answers[key];
        return { data: answers[key] ?? [] };
      },
    },
  } as unknown as Client;
  return { client, asked };
}

it('TXN-13 asks nobody while no one is signed in', async () => {
  const says = { state: 'not_asked', reason: 'nobody is signed in' };
  expect(await asking(undefined, signal)(entry('a'))).toEqual(says);
});

it('TXN-13 asks for the own account’s imports, and no other’s', async () => {
  const { client, asked } = clientOf({ b: [record] });
  const ask = asking(client, signal);
  expect([await ask(entry('a')), await ask(entry('b')), await ask(entry('c', 'south'))]).toEqual([
    { state: 'not_known' },
    { state: 'done', record },
    { state: 'not_asked', reason: 'it belongs to account south' },
  ]);
  expect(asked).toEqual(['a', 'b']);
});

it('TXN-13 stops after the first missing answer, and says why', async () => {
  const down = new Error('The service could not be reached.');
  const { client, asked } = clientOf({ a: down });
  const ask = asking(client, signal);
  const says = { state: 'not_asked', reason: expect.stringMatching(/\S/) };
  expect([await ask(entry('a')), await ask(entry('b'))]).toEqual([says, says]);
  expect(asked).toEqual(['a']);
});
