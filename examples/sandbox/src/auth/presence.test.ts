import { expect, it, vi } from 'vitest';
import type { Store } from '../db/store.ts';
import { Presence } from './presence.ts';

const START = Date.parse('2026-11-20T15:00:00Z');
const OPENED = '2026-11-20T14:00:00.000Z';

/** Presence over a database whose writes end as the test says, and a clock that it sets, in ms. */
function openPresence(write: () => Promise<unknown>) {
  let ms = START;
  const presence = new Presence({ write } as unknown as Store, () => new Date(ms));
  const at = (after: number) => {
    ms = START + after;
  };
  return { presence, at };
}

it('AUTH-11 remembers for two minutes when a session was seen, and then reads it again', () => {
  const { at, presence } = openPresence(() => new Promise(() => {}));
  presence.note('a', OPENED, true);
  expect(presence.seen('a')).toBe('2026-11-20T15:00:00.000Z');
  at(119_999);
  presence.note('b', OPENED, true);
  expect(presence.seen('a')).toBe('2026-11-20T15:00:00.000Z');
  at(120_001);
  presence.note('c', OPENED, true);
  expect(['a', 'b', 'c'].map((one) => presence.seen(one))).toEqual([
    undefined,
    '2026-11-20T15:01:59.999Z',
    '2026-11-20T15:02:00.001Z',
  ]);
});

it('AUTH-11 is settled once its writes have ended, and says which one failed', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  let fail = () => {};
  const { presence } = openPresence(
    () =>
      new Promise((_, reject) => {
        fail = () => reject(new Error('disk full'));
      }),
  );
  presence.note('a', OPENED, true);
  let over = false;
  const settled = presence.settled().then(() => {
    over = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(over).toBe(false);
  fail();
  await settled;
  expect(said.mock.calls).toEqual([['A session was not marked as seen:', new Error('disk full')]]);
  said.mockRestore();
});
