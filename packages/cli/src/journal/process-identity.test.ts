import { expect, it, vi } from 'vitest';
import { lifeOf, thisProcess } from './process-identity.ts';

const failing = (code: string) =>
  vi.spyOn(process, 'kill').mockImplementationOnce(() => {
    throw Object.assign(new Error(code), { code });
  });

it('a process is alive while one of its id started when it did', () => {
  const own = thisProcess();
  expect(own.pid).toBe(process.pid);
  expect(lifeOf(own)).toBe('alive');
  expect(lifeOf({ ...own, started: '1' })).toBe('dead');
  expect(lifeOf({ ...own, started: undefined })).toBe('unknown');
  expect(lifeOf({ ...own, machine: 'another' })).toBe('unknown');
});

it('another user’s process, which may not be signalled, is not taken for dead', () => {
  failing('EPERM');
  expect(lifeOf(thisProcess())).toBe('alive');
  failing('ESRCH');
  expect(lifeOf(thisProcess())).toBe('dead');
});
