import { expect, it } from 'vitest';
import { conform } from './conform.ts';

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'r-1' },
  });

/** A backend with cards and nothing else; it names no file. */
const CARDS_ONLY: Readonly<Record<string, unknown>> = {
  'profile/user': { id: 1, firstName: 'A', lastName: 'B' },
  'profile/company': { id: 1, companyName: 'C' },
  screens: [{ code: 'FCM', read: true, create: true, update: true, delete: true }],
  'switch/active': {},
  'fuel-card-management': {
    content: [{ id: 1, card_number: '7076850000001042' }],
    totalRecords: 1,
  },
};

async function checked(id: 'figures' | 'files') {
  const fetch = async (input: RequestInfo | URL) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname.slice(1);
    if (path.startsWith('fuel-card-management/')) return json(['a file without a name']);
    return path in CARDS_ONLY ? json(CARDS_ONLY[path]) : json({ title: 'No' }, 404);
  };
  const account = { authorization: 'Bearer conform' };
  const results = await Array.fromAsync(
    conform({ baseUrl: 'http://b.test', account, only: [id], fetch }),
  );
  return results.find((result) => result.id === id);
}

it('WIRE-07 says that a promise is not checked if the account may make none of its calls', async () => {
  expect(await checked('figures')).toMatchObject({
    ...{ state: 'unchecked', calls: 0, reason: 'the account may make none of its calls' },
  });
});

it('WIRE-07 lists beside a finding the other calls with the same fault, and not its own again', async () => {
  const files = await checked('files');
  expect(files?.findings.map(({ also, request }) => [request.url, also])).toEqual([
    ['http://b.test/fuel-card-management/export', []],
    ['http://b.test/fuel-card-management/download-fuel-card-csv', []],
  ]);
});
