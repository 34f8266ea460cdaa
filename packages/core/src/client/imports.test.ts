import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../http/api-error.ts';
import type { Download } from '../http/http.types.ts';
import { transactions } from '../resources/transactions/transactions.resource.ts';
import { memoryStore } from '../session/create-session.ts';
import { createFakeTransport, type FakeRoute } from '../testing/fake-transport.ts';
import { FAKE_BASE_URL, problem, signedInState } from '../testing/fixtures.ts';
import type { ImportRecord, JournalEntry } from '../workflows/import/import.types.ts';
import { type Client, type ClientOptions, createClient } from './client.ts';
import { digestFile } from './digest-file.ts';
import { findImport, sendImport } from './imports.ts';
import { exportPorts, listPorts } from './ports.ts';
import { type ImportPlatform, importPorts } from './ports-import.ts';
import { loginPorts } from './ports-login.ts';
import { recordPorts } from './ports-record.ts';

const file = { name: 'ESSO week 3.xlsx', blob: new Blob(['content']) };
const key = 'k'.repeat(64);
const SEND = 'POST import_transactions';
const FIND = 'GET imports';

function service(routes: readonly FakeRoute[], options: Partial<ClientOptions> = {}) {
  const transport = createFakeTransport(routes);
  const client = createClient({
    baseUrl: FAKE_BASE_URL,
    fetch: transport.fetch,
    store: memoryStore(signedInState()),
    sleep: async () => undefined,
    ...options,
  });
  return { client, transport };
}

const headers = {
  'content-type': 'text/csv',
  'content-disposition': 'attachment; filename="result.csv"',
  'x-import-id': '5',
  'x-import-imported': '97',
  'x-import-duplicates': '2',
  'x-import-rejected': '1',
};
const taken = { body: 'a,b\n', headers };
const wire = {
  id: 5,
  key,
  provider: 'ESSO',
  file_name: 'ESSO week 3.xlsx',
  sha256: 'ab',
  state: 'done',
  imported: 97,
  duplicates: '2',
  rejected: null,
};
const record: ImportRecord = {
  id: '5',
  key,
  provider: 'ESSO',
  fileName: 'ESSO week 3.xlsx',
  sha256: 'ab',
  state: 'done',
  imported: 97,
  duplicates: 2,
  rejected: 0,
};

const keep = async (download: Download) => ({
  name: download.fileName ?? '',
  location: '',
  bytes: (await new Response(download.body).arrayBuffer()).byteLength,
});

describe('sendImport', () => {
  it('TXN-04 sends the file as multipart `file` to its provider, under its key', async () => {
    const { client, transport } = service([{ match: SEND, answer: taken }]);
    const sent = await sendImport(client, { file, provider: 'ESSO', key, sha256: 'ab' });
    const [call] = transport.calls;
    expect(call?.body).toEqual({ file: 'ESSO week 3.xlsx' });
    expect(call?.query.toString()).toBe('provider=ESSO');
    expect(call?.headers.get('idempotency-key')).toBe(key);
    expect(sent).toMatchObject({ replayed: false, record: { ...record, rejected: 1 } });
    expect(await keep(sent.download)).toMatchObject({ name: 'result.csv', bytes: 4 });
  });

  it('TXN-13 sends what is said of its rows beside the file', async () => {
    const { client, transport } = service([{ match: SEND, answer: taken }]);
    const fields = [['allow_repeat', '214']] as const;
    await sendImport(client, { file, provider: 'ESSO', key, fields });
    expect(transport.calls[0]?.body).toEqual({ allow_repeat: '214', file: 'ESSO week 3.xlsx' });
  });

  it('TXN-04 gives an import minutes, whatever bounds the other calls', async () => {
    const { client } = service([{ match: SEND, answer: { ...taken, delayMs: 100 } }], {
      timeoutMs: 30,
    });
    expect(await sendImport(client, { file, provider: 'ESSO', key })).toMatchObject({
      record: { id: '5' },
    });
  });

  it('TXN-13 says when the service had this key already', async () => {
    const replayed = { ...taken, headers: { ...headers, 'idempotent-replayed': 'true' } };
    const { client } = service([{ match: SEND, answer: replayed }]);
    expect((await sendImport(client, { file, provider: 'ESSO', key })).replayed).toBe(true);
  });

  it('TXN-13 sends again under the same key after a lost answer', async () => {
    const { client, transport } = service([{ match: SEND, answer: [{ fault: 'lost' }, taken] }]);
    await sendImport(client, { file, provider: 'ESSO', key });
    expect(transport.calls.map((call) => call.headers.get('idempotency-key'))).toEqual([key, key]);
  });

  it('TXN-13 says that the outcome is not known when no answer comes', async () => {
    const { client } = service([{ match: SEND, answer: { fault: 'lost' } }]);
    await expect(sendImport(client, { file, provider: 'ESSO', key })).rejects.toMatchObject({
      operation: 'transactions.import',
      outcome: 'unknown',
    });
  });

  it.each([[{ json: [] }], [problem(500)]])(
    'TXN-13 believes no answer that names no import, unless the service knows the key: %j',
    async (found) => {
      const { client } = service([
        { match: SEND, answer: { body: 'garbage' } },
        { match: FIND, answer: found },
      ]);
      await expect(sendImport(client, { file, provider: 'ESSO', key })).rejects.toMatchObject({
        kind: 'schema',
        outcome: 'unknown',
      });
    },
  );

  it('asks by the key where the headers are hidden', async () => {
    const { client } = service([
      { match: SEND, answer: { body: 'a' } },
      { match: FIND, answer: { json: [wire] } },
    ]);
    expect((await sendImport(client, { file, provider: 'ESSO', key })).record).toEqual(record);
  });
});

