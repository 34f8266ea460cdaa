import { describe, expect, it } from 'vitest';
import { readHook } from './night-options.ts';

describe('TXN-13 --on-finish', () => {
  it.each([
    [{}, undefined],
    [{ onFinish: ' mail.sh ' }, { command: 'mail.sh', timeoutMs: 60_000 }],
    [
      { onFinish: 'x', onFinishTimeout: '0.5' },
      { command: 'x', timeoutMs: 500 },
    ],
    [
      { onFinish: 'x', onFinishTimeout: '3600' },
      { command: 'x', timeoutMs: 3_600_000 },
    ],
  ])('%j is %j', (options, hook) => {
    expect(readHook(options)).toEqual(hook);
  });

  it.each<[string | undefined, string | undefined, string]>([
    [undefined, '5', '--on-finish-timeout is for --on-finish, which is missing.'],
    ['  ', undefined, '--on-finish is a command: it is empty.'],
    ...['0', '-1', 'soon', '3600.5'].map((seconds): [string, string, string] => [
      'x',
      seconds,
      '--on-finish-timeout is a number of seconds, more than 0 and at most 3600.',
    ]),
  ])('refuses %j with %j', (onFinish, onFinishTimeout, message) => {
    expect(() => readHook({ onFinish, onFinishTimeout })).toThrow(message);
  });
});
