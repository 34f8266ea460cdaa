import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../http/outcome.ts';
import { problem } from '../testing/fixtures.ts';
import { digestFile } from './digest-file.ts';
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
import { findImport, sendImport } from './imports.ts';

describe('sendImport', () => {
  it('TXN-04 sends the file as multipart `file` to its provider, under its key', async () => {
    const { client, transport } = service([{ match: SEND, answer: taken }]);
    const sent = await sendImport(client, { file, provider: 'ESSO', key, sha256: 'ab' });
    const [call] = transport.calls;
    expect(call?.body).toEqual({ file: 'ESSO week 3.xlsx' });
    expect(call?.query.toString()).toBe('provider=ESSO');
    expect(call?.headers.get('idempotency-key')).toBe(key);
    expect(sent).toMatchObject({ replayed: false, record: { ...record, rejected: 1 } });
    expect(await keep(sent.download)).toMatchObject({ name: 'result.csv', bytes: 404 });
  });

  it.each([
    ['ends within a row', taken.body.slice(0, -3)],
    ['has fewer rows than were sent', taken.body.slice(0, -4)],
    ['is empty', ''],
    ['is a web page', `<!doctype html>${'\n'.repeat(200)}`],
  ])('ERR-03 TXN-13 takes no result file for whole that %s', async (_, body) => {
    const { client } = service([{ match: SEND, answer: { ...taken, body } }]);
    const sent = await sendImport(client, { file, provider: 'ESSO', key });
    expect(sent.record).toMatchObject({ imported: 97, duplicates: 2, rejected: 1 });
    await expect(keep(sent.download)).rejects.toMatchObject({
      code: 'cut_off',
      outcome: 'unknown',
    });
  });

  it('TXN-19 reads what the lines became; totals that make no sense are left out', async () => {
    const total = {
      ...{ currency: 'USD', lines: 260, purchases: '171', cost: '21500.00', markup: 63.78 },
      ...{ amount: '21563.78', left_out_lines: 0, left_out: '0.00' },
    };
    const read = {
      ...{ currency: 'USD', lines: 260, purchases: 171, cost: '21500.00', markup: '63.78' },
      ...{ amount: '21563.78', leftOutLines: 0, leftOut: '0.00' },
    };
    const sent = async (totals: string) => {
      const answer = { ...taken, headers: { ...headers, 'x-import-totals': totals } };
      const { client } = service([{ match: SEND, answer }]);
      return (await sendImport(client, { file, provider: 'ESSO', key })).record;
    };
    expect((await sent(JSON.stringify([total]))).totals).toEqual([read]);
    expect((await sent(JSON.stringify([{ ...total, without_company_lines: 2 }]))).totals).toEqual([
      { ...read, withoutCompanyLines: 2 },
    ]);
    for (const odd of ['', 'none', '[3]', JSON.stringify([{ ...total, markup: 'much' }])]) {
      expect(await sent(odd)).toEqual({ ...record, rejected: 1, sha256: '' });
    }
    const { client } = service([{ match: FIND, answer: { json: [{ ...wire, totals: [total] }] } }]);
    expect(await findImport(client, key)).toEqual({ ...record, totals: [read] });
  });

  it('TXN-13 sends fields about its rows along with the file', async () => {
    const { client, transport } = service([{ match: SEND, answer: taken }]);
    const fields = [['allow_repeat', '214']] as const;
    await sendImport(client, { file, provider: 'ESSO', key, fields });
    expect(transport.calls[0]?.body).toEqual({ allow_repeat: '214', file: 'ESSO week 3.xlsx' });
  });

  it('TXN-04 allows an import minutes, whatever the limit of other calls', async () => {
    const { client } = service([{ match: SEND, answer: { ...taken, delayMs: 100 } }], {
      timeoutMs: 30,
    });
    expect(await sendImport(client, { file, provider: 'ESSO', key })).toMatchObject({
      record: { id: '5' },
    });
  });

  it('TXN-13 reports that the service already had this key', async () => {
    const replayed = { ...taken, headers: { ...headers, 'idempotent-replayed': 'true' } };
    const { client } = service([{ match: SEND, answer: replayed }]);
    expect((await sendImport(client, { file, provider: 'ESSO', key })).replayed).toBe(true);
  });

  it('TXN-13 retries under the same key after a lost response', async () => {
    const { client, transport } = service([{ match: SEND, answer: [{ fault: 'lost' }, taken] }]);
    await sendImport(client, { file, provider: 'ESSO', key });
    expect(transport.calls.map((call) => call.headers.get('idempotency-key'))).toEqual([key, key]);
  });

  it('TXN-13 reports an unknown outcome without a response', async () => {
    const { client } = service([{ match: SEND, answer: { fault: 'lost' } }]);
    await expect(sendImport(client, { file, provider: 'ESSO', key })).rejects.toMatchObject({
      operation: 'transactions.import',
      outcome: 'unknown',
    });
  });

  it.each([[{ json: [] }], [problem(500)]])(
    'TXN-13 rejects a response that names no import, unless the service knows the key: %j',
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

  it('looks up the key if the headers are hidden', async () => {
    const { client } = service([
      { match: SEND, answer: { body: 'a' } },
      { match: FIND, answer: { json: [wire] } },
    ]);
    expect((await sendImport(client, { file, provider: 'ESSO', key })).record).toEqual(record);
  });
});

describe('findImport', () => {
  it("TXN-13 reads the service's record of a key", async () => {
    const { client, transport } = service([{ match: FIND, answer: { json: [wire] } }]);
    expect(await findImport(client, key)).toEqual(record);
    expect(transport.calls[0]?.query.get('key')).toBe(key);
  });

  it('TXN-13 returns undefined for an empty list, and for another key', async () => {
    const { client } = service([{ match: FIND, answer: [{ json: [] }, { json: [wire] }] }]);
    expect(await findImport(client, key)).toBeUndefined();
    expect(await findImport(client, 'other')).toBeUndefined();
  });

  it.each([[problem(500)], [{ json: {} }], [{ json: [{ ...wire, state: 'odd' }] }]])(
    'TXN-13 rejects an unreadable response: %j',
    async (answer) => {
      const { client } = service([{ match: FIND, answer }]);
      await expect(findImport(client, key)).rejects.toBeInstanceOf(ApiError);
    },
  );
});

describe('digestFile', () => {
  it("digests a file in chunks, with the platform's result", async () => {
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
