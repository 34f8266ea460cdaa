import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { transactions } from '../resources/transactions/transactions.resource.ts';
import type { JournalEntry } from '../workflows/import/import.types.ts';
import type { Client } from './client.ts';
import {
  FIND,
  file,
  headers,
  keep,
  key,
  record,
  SEND,
  service,
  taken,
  wire,
} from './imports.test-kit.ts';
import { exportPorts, listPorts } from './ports.ts';
import { type ImportPlatform, importPorts } from './ports-import.ts';
import { loginPorts } from './ports-login.ts';
import { recordPorts } from './ports-record.ts';

describe('ports', () => {
  const { signal } = new AbortController();
  const platform: ImportPlatform = { check: () => Promise.reject(new Error('not here')), keep };

  it('TXN-13 asks about what the journal has open, and reports it', async () => {
    const open = ['planned', 'sent', 'acknowledged', 'unknown', 'refused'] as const;
    const local = (of: Client, state: JournalEntry['state'], note?: string) =>
      importPorts(of, {
        ...platform,
        find: async () => ({ ...record, rows: 99, state, ...(note && { note }) }),
      });
    const { client, transport } = service([{ match: FIND, answer: { json: [] } }]);
    for (const state of open) {
      expect(await local(client, state).find(key, signal)).toBeUndefined();
    }
    expect(transport.calls).toHaveLength(open.length);

    const known = service([{ match: FIND, answer: { json: [wire] } }]).client;
    expect(await importPorts(known, platform).find(key, signal)).toEqual(record);
    for (const state of open) {
      expect(await local(known, state).find(key, signal)).toMatchObject({ wasOpen: true });
    }
    // Without its result file, which the same key brings once more.
    expect(await local(known, 'reconciled').find(key, signal)).toEqual({
      ...record,
      resultLost: true,
    });
    const reported = await local(known, 'acknowledged', 'one row less').find(key, signal);
    expect(reported).toEqual(record);
  });

  it('TXN-13 asks whether the service still knows what the journal has as imported', async () => {
    const kept = {
      ...platform,
      find: async () => ({ ...record, result: 'r.csv', rows: 99, state: 'reconciled' as const }),
    };
    const restored = service([{ match: FIND, answer: { json: [] } }]).client;
    expect(await importPorts(restored, kept).find(key, signal)).toEqual({
      ...record,
      result: 'r.csv',
      lost: true,
    });

    const { client, transport } = service([{ match: FIND, answer: { status: 404 } }]);
    const verification = { failed: false };
    for (let file = 0; file < 2; file += 1) {
      const found = importPorts(client, { ...kept, verification }).find(key, signal);
      expect(await found).toEqual({ ...record, result: 'r.csv', unverified: true });
    }
    expect([transport.calls.length, verification.failed]).toEqual([1, true]);

    const ended = service([{ match: FIND, answer: { status: 401 } }]).client;
    await expect(importPorts(ended, kept).find(key, signal)).rejects.toMatchObject({ status: 401 });
  });

  it('saves the result file, and reports that all bytes were sent', async () => {
    const { client } = service([{ match: SEND, answer: taken }]);
    const bytes: number[] = [];
    const sent = await importPorts(client, platform).send(
      { file, provider: 'ESSO', key, sha256: 'ab' },
      { signal, onProgress: (count) => bytes.push(count) },
    );
    expect(sent).toMatchObject({
      record: { id: '5', sha256: 'ab', state: 'done' },
      result: { name: 'result.csv', bytes: 404 },
      replayed: false,
    });
    expect(bytes).toEqual([7]);
  });

  it('TXN-13 requests an interrupted result file once more under the same key', async () => {
    const cutShort = { ...taken, headers: { ...headers, 'content-length': '999' } };
    const { client, transport } = service([{ match: SEND, answer: [cutShort, taken] }]);
    const send = () =>
      importPorts(client, platform).send(
        { file, provider: 'ESSO', key, sha256: 'ab' },
        { signal, onProgress: () => undefined },
      );
    expect(await send()).toMatchObject({ result: { bytes: 404 } });
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

  it('names the account that imports belong to: acted for, company, user', () => {
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

  it("has defaults for what the platform doesn't provide", async () => {
    const { client } = service([]);
    const ports = importPorts(client, platform);
    expect(await ports.digest(file, signal)).toBe(
      createHash('sha256').update('content').digest('hex'),
    );
    expect(ports.nonce()).toMatch(/^[0-9a-f]{32}$/);
    expect(ports.nonce()).not.toBe(ports.nonce());
    await ports.record({ ...record, rows: 99, state: 'reconciled' });
  });

  it('CARD-04 refuses an empty export with the text of its resource', () => {
    const { client } = service([]);
    const ports = exportPorts(client, transactions, keep);
    expect(ports.refuse({ ids: [] })).toBe('Please select at least one transaction to export.');
    expect(ports.refuse({ ids: ['1'] })).toBeUndefined();
    expect(ports.refuse({ filters: [] })).toBeUndefined();
  });

  it("ERR-03 cancels the download when the file can't be saved", async () => {
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