describe('findImport', () => {
  it('TXN-13 reads what the service knows of a key', async () => {
    const { client, transport } = service([{ match: FIND, answer: { json: [wire] } }]);
    expect(await findImport(client, key)).toEqual(record);
    expect(transport.calls[0]?.query.get('key')).toBe(key);
  });

  it('TXN-13 gives undefined for an empty list, and for another key', async () => {
    const { client } = service([{ match: FIND, answer: [{ json: [] }, { json: [wire] }] }]);
    expect(await findImport(client, key)).toBeUndefined();
    expect(await findImport(client, 'other')).toBeUndefined();
  });

  it.each([[problem(500)], [{ json: {} }], [{ json: [{ ...wire, state: 'odd' }] }]])(
    'TXN-13 rejects where it cannot tell: %j',
    async (answer) => {
      const { client } = service([{ match: FIND, answer }]);
      await expect(findImport(client, key)).rejects.toBeInstanceOf(ApiError);
    },
  );
});

describe('digestFile', () => {
  it('digests a file in pieces, as the platform does', async () => {
    const bytes = Uint8Array.from({ length: 300_001 }, (_, index) => (index * 31) % 251);
    const expected = createHash('sha256').update(bytes).digest('hex');
    expect(await digestFile(new Blob([bytes]))).toBe(expected);
    expect(await digestFile(new Blob([]))).toBe(createHash('sha256').digest('hex'));
  });

  it('stops digesting when aborted', async () => {
    await expect(digestFile(file.blob, AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('ports', () => {
  const { signal } = new AbortController();
  const platform: ImportPlatform = { check: () => Promise.reject(new Error('not here')), keep };

  it('TXN-13 trusts the journal only where it is reconciled, and says what it had open', async () => {
    const open = ['planned', 'sent', 'acknowledged', 'unknown', 'refused'] as const;
    const local = (of: Client, state: JournalEntry['state'], note?: string) =>
      importPorts(of, {
        ...platform,
        find: async () => ({ ...record, rows: 99, state, ...(note && { note }) }),
      });
    const { client, transport } = service([{ match: FIND, answer: { json: [] } }]);
    expect(await local(client, 'reconciled').find(key, signal)).toEqual(record);
    expect(transport.calls).toHaveLength(0);
    for (const state of open) {
      expect(await local(client, state).find(key, signal)).toBeUndefined();
    }
    expect(transport.calls).toHaveLength(open.length);

    const known = service([{ match: FIND, answer: { json: [wire] } }]).client;
    expect(await importPorts(known, platform).find(key, signal)).toEqual(record);
    for (const state of open) {
      expect(await local(known, state).find(key, signal)).toMatchObject({ wasOpen: true });
    }
    const told = await local(known, 'acknowledged', 'one row less').find(key, signal);
    expect(told).toEqual(record);
  });

  it('keeps the result file, and tells that all bytes were sent', async () => {
    const { client } = service([{ match: SEND, answer: taken }]);
    const bytes: number[] = [];
    const sent = await importPorts(client, platform).send(
      { file, provider: 'ESSO', key, sha256: 'ab' },
      { signal, onProgress: (count) => bytes.push(count) },
    );
    expect(sent).toMatchObject({
      record: { id: '5', sha256: 'ab', state: 'done' },
      result: { name: 'result.csv', bytes: 4 },
      replayed: false,
    });
    expect(bytes).toEqual([7]);
  });

  it('TXN-13 asks once more, under the same key, for a result file that broke off', async () => {
    const cutShort = { ...taken, headers: { ...headers, 'content-length': '99' } };
    const { client, transport } = service([{ match: SEND, answer: [cutShort, taken] }]);
    const send = () =>
      importPorts(client, platform).send(
        { file, provider: 'ESSO', key, sha256: 'ab' },
        { signal, onProgress: () => undefined },
      );
    expect(await send()).toMatchObject({ result: { bytes: 4 } });
    expect(transport.calls).toHaveLength(2);

    const never = service([{ match: SEND, answer: cutShort }]);
    const ports = importPorts(never.client, platform);
    await expect(
      ports.send(
        { file, provider: 'ESSO', key, sha256: 'ab' },
        { signal, onProgress: () => undefined },
      ),
    ).rejects.toMatchObject({ code: 'cut_off', outcome: 'done' });
    expect(never.transport.calls).toHaveLength(2);
  });

  it('names the account that imports count for: acted for, company, user', () => {
    const { client } = service([]);
    const ports = importPorts(client, platform);
    expect(ports.account()).toBe('10');
    client.session.update({ actingFor: { id: '4', name: 'East' } });
    expect(ports.account()).toBe('4');
    client.session.update({ actingFor: undefined, company: undefined });
    expect(ports.account()).toBe('1');
    client.session.end();
    expect(ports.account()).toBe('');
  });

  it('has defaults for what the platform does not bring', async () => {
    const { client } = service([]);
    const ports = importPorts(client, platform);
    expect(await ports.digest(file, signal)).toBe(
      createHash('sha256').update('content').digest('hex'),
    );
    expect(ports.nonce()).toMatch(/^[0-9a-f]{32}$/);
    expect(ports.nonce()).not.toBe(ports.nonce());
    await ports.record({ ...record, rows: 99, state: 'reconciled' });
  });

  it('CARD-04 refuses an export of nothing, with the text of its resource', () => {
    const { client } = service([]);
    const ports = exportPorts(client, transactions, keep);
    expect(ports.refuse({ ids: [] })).toBe('Please select at least one transaction to export.');
    expect(ports.refuse({ ids: ['1'] })).toBeUndefined();
    expect(ports.refuse({ filters: [] })).toBeUndefined();
  });

  it('ERR-03 lets the file go when it cannot be kept', async () => {
    let released = false;
    const body = new ReadableStream({
      cancel: () => {
        released = true;
      },
    });
    const { client } = service([{ match: 'POST fuel-transaction/export', answer: { body } }]);
    const full = () => Promise.reject(new Error('the disk is full'));
    const ports = exportPorts(client, transactions, full);
    await expect(
      ports.transfer({ ids: ['1'] }, { signal, onProgress: () => undefined }),
    ).rejects.toThrow('the disk is full');
    await expect.poll(() => released).toBe(true);
  });

  it('wires login, lists and records', async () => {
    const { client } = service([
      { match: 'POST login', answer: { headers: { authorization: 'Bearer n' } } },
      { match: 'GET screens', answer: { json: [] } },
      { match: 'GET fuel-transaction/authcode', answer: { json: [{ id: 1 }] } },
      { match: 'GET fuel-transaction/transactionsbyid/1', answer: { json: { id: 1 } } },
    ]);
    const login = loginPorts(client);
    await login.signIn({ email: 'a@b.c', password: 'x' }, signal);
    expect(await login.loadAccess(signal)).toMatchObject({
      authorization: 'Bearer n',
      screens: [],
    });
    const list = listPorts(client, transactions);
    expect((await list.fetchPage({ page: 0, size: 10, filters: [] }, signal)).rows).toHaveLength(1);
    const one = recordPorts(client, transactions);
    expect(await one.fetchRecord('1', signal)).toMatchObject({ id: '1' });
    expect(list.access()).toBe(one.access());
  });
});
