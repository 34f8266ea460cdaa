import { expect, it } from 'vitest';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport } from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, signedInState } from '../testing/fixtures.ts';
import { createClient } from './client.ts';
import { nameRecord } from './name-record.ts';

it('SHELL-14 calls a record of the trail as people do, and no record that is gone, unknown or not to be read', async () => {
  const { fetch, calls } = createFakeTransport([
    {
      match: 'GET fuel-card-management/7',
      answer: { json: { id: 7, card_number: '7076850000000012' } },
    },
    { match: 'GET fuel-card-management/8', answer: { status: 404 } },
    {
      match: 'GET spol/invoices/675',
      answer: { json: { invoice_dto: { id: 675, invoice_number: 'INV-1' } } },
    },
  ]);
  const clientOf = (access: object) => {
    const store = memoryStore(signedInState(access));
    const sleep = async () => undefined;
    return createClient({ baseUrl: FAKE_BASE_URL, fetch, store, sleep });
  };
  const client = clientOf({});
  expect(await nameRecord(client, 'cards:7')).toBe('card 7076 8500 0000 0012');
  // Not the invoice whose number is 675.
  expect(await nameRecord(client, 'invoices:675')).toBe('invoice INV-1');
  expect(calls.at(-1)?.query.get('by')).toBe('id');
  expect(await nameRecord(client, 'cards:8')).toBe(undefined);
  const asked = calls.length;
  for (const other of ['imports:3', 'cards:', 'nonsense']) {
    expect(await nameRecord(client, other)).toBe(undefined);
  }
  expect(await nameRecord(clientOf({ access: {} }), 'cards:7')).toBe(undefined);
  expect(calls).toHaveLength(asked);
});
