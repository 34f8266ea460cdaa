import { expect, it } from 'vitest';
import { cards } from '../resources/cards/cards.resource.ts';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport, type FakeRoute } from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, signedInState } from '../testing/fixtures.ts';
import { createClient } from './client.ts';
import { findLastChange } from './last-change.ts';

const found = async (answer: FakeRoute['answer']) => {
  const transport = createFakeTransport([{ match: 'GET trail', answer }]);
  const store = memoryStore(signedInState());
  const client = createClient({
    ...{ baseUrl: FAKE_BASE_URL, fetch: transport.fetch, store },
    sleep: async () => undefined,
  });
  const event = await findLastChange(client, cards, { id: '15' });
  return { event, query: transport.calls[0]?.query };
};

it('WIRE-05 names who changed a record last, and when, where the trail knows', async () => {
  const event = (kind: string, actor: string, result = 'Done') => ({
    ...{ id: 9, at: '2026-11-20T14:05:00.000Z', kind, actor, result },
  });
  const content = [
    event('Download', 'auditor@forecourt.test'),
    event('Change', 'nobody@forecourt.test', 'Refused'),
    event('Change', 'clerk@forecourt.test'),
    event('Change', 'admin@forecourt.test'),
  ];
  const { event: last, query } = await found({ json: { content, totalRecords: 4 } });
  expect(last).toMatchObject({ actor: 'clerk@forecourt.test', kind: 'Change' });
  expect(query?.get('filter')).toBe('record:cards:15');
  expect((await found({ json: { content: content.slice(0, 2), totalRecords: 2 } })).event).toBe(
    undefined,
  );
  // A service without a trail, or an account that may not read it.
  for (const status of [403, 404, 500]) expect((await found({ status })).event).toBe(undefined);
});
