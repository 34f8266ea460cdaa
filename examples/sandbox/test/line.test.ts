import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { goodFiles } from '../../provider-files/provider-files.ts';
import type { Fault } from '../src/index.ts';
import { settingsFrom } from '../src/settings.ts';
import { ADMIN, Client, countsOf, fileForm, openSandbox, signIn } from './helpers.ts';

const [ESSO] = goodFiles('2026-11-19');
const bytes = ESSO?.bytes ?? new Uint8Array();
const small = { customers: 12, cards: 2_000, transactions: 3_000, invoices: 10 };
const IMPORT = 'POST /api/v1/import_transactions';

async function onPort(faults: readonly Fault[], maxUpload?: number) {
  const sandbox = await openSandbox({ demo: small, faults, ...(maxUpload ? { maxUpload } : {}) });
  const at = await sandbox.listen();
  return { sandbox, at, admin: await signIn(sandbox, ADMIN, at) };
}

const upload = (client: Client, key?: string) =>
  client.call('import_transactions?provider=ESSO', {
    body: fileForm(bytes, 'day.xls'),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });

describe('over a port', async () => {
  const { at, admin, sandbox } = await onPort([]);

  it('TXN-04 takes a streamed upload and gives the same result as in process', async () => {
    const answer = await upload(admin);
    expect(countsOf(answer)).toEqual({ imported: 240, duplicates: 0, rejected: 0 });
    expect((await answer.text()).trim().split('\r\n')).toHaveLength(241);
  });

  it('TXN-03 streams an export whole', async () => {
    const answer = await admin.call('fuel-transaction/export', { body: { filters: [] } });
    const { metadata } = await admin.json('fuel-transaction/authcode?size=1');
    expect((await answer.text()).trim().split('\r\n')).toHaveLength(metadata.total_count + 1);
  });

  it('TXN-03 an export that is given up frees the service', async () => {
    const answer = await admin.call('fuel-transaction/export', { body: { filters: [] } });
    await answer.body?.cancel();
    expect((await (await signIn(sandbox, ADMIN, at)).call('switch/1')).status).toBe(200);
  });

  it('TXN-13 an upload that is cut off leaves nothing behind', async () => {
    const authorization = (
      await new Client(fetch, undefined, at.url).call('login', {
        body: { username: ADMIN, password: 'Forecourt-1!' },
      })
    ).headers.get('authorization');
    await new Promise<void>((resolve) => {
      const sending = request(`${at.url}/api/v1/import_transactions?provider=ESSO`, {
        method: 'POST',
        headers: {
          authorization: authorization ?? '',
          'content-type': 'multipart/form-data; boundary=xx',
          'idempotency-key': 'cut',
        },
      });
      sending.on('error', () => resolve());
      sending.write(
        '--xx\r\ncontent-disposition: form-data; name="file"; filename="a.xls"\r\n\r\nhalf',
      );
      setTimeout(() => sending.destroy(), 50);
    });
    expect(await admin.json('imports?key=cut')).toEqual([]);
    expect((await admin.call('screens?app=FF')).status).toBe(200);
  });

  it('answers /healthz', async () => {
    const answer = await fetch(`${at.url}/healthz`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  });
});

describe('limits', () => {
  it('refuses a larger file with 413, and reads it to its end', async () => {
    const { admin } = await onPort([], 10_000);
    const answer = await upload(admin);
    expect(answer.status).toBe(413);
    expect((await answer.json()).detail).toContain('10,000');
    expect(await admin.json('imports')).toEqual([]);
  });
});

describe('FAULTS', () => {
  it('latency delays, and only what matches', async () => {
    const { admin } = await onPort([{ match: 'GET /api/v1/roles', kind: 'latency', value: 800 }]);
    const timed = async (path: string) => {
      const start = performance.now();
      await admin.call(path);
      return performance.now() - start;
    };
    expect(await timed('roles')).toBeGreaterThan(780);
    expect(await timed('currencies')).toBeLessThan(780);
  });

  it('status refuses the first, every second, or all', async () => {
    const { admin } = await onPort([
      { match: 'GET /api/v1/roles', kind: 'status', value: 503, first: 2 },
      { match: 'GET /api/v1/states', kind: 'status', value: 500, every: 2 },
      { match: '* /api/v1/currencies', kind: 'status', value: 429 },
    ]);
    const statuses = async (path: string) => {
      const seen = [];
      for (let count = 0; count < 4; count += 1) seen.push((await admin.call(path)).status);
      return seen;
    };
    expect(await statuses('roles')).toEqual([503, 503, 200, 200]);
    expect(await statuses('states')).toEqual([200, 500, 200, 500]);
    expect(await statuses('currencies')).toEqual([429, 429, 429, 429]);
    expect((await admin.call('currencies')).headers.get('retry-after')).toBe('1');
  });

  it('body answers 200 with the given text', async () => {
    const { admin } = await onPort([{ match: 'GET /api/v1/roles', kind: 'body', value: '<html>' }]);
    const answer = await admin.call('roles');
    expect([answer.status, await answer.text()]).toEqual([200, '<html>']);
  });

  it('TXN-13 drop-before does nothing, drop-after does the work; the outcome can be asked for', async () => {
    const { admin } = await onPort([
      { match: IMPORT, kind: 'drop-before', first: 1 },
      { match: IMPORT, kind: 'drop-after', first: 2 },
    ]);
    await expect(upload(admin, 'lost')).rejects.toThrow(TypeError);
    expect(await admin.json('imports?key=lost')).toEqual([]);
    await expect(upload(admin, 'lost')).rejects.toThrow(TypeError);
    expect(await admin.json('imports?key=lost')).toMatchObject([{ state: 'done', imported: 240 }]);
    const again = await upload(admin, 'lost');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(countsOf(again).imported).toBe(240);
  });

  it('truncate breaks off in the middle of the answer', async () => {
    const { admin } = await onPort([
      { match: 'POST /api/v1/fuel-transaction/export', kind: 'truncate', value: 500 },
    ]);
    const answer = await admin.call('fuel-transaction/export', { body: { filters: [] } });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow(TypeError);
  });

  it('cuts calls in the same process as fetch does', async () => {
    const sandbox = await openSandbox({
      seed: 'empty',
      faults: [
        { match: 'GET /api/v1/roles', kind: 'drop-before' },
        { match: 'GET /api/v1/states', kind: 'truncate' },
      ],
    });
    const admin = await signIn(sandbox, ADMIN);
    await expect(admin.call('roles')).rejects.toThrow(TypeError);
    await expect((await admin.call('states')).text()).rejects.toThrow(TypeError);
  });
});

describe('settings', () => {
  it('have defaults and refuse what they cannot be', () => {
    expect(settingsFrom({})).toMatchObject({ port: 4300, host: '127.0.0.1', seed: 'demo' });
    expect(settingsFrom({}).dataDir).toMatch(/[\\/]\.data[\\/]sandbox$/);
    expect(() => settingsFrom({ DATABASE_URL: 'mysql://x' })).toThrow('DATABASE_URL');
    expect(() => settingsFrom({ PORT: 'x' })).toThrow('PORT');
    expect(() => settingsFrom({ SEED: 'huge' })).toThrow('SEED');
    expect(() => settingsFrom({ FAULTS: '[{"kind":"status"}]' })).toThrow('FAULTS');
    expect(settingsFrom({ FAULTS: '[{"match":"GET /","kind":"drop-after"}]' }).faults).toHaveLength(
      1,
    );
  });
});
