import { describe, expect, it } from 'vitest';
import type { Anomaly } from '../http/http.types.ts';
import { listRows } from '../resource/resource-client.ts';
import { audit } from '../resources/audit/audit.resource.ts';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport, type FakeAnswer } from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, signedInState } from '../testing/fixtures.ts';
import { downloadAttachment, downloadAttachments } from './attachments.ts';
import { createClient } from './client.ts';
import { findCustomerByEob } from './customers.ts';
import { getOptions } from './options.ts';
import { getPlace, getPlaces } from './places.ts';
import { getProfile } from './profile.ts';

function service(match: string, answer: FakeAnswer | readonly FakeAnswer[]) {
  const transport = createFakeTransport([{ match, answer }]);
  const anomalies: Anomaly[] = [];
  const client = createClient({
    baseUrl: FAKE_BASE_URL,
    fetch: transport.fetch,
    store: memoryStore(signedInState()),
    onAnomaly: (anomaly) => anomalies.push(anomaly),
    sleep: async () => undefined,
  });
  return { client, calls: transport.calls, anomalies };
}

/** The record that ends an archive, of one without files. */
const EMPTY_ZIP = `PK\u0005\u0006${'\0'.repeat(18)}`;

describe('getOptions', () => {
  it('WIRE-01 includes the values the choices depend on, with the authorization', async () => {
    const { client, calls } = service('GET countries/CA/states/ON/cities', {
      json: [{ key: 'Sudbury', value: 'Sudbury' }],
    });
    expect(await getOptions(client, 'cities', ['CA', 'ON'])).toEqual([
      { key: 'Sudbury', value: 'Sudbury' },
    ]);
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer fake-authorization');
  });

  it('WIRE-01 requests a type by its name', async () => {
    const { client, calls } = service('GET types', { json: { content: [] } });
    expect(await getOptions(client, 'taxTypes')).toEqual([]);
    expect(calls[0]?.query.toString()).toBe('type=TAX_TYPE');
  });

  it.each(['nope', '__proto__', 'constructor'])(
    'WIRE-01 refuses %s, which no list is called',
    async (name) => {
      const { client } = service('GET types', { json: {} });
      await expect(getOptions(client, name as never)).rejects.toThrow(
        `There is no list of choices '${name}'.`,
      );
    },
  );

  it('USER-05 sends nothing while a value it depends on is missing', async () => {
    const { client, calls } = service('GET states', { json: [] });
    expect(await getOptions(client, 'provinces', [''])).toEqual([]);
    expect(await getOptions(client, 'cities', ['CA', ' '])).toEqual([]);
    expect(calls).toEqual([]);
  });

  it('WIRE-02 reports the entries that it skips', async () => {
    const { client, anomalies } = service('GET roles', { json: [{ key: 1 }, { value: 'User' }] });
    expect(await getOptions(client, 'roles')).toEqual([{ key: 'User', value: 'User' }]);
    expect(anomalies.map(({ operation, path }) => [operation, path])).toEqual([
      ['reference.roles', '0'],
    ]);
  });

  it.each<[string, FakeAnswer]>([
    ['no list', { json: { rows: [] } }],
    ['a web page', { body: '<html>', headers: { 'content-type': 'text/html' } }],
    ['nothing', { body: '' }],
    ['half a list', { body: '[{"key":', headers: { 'content-type': 'application/json' } }],
  ])('ERR-03 %s is an unreadable response', async (_name, answer) => {
    const { client } = service('GET countries', answer);
    await expect(getOptions(client, 'countries')).rejects.toMatchObject({
      name: 'ApiError',
      kind: 'schema',
      outcome: 'none',
      operation: 'reference.countries',
    });
  });

  it('LIST-12 stops when its signal aborts', async () => {
    const { client } = service('GET countries', { json: [], delayMs: 1000 });
    const stop = new AbortController();
    const asked = getOptions(client, 'countries', [], stop.signal);
    stop.abort();
    await expect(asked).rejects.toMatchObject({ kind: 'cancelled' });
  });
});

