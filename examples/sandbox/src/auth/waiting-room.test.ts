import { expect, it } from 'vitest';
import { Problem } from '../http/problem.ts';
import { WaitingRoom } from './waiting-room.ts';

const full = () => new Problem(429, 'Full');

it('AUTH-12 gives the places of 20 attempts of an address and of 1,000 in total to others when they end', async () => {
  let end = () => {};
  const waited: number[] = [];
  let paused = new Promise<void>((resolve) => {
    end = resolve;
  });
  const room = new WaitingRoom((ms) => {
    waited.push(ms);
    return paused;
  });
  const fill = () =>
    Array.from({ length: 1_000 }, (_, at) => room.hold(`198.51.100.${at % 50}`, 500, full));

  for (let round = 0; round < 3; round += 1) {
    const held = fill();
    await expect(room.hold('198.51.100.7', 500, full)).rejects.toThrow('Full');
    await expect(room.hold('203.0.113.1', 500, full)).rejects.toThrow('Full');
    await room.hold('203.0.113.1', 0, full);
    end();
    await Promise.all(held);
    paused = new Promise<void>((resolve) => {
      end = resolve;
    });
  }
  expect(waited).toHaveLength(3_000);
  expect(new Set(waited)).toEqual(new Set([500]));

  const twenty = Array.from({ length: 20 }, () => room.hold('203.0.113.1', 500, full));
  await expect(room.hold('203.0.113.1', 500, full)).rejects.toThrow('Full');
  const other = room.hold('203.0.113.2', 500, full);
  end();
  await Promise.all([...twenty, other]);
});

it('AUTH-12 frees one place for each attempt that ends, however many of its address wait', async () => {
  const ends: (() => void)[] = [];
  const room = new WaitingRoom(() => new Promise<void>((resolve) => ends.push(resolve)));
  const hold = () => room.hold('203.0.113.1', 500, full);
  const held = Array.from({ length: 20 }, hold);
  ends[0]?.();
  await held[0];
  const next = hold();
  await expect(hold()).rejects.toThrow('Full');
  for (const end of ends) end();
  await Promise.all([...held, next]);
});
