import { expect, it } from 'vitest';
import { cards } from '../resources/cards/cards.resource.ts';
import { payments } from '../resources/payments/payments.resource.ts';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport, type FakeRoute } from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, signedInState } from '../testing/fixtures.ts';
import { createClient } from './client.ts';
import { unmatchedChoices } from './unmatched-choices.ts';

const clientOf = (handlers: readonly FakeRoute[] = []) => {
  const { calls, fetch } = createFakeTransport(handlers);
  const store = memoryStore(signedInState({}));
  return { calls, client: createClient({ baseUrl: FAKE_BASE_URL, fetch, store }) };
};
const is = (field: string, value: string) => ({ field, match: 'exact', value }) as const;

it('LIST-14 says which filter no row can fit, and what there is instead', async () => {
  const { calls, client } = clientOf();
  const filters = [is('card_status', 'HODL'), is('card_status', 'HOLD'), is('driver_name', 'HODL')];
  expect(await unmatchedChoices(client, cards, filters)).toEqual([
    "Status has no 'HODL'. It has RELEASE (ACTIVE), HOLD.",
  ]);
  const part = { field: 'card_status', match: 'contains', value: 'OD' } as const;
  expect(await unmatchedChoices(client, cards, [part, is('no_such_field', 'x')])).toEqual([]);
  expect(calls).toEqual([]);
});

it('LIST-14 asks the service for choices that it lists, and passes over those that it does not', async () => {
  const json = [
    { key: 'CAD', value: 'Canadian dollar' },
    { key: 'USD', value: 'US dollar' },
  ];
  const filters = [is('currency', 'EUR'), is('currency', 'us dollar'), is('currency', 'cad')];
  const listed = clientOf([{ match: 'GET currencies', answer: { json } }]);
  expect(await unmatchedChoices(listed.client, payments, filters)).toEqual([
    "Currency has no 'EUR'. It has CAD (Canadian dollar), USD (US dollar).",
    "Currency: 'us dollar' is 'USD' in a filter.",
    "Currency: 'cad' is 'CAD' in a filter.",
  ]);
  expect(listed.calls).toHaveLength(1);
  const none = clientOf([{ match: 'GET currencies', answer: { status: 404 } }]);
  expect(await unmatchedChoices(none.client, payments, filters)).toEqual([]);
});
