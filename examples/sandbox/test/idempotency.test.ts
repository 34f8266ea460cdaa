import { describe, expect, it } from 'vitest';
import { ADMIN, fileForm, NOW, openSandbox, signIn, VIEWER } from './helpers.ts';

const sandbox = await openSandbox({
  faults: [{ match: 'PUT /api/v1/fuel-card-management/2', kind: 'drop-after', first: 1 }],
});
const admin = await signIn(sandbox, ADMIN);
const viewer = await signIn(sandbox, VIEWER);
const key = (value: string) => ({ 'idempotency-key': value });
const trail = async (id: number) =>
  (await admin.json(`audit?filter=action:cards.update&filter=record_id:${id}`)).totalRecords;
const put = (id: number, trip: number, name: string, client = admin) =>
  client.call(`fuel-card-management/${id}`, {
    method: 'PUT',
    body: { trip_number: trip },
    headers: key(name),
  });

describe('Idempotency-Key', () => {
  it('the same key and content get the first answer again, and nothing is done twice', async () => {
    const first = await put(1, 4_711, 'one');
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null]);
    const again = await put(1, 4_711, 'one');
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await again.json()).toEqual(await first.json());
    expect(await trail(1)).toBe(1);
  });

  it('a refusal is answered again too', async () => {
    const first = await put(1, -1e12, 'refused');
    const again = await put(1, -1e12, 'refused');
    expect([first.status, again.status]).toEqual([422, 422]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await again.json()).errors).toEqual((await first.json()).errors);
  });

  it('the same key with other content is refused, and no field is blamed', async () => {
    await put(1, 10, 'other');
    for (const answer of [await put(1, 11, 'other'), await put(4, 10, 'other')]) {
      const problem = await answer.json();
      expect(answer.status).toBe(422);
      expect(problem.errors).toBeUndefined();
      expect(problem.detail).toContain('Idempotency-Key');
    }
  });

  it('keys of two accounts have nothing to do with each other', async () => {
    await put(1, 20, 'shared');
    const answer = await put(1, 20, 'shared', viewer);
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([403, null]);
  });

  it('of two at once, one runs and the other gets a 409 with Retry-After', async () => {
    const before = await trail(5);
    const answers = await Promise.all([put(5, 30, 'twice'), put(5, 30, 'twice')]);
    const statuses = answers.map(({ status }) => status).sort();
    expect([200, 409]).toEqual(expect.arrayContaining(statuses));
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await put(5, 30, 'twice')).headers.get('idempotent-replayed')).toBe('true');
    expect(await trail(5)).toBe(before + 1);
  });

  it('a call whose answer was lost is done once when it is sent again', async () => {
    await expect(put(2, 40, 'lost')).rejects.toThrow(TypeError);
    const again = await put(2, 40, 'lost');
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect((await again.json()).trip_number).toBe(40);
    expect(await trail(2)).toBe(1);
  });

  it('a key is forgotten after 24 hours', async () => {
    let now = NOW;
    const other = await openSandbox({ now: () => now });
    const send = async (hours: number) => {
      now = new Date(NOW.getTime() + hours * 3_600_000);
      const answer = await put(6, 60, 'old', await signIn(other, ADMIN));
      return answer.headers.get('idempotent-replayed');
    };
    expect([await send(0), await send(23), await send(25)]).toEqual([null, 'true', null]);
  });

  it('a file is the same by its content and fields, whatever the form writes around them', async () => {
    const bytes = new TextEncoder().encode('card_number\n');
    const send = (fields: Record<string, string>) =>
      admin.call('fuel-card-management/upload-fuel-card-csv', {
        body: fileForm(bytes, 'cards.csv', fields),
        headers: key('file'),
      });
    const first = await send({ note: 'a' });
    const again = await send({ note: 'a' });
    expect(again.status).toBe(first.status);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await send({ note: 'b' })).status).toBe(422);
  });

  it('is no shelter for a key that is none, and does not touch what only reads', async () => {
    expect((await put(1, 70, 'a b')).status).toBe(400);
    const search = () =>
      admin.call('fuel-card-management/search', { body: {}, headers: key('read') });
    await search();
    expect((await search()).headers.get('idempotent-replayed')).toBeNull();
  });
});