describe('places', () => {
  it('WIRE-02 finds places by the typed text, skipping those without an id', async () => {
    const { client, calls } = service('GET places', {
      json: [{ id: 4, description: '88 Regent Street' }, { description: 'lost' }, null],
    });
    expect(await getPlaces(client, ' 88 Reg ')).toEqual([
      { id: '4', description: '88 Regent Street' },
    ]);
    expect(calls[0]?.query.get('input')).toBe('88 Reg');
  });

  it('WIRE-02 sends nothing for blanks', async () => {
    const { client, calls } = service('GET places', { json: [] });
    expect(await getPlaces(client, '  ')).toEqual([]);
    expect(calls).toEqual([]);
  });

  it('COMP-05 reads a place, its country and state by key in either form', async () => {
    const { client } = service('GET places/p%2F4', {
      json: {
        id: 'p/4',
        address1: '88 Regent Street',
        city: 'Sudbury',
        state: { key: 'ON', value: 'Ontario' },
        country: 'CA',
        postal_code: null,
        lat: 46.49,
        lng: 'west',
      },
    });
    expect(await getPlace(client, 'p/4')).toEqual({
      id: 'p/4',
      address1: '88 Regent Street',
      city: 'Sudbury',
      state: 'ON',
      country: 'CA',
      postal_code: '',
      lat: 46.49,
    });
  });
});

describe('getProfile', () => {
  it('PROF-01 APIResult 1 is success; odd fields become empty and are reported', async () => {
    const { client, anomalies } = service('GET profile/user', {
      json: { APIResult: 1, first_name: 'Adele', phone: ['705'], country: { key: 'CA' } },
    });
    expect(await getProfile(client)).toEqual({ first_name: 'Adele' });
    expect(anomalies.map(({ path }) => path).sort()).toEqual(['country', 'phone']);
  });

  it('PROF-01 any other APIResult is a failure', async () => {
    const { client } = service('GET profile/user', { json: { APIResult: 0, first_name: 'x' } });
    await expect(getProfile(client)).rejects.toMatchObject({ kind: 'schema' });
  });
});

describe('other calls', () => {
  it('WIRE-01 finds a customer by its eobId', async () => {
    const { client, calls } = service('GET customers', [
      { json: { content: [{ id: 7, name: 'North Haul' }], totalRecords: 1 } },
      { json: { content: [], totalRecords: 0 } },
    ]);
    expect(await findCustomerByEob(client, 'EOB-1')).toEqual({
      ...{ id: '7', name: 'North Haul', company_name: 'North Haul' },
    });
    expect(calls[0]?.query.getAll('filter')).toEqual(['eobId:EOB-1']);
    expect(await findCustomerByEob(client, 'EOB-2')).toBeUndefined();
  });

  it('TXN-09 fetches all attachments as one file, with the authorization', async () => {
    const { client, calls } = service('GET attachments/12/zip', {
      body: EMPTY_ZIP,
      headers: { 'content-type': 'application/zip' },
    });
    const download = await downloadAttachments(client, '12');
    expect(download.fileName).toBe('attachments.zip');
    expect(await new Response(download.body).text()).toBe(EMPTY_ZIP);
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer fake-authorization');
  });

  it.each([
    ['attachments/5', 'attachments/5'],
    ['files/a/b.png', 'files/a/b.png'],
    [undefined, 'attachments/7'],
    ['https://elsewhere.example/5', 'attachments/7'],
    ['//elsewhere.example/5', 'attachments/7'],
    ['../login', 'attachments/7'],
    ['attachments/../login', 'attachments/7'],
  ])(
    'TXN-09 one attachment at %j is fetched from %s, with the authorization',
    async (url, path) => {
      const { client, calls } = service(`GET ${path}`, {
        body: 'PNG',
        headers: { 'content-type': 'image/png' },
      });
      const download = await downloadAttachment(client, { id: '7', name: 'pump.png', url });
      expect(download.fileName).toBe('pump.png');
      expect(await new Response(download.body).text()).toBe('PNG');
      expect(calls[0]?.headers.get('authorization')).toBe('Bearer fake-authorization');
    },
  );

  it('ERR-03 refuses a web page in place of the attachments', async () => {
    const { client } = service('GET attachments/12/zip', {
      body: '<html>',
      headers: { 'content-type': 'text/html' },
    });
    await expect(downloadAttachments(client, '12')).rejects.toMatchObject({ kind: 'schema' });
  });

  it('ACC-04 lists the audit trail, with changes as text', async () => {
    const { client } = service('GET audit', {
      json: {
        content: [
          { id: 1, at: '2026-11-20T10:00:00', actor: 'a@b.test', changes: { status: 'HOLD' } },
          { id: 2, changes: 'free text' },
          { id: 3, changes: null },
        ],
      },
    });
    const { rows } = await listRows(client, audit, { page: 0, size: 10, filters: [] });
    expect(rows.map(({ changes }) => changes)).toEqual(['{"status":"HOLD"}', 'free text', null]);
  });
});
