import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealOf } from '@forecourt/cli/host';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isLate, type Journal, type Kept, openJournal } from '../journal.ts';
import { plainAddress } from '../office.ts';

let base: string;
let journal: Journal;
const open = (secret = 'a password', account = ['service', 'ann']): Journal =>
  openJournal(base, { account, seal: sealOf(secret) });

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'forecourt-journal-'));
  journal = open();
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(base, { recursive: true, force: true });
});

const PAYMENT = {
  ...{ tool: 'create_payment', target: 'invoice 7', payload: { amount: '100' } },
  ...{ values: { amount_paid: '100', referenceId: 'A' }, asked: { amount_paid: '100' } },
  ...{ question: ['Add Payment', 'Amount Paid: 100'], entered: 'Amount Paid: 100' },
  records: ['invoice 7'],
};
const files = () =>
  readdirSync(base, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));

describe('a change in the journal', () => {
  it('PAY-04 has the key of whoever sent it first, until it is known to have had no effect', () => {
    expect(journal.begin({ ...PAYMENT, key: 'first' })).toMatchObject({
      key: 'first',
      state: 'open',
    });
    const swapped = { referenceId: 'A', amount_paid: '100' };
    const second = open().begin({ ...PAYMENT, values: swapped, key: 'second' });
    expect(second).toMatchObject({ key: 'first', state: 'open' });
    const other = journal.begin({ ...PAYMENT, values: { amount_paid: '101' }, key: 'other' });
    expect(other.key).toBe('other');
    expect(
      journal
        .of(PAYMENT)
        .map(({ key }) => key)
        .sort(),
    ).toEqual(['first', 'other']);
    expect(journal.of({ ...PAYMENT, target: 'invoice 8' })).toEqual([]);
    expect(open('a password', ['service', 'bob']).of(PAYMENT)).toEqual([]);
    journal.drop(second);
    expect(journal.begin({ ...PAYMENT, key: 'third' }).key).toBe('third');
  });

  it('PAY-04 is remembered for a day; then two processes agree on the next key', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') });
    journal.made(journal.begin({ ...PAYMENT, key: 'first' }), 'It was paid.');
    vi.setSystemTime(new Date('2026-11-24T11:59:00Z'));
    expect(journal.of(PAYMENT)).toMatchObject([
      { key: 'first', state: 'made', said: 'It was paid.' },
    ]);
    expect(journal.begin({ ...PAYMENT, key: 'soon' })).toMatchObject({
      key: 'first',
      state: 'made',
    });
    vi.setSystemTime(new Date('2026-11-24T12:01:00Z'));
    expect(journal.of(PAYMENT)).toEqual([]);
    expect(journal.begin({ ...PAYMENT, key: 'next' })).toMatchObject({
      key: 'next',
      state: 'open',
    });
    expect(open().begin({ ...PAYMENT, key: 'late' })).toMatchObject({ key: 'next', state: 'open' });
    expect(files()).toHaveLength(1);
    // An open one never becomes old: its outcome is not known.
    vi.setSystemTime(new Date('2027-03-01T12:00:00Z'));
    expect(journal.of(PAYMENT)).toMatchObject([{ key: 'next', state: 'open' }]);
  });

  it('PAY-04 keeps its key under another sign-in, which can’t read the rest', () => {
    const kept = journal.begin({ ...PAYMENT, key: 'first' });
    const later = open('a new token');
    expect(() => later.of(PAYMENT)).toThrow(
      /lost its answer under another sign-in, so nothing is sent/,
    );
    expect(later.begin({ ...PAYMENT, key: 'second' })).toMatchObject({
      key: 'first',
      state: 'open',
    });
    journal.made(kept, 'It was paid.');
    expect(later.of(PAYMENT)).toEqual([]);
    expect(later.begin({ ...PAYMENT, key: 'third' })).toMatchObject({
      key: 'first',
      state: 'made',
    });
  });

  it('PAY-04 stops everything if it can’t be read, and is its owner’s alone', () => {
    journal.begin({ ...PAYMENT, key: 'first' });
    const file = join(base, files()[0] ?? '');
    expect([statSync(file).mode & 0o777, statSync(join(file, '..')).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    writeFileSync(file, '{"key":');
    expect(() => journal.of(PAYMENT)).toThrow("The journal can't be read, so nothing is sent");
    expect(() => journal.begin({ ...PAYMENT, key: 'second' })).toThrow("can't be read");
  });

  it('PAY-04 answers a repeat for ten minutes, and only until another change of the record', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') });
    const only = () => journal.of(PAYMENT)[0] as Kept;
    journal.made(journal.begin({ ...PAYMENT, key: 'first' }), 'It was paid.', ['payment 55']);
    vi.setSystemTime(new Date('2026-11-23T12:09:00Z'));
    expect(journal.isRepeat(only())).toBe(true);
    vi.setSystemTime(new Date('2026-11-23T12:11:00Z'));
    expect(journal.isRepeat(only())).toBe(false);
    vi.setSystemTime(new Date('2026-11-23T12:01:00Z'));
    const back = { ...PAYMENT, tool: 'reverse_payment', target: 'payment 55', key: 'back' };
    journal.begin({ ...back, records: ['payment 55'] });
    expect(journal.isRepeat(only())).toBe(false);
    // Once more, as a person wants it: under a new key, which all processes then share.
    expect(journal.begin({ ...PAYMENT, key: 'other' })).toMatchObject({ key: 'first' });
    expect(journal.begin({ ...PAYMENT, key: 'more' }, 'first')).toMatchObject({
      key: 'more',
      state: 'open',
    });
    expect(open().begin({ ...PAYMENT, key: 'late' }, 'first')).toMatchObject({ key: 'more' });
    journal.made(only(), 'It was paid again.');
    expect(open().begin({ ...PAYMENT, key: 'late' }, 'first')).toMatchObject({
      key: 'more',
      state: 'made',
    });
    expect(journal.isRepeat(only())).toBe(true);
  });

  it('PAY-04 is the same one by every name of this machine', () => {
    for (const name of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST']) {
      expect(plainAddress(`http://${name}:4000/api/v1`)).toBe('http://127.0.0.1:4000/api/v1');
    }
    expect(plainAddress('https://localhost.example/api')).toBe('https://localhost.example/api');
  });

  it('PAY-04 keeps what was given up, and begins anew after it', () => {
    const kept = journal.begin({ ...PAYMENT, key: 'first' });
    journal.giveUp(kept);
    expect(journal.of(PAYMENT)).toEqual([]);
    expect(journal.begin({ ...PAYMENT, key: 'second' })).toMatchObject({
      key: 'second',
      state: 'open',
    });
    expect(
      files()
        .map((name) => JSON.parse(readFileSync(join(base, name), 'utf8')).state)
        .sort(),
    ).toEqual(['given_up', 'open']);
  });

  it('PAY-04 is too late to be sent under its key after 23 hours', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') });
    const kept = journal.begin({ ...PAYMENT, key: 'first' });
    vi.setSystemTime(new Date('2026-11-24T10:59:00Z'));
    expect(isLate(kept)).toBe(false);
    vi.setSystemTime(new Date('2026-11-24T11:01:00Z'));
    expect(isLate(kept)).toBe(true);
    expect(isLate({ ...kept, at: 'yesterday' })).toBe(true);
  });

  it('PAY-04 is sent or decided by one session at a time', async () => {
    const order: string[] = [];
    const sent = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    const first = journal.alone(PAYMENT, async () => {
      began.resolve();
      await sent.promise;
      order.push('sent');
    });
    await began.promise;
    const second = open().alone(PAYMENT, async () => order.push('decided'));
    await open().alone({ ...PAYMENT, target: 'invoice 8' }, async () => order.push('another'));
    sent.resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(['another', 'sent', 'decided']);
  });
});
