import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError, type Client } from '@forecourt/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Work } from '../work.ts';
import { changeOnce, openChanges } from './change-once.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'forecourt-changes-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const PAY = { invoice: 'INV-1', paid: '25.00' };
const CALL = { path: 'fuel-payment/register', json: { card: '7076850000000128' } };
const signedIn = (authorization = 'Bearer one') =>
  ({
    session: { current: { authorization, user: { email: 'ada@forecourt.test' } } },
  }) as unknown as Client;

/** The change of a run of `payments create` with these options. */
const changeOf = (options: object = PAY, { more = {} as unknown, client = signedIn() } = {}) => {
  const settings = { paths: { changes: dir }, baseUrl: { value: 'https://desk.test/api/v1' } };
  const work = { args: [], operation: 'payments.create', options, settings };
  return changeOnce<typeof CALL>(work as unknown as Work, client, more);
};
const failure = (more: object) =>
  new ApiError({ kind: 'http', operation: 'x', code: 'x', message: 'x', ...more });
const LOST = failure({ kind: 'network', outcome: 'unknown' });
const UNREACHED = failure({ kind: 'network', outcome: 'none' });
const REFUSED = failure({ status: 422, outcome: 'none' });

const openCommands = (changes = dir) =>
  openChanges({ settings: { paths: { changes } } } as unknown as Work);

/** Sends under a new key, and returns the key that was used. */
const keyOf = (change: ReturnType<typeof changeOf>, key: string, error?: ApiError) => {
  let used = '';
  const sent = change.send({ key, call: CALL }, async (its) => {
    used = its;
    if (error) throw error;
  });
  return sent.then(
    () => used,
    () => used,
  );
};

describe('a change that is sent once', () => {
  it('PAY-04 goes on under its key as long as its outcome is unknown, and then anew', async () => {
    expect(changeOf().open).toBeUndefined();
    expect(await keyOf(changeOf(), 'first', LOST)).toBe('first');
    expect(changeOf().open).toEqual({ key: 'first', command: 'payments.create', call: CALL });
    expect(await keyOf(changeOf(), 'second', LOST)).toBe('first');
    expect(openCommands()).toEqual(['payments.create']);
    expect(await keyOf(changeOf(), 'third')).toBe('first');
    expect(readdirSync(dir)).toEqual([]);
    expect(await keyOf(changeOf(), 'fourth')).toBe('fourth');
  });

  it('PAY-04 is not open if nothing was done, unless an earlier run may have done it', async () => {
    for (const error of [UNREACHED, REFUSED]) {
      await keyOf(changeOf(), 'first', error);
      expect(changeOf().open).toBeUndefined();
    }
    await keyOf(changeOf(), 'lost', LOST);
    await keyOf(changeOf(), 'again', UNREACHED);
    expect(changeOf().open?.key).toBe('lost');
    await keyOf(changeOf(), 'again', REFUSED);
    expect(changeOf().open).toBeUndefined();
  });

  it('PAY-04 is open in the same run too once its answer was lost, until it is forgotten', async () => {
    const change = changeOf();
    await keyOf(change, 'first', LOST);
    await keyOf(change, 'second', UNREACHED);
    expect(changeOf().open?.key).toBe('first');
    change.forget();
    expect(changeOf().open).toBeUndefined();
    await keyOf(change, 'third', UNREACHED);
    expect(changeOf().open).toBeUndefined();
  });

  it.each([
    { yes: true },
    { data: '-' },
    { passwordStdin: true },
    { json: true },
    { timeout: '5' },
  ])('PAY-04 is the same with %j', async (more) => {
    await keyOf(changeOf({ paid: '25.00', invoice: 'INV-1', ...more }), 'first', LOST);
    expect(changeOf().open?.key).toBe('first');
  });

  it('PAY-04 is another with another option, content, or account', async () => {
    await keyOf(changeOf(), 'first', LOST);
    const nobody = { session: { current: null } } as unknown as Client;
    expect(changeOf({ ...PAY, paid: '26.00' }).open).toBeUndefined();
    expect(changeOf(PAY, { more: { paid: 26 } }).open).toBeUndefined();
    expect(changeOf(PAY, { client: nobody }).open).toBeUndefined();
  });

  it('PAY-04 keeps no card number in clear, and after another sign-in only its key', async () => {
    await keyOf(changeOf(), 'first', LOST);
    const [name = ''] = readdirSync(dir);
    expect(readFileSync(join(dir, name), 'utf8')).not.toContain('7076850000000128');
    const later = changeOf(PAY, { client: signedIn('Bearer two') });
    expect(later.open).toEqual({ key: 'first', command: 'payments.create' });
  });

  it('USER-06 keeps a change without its call if the call has a secret', async () => {
    const change = changeOf();
    await change
      .send({ key: 'first' }, () => Promise.reject(LOST))
      .catch((error: unknown) => expect(error).toBe(LOST));
    const [name = ''] = readdirSync(dir);
    expect(JSON.parse(readFileSync(join(dir, name), 'utf8'))).toEqual({
      key: 'first',
      command: 'payments.create',
    });
    expect(changeOf().open).toEqual({ key: 'first', command: 'payments.create' });
  });

  it.each(['', '{"key":', 'null', '{"key":5,"command":"cards.create"}'])(
    'PAY-04 takes a file with %j for no open change',
    async (text) => {
      expect(openCommands(join(dir, 'none'))).toEqual([]);
      await keyOf(changeOf(), 'first', LOST);
      const [name = ''] = readdirSync(dir);
      writeFileSync(join(dir, name), text);
      expect([changeOf().open, openCommands()]).toEqual([undefined, []]);
    },
  );

  it('PAY-04 sends nothing if it can’t read whether the change is open', async () => {
    await keyOf(changeOf(), 'first', LOST);
    const [name = ''] = readdirSync(dir);
    rmSync(join(dir, name));
    mkdirSync(join(dir, name));
    expect(() => changeOf()).toThrow('EISDIR');
    expect(() => openCommands()).toThrow('EISDIR');
  });
});
