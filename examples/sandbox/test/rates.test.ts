import { describe, expect, it } from 'vitest';
import { badRates, goodRates } from '../../provider-files/provider-files.ts';
import { ADMIN, CLERK, fileForm, openSandbox, signIn, VIEWER } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const TODAY = '2026-11-20';
const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const send = (type: string, bytes: Uint8Array, name: string, fields = {}, headers = {}) =>
  admin.call(`upload-daily-rates?Type=${type}`, { body: fileForm(bytes, name, fields), headers });
const trail = async () => (await admin.json('audit?filter=action:rates.upload')).content as any[];

describe('RATE-02 daily rates', () => {
  it.each(goodRates(TODAY).map((file) => [file.provider, file] as const))(
    '%s: all rows are taken, and the trail has it',
    async (provider, { bytes, name }) => {
      const answer = await send(provider, bytes, name);
      expect(answer.status).toBe(200);
      const { accepted, rejected } = await answer.json();
      expect(rejected).toEqual([]);
      expect(accepted).toBeGreaterThan(5);
      const [entry] = await trail();
      expect(entry).toMatchObject({
        actor: ADMIN,
        resource: 'rates',
        record_id: provider,
        changes: { file_name: name, accepted, rejected: 0, days: [TODAY] },
      });
    },
  );

  it('the rates of one upload are the former ones of the next', async () => {
    const empty = await signIn(await openSandbox({ seed: 'empty' }), ADMIN);
    const whole = goodRates(TODAY).find(({ provider }) => provider === 'Pipeline');
    const part = badRates().find(({ name }) => name === 'rate_today_missing.xlsx');
    const warnedOf = async (file: { bytes: Uint8Array; name: string } | undefined) => {
      const body = fileForm(file?.bytes ?? new Uint8Array(), file?.name ?? '');
      await empty.call('upload-daily-rates?Type=Pipeline', { body });
      return (await empty.json('audit?filter=action:rates.upload')).content[0]?.changes.warned;
    };
    expect(await warnedOf(whole)).toEqual([]);
    expect(await warnedOf(whole)).toEqual([]);
    expect(await warnedOf(part)).toEqual(
      expect.arrayContaining(['RATE-DATE', 'RATE-MISSING-SITES']),
    );
  });

  it('rejects rows with faults by name and accepts the others', async () => {
    let rejectedSome = 0;
    for (const { bytes, name, provider } of badRates()) {
      const answer = await send(provider, bytes, name);
      expect([200, 413, 422]).toContain(answer.status);
      if (answer.status !== 200) continue;
      const { accepted, rejected } = await answer.json();
      expect(accepted).toBeGreaterThanOrEqual(0);
      for (const cell of rejected) {
        rejectedSome += 1;
        expect(cell).toEqual({
          row: expect.any(Number),
          column: expect.any(String),
          value: expect.any(String),
          message: expect.stringMatching(/\w/),
        });
      }
    }
    expect(rejectedSome).toBeGreaterThan(3);
  });

  it('a file in another currency is refused as a whole', async () => {
    const file = badRates().find(({ name }) => name === 'rate_wrong_currency.xlsx');
    const answer = await send('Pipeline', file?.bytes ?? new Uint8Array(), file?.name ?? '');
    expect(answer.status).toBe(422);
    const { errors } = await answer.json();
    expect(errors[0]).toMatchObject({
      pointer: '/file',
      detail: expect.stringContaining('currency'),
    });
  });

  it('what is not plausible is kept out until it is accepted', async () => {
    const file = badRates().find(({ name }) => name === 'rate_cents_as_dollars.xlsx');
    const counts = async (fields: object) => {
      const answer = await send('Pipeline', file?.bytes as Uint8Array, file?.name ?? '', fields);
      const { accepted, rejected } = await answer.json();
      return [accepted, rejected.length];
    };
    expect(await counts({})).toEqual([2, 1]);
    expect(await counts({ accept: 'RATE-CENTS' })).toEqual([3, 0]);
    expect((await trail())[0].changes).toMatchObject({
      warned: expect.arrayContaining(['RATE-CENTS']),
      accepted_guards: ['RATE-CENTS'],
    });
  });

  it.each([
    ['Esso', new TextEncoder().encode('SITE NUMBER,PRICE\n1,2\n'), 'rates.xlsx'],
    ['Esso', new TextEncoder().encode('no workbook'), 'rates.xls'],
    ['Esso', goodRates(TODAY).find(({ provider }) => provider === 'Pipeline')?.bytes, 'rates.xlsx'],
  ])(
    'RATE-01 %s: what is no workbook of the provider is refused at /file',
    async (type, bytes, name) => {
      const answer = await send(type, bytes as Uint8Array, name);
      expect(answer.status).toBe(422);
      expect((await answer.json()).errors[0].pointer).toBe('/file');
    },
  );

  it('RATE-01 at most 1,000,000 bytes', async () => {
    const answer = await send('Esso', new Uint8Array(1_000_001), 'rates.xls');
    expect(answer.status).toBe(413);
  });

  it('RATE-01 for one of three providers, with a file', async () => {
    const [file] = goodRates(TODAY);
    const unknown = await send('ESSO', file?.bytes as Uint8Array, 'rates.xlsx');
    expect((await unknown.json()).errors[0].pointer).toBe('/Type');
    const none = await admin.call('upload-daily-rates?Type=Esso', { body: new FormData() });
    expect(none.status).toBe(400);
  });

  it('a guard that does not exist cannot be accepted', async () => {
    const [file] = goodRates(TODAY);
    const answer = await send('TA-Petro', file?.bytes as Uint8Array, 'rates.xlsx', {
      accept: 'RATE-SUM',
    });
    expect((await answer.json()).errors[0].pointer).toBe('/accept');
  });

  it('the same file under the same key is entered once', async () => {
    const [file] = goodRates(TODAY);
    const key = { 'idempotency-key': 'rates' };
    const once = () => send('TA-Petro', file?.bytes as Uint8Array, file?.name ?? '', {}, key);
    const first = await once();
    const before = (await trail()).length;
    const again = await once();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.json()).toEqual(await first.json());
    expect(await trail()).toHaveLength(before);
  });

  it('ACC-04 needs read of daily rates', async () => {
    const [file] = goodRates(TODAY);
    const as = async (name: string) => {
      const client = await signIn(sandbox, name);
      const body = fileForm(file?.bytes as Uint8Array, file?.name ?? '');
      return (await client.call('upload-daily-rates?Type=TA-Petro', { body })).status;
    };
    expect([await as(CLERK), await as(VIEWER)]).toEqual([200, 403]);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
