import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Work } from '../work.ts';
import { readHook, readNight } from './night-options.ts';

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'forecourt-inbox-')));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('TXN-13 the options of a night', () => {
  const PROVIDED = { concurrency: 2, deadline: undefined, providers: ['ESSO', 'Pipeline'] };
  const read = (options: Work['options']) =>
    readNight({ options: { inbox: dir, ...options } } as unknown as Work, PROVIDED);

  it('TXN-13 has two seconds for a file to settle, and nothing else, unless said', () => {
    expect(read({})).toEqual({
      ...{ concurrency: 2, deadline: undefined, report: undefined, metrics: undefined },
      ...{ calendar: undefined, hook: undefined },
      inbox: { dir, settleMs: 2_000, providers: ['ESSO', 'Pipeline'] },
    });
    expect(read({ report: 'night.json', metricsFile: 'night.prom' })).toMatchObject({
      ...{ report: 'night.json', metrics: 'night.prom' },
    });
    expect(read({ onFinish: 'mail.sh' }).hook).toEqual({ command: 'mail.sh', timeoutMs: 60_000 });
  });

  it.each([
    ['0', 0],
    ['0.5', 500],
    ['3600', 3_600_000],
  ])('TXN-13 --settle %s is %i ms', (settle, settleMs) => {
    expect(read({ settle }).inbox.settleMs).toBe(settleMs);
  });

  it.each(['-1', '3601', 'soon'])('TXN-13 refuses --settle %s', (settle) => {
    expect(() => read({ settle })).toThrow('--settle is a number of seconds, at most 3600.');
  });

  it.each([
    [
      'report',
      '/dev/stdout',
      '--json and --report /dev/stdout both use standard output: choose one.',
    ],
    ['report', '/dev/fd/1', '--json and --report /dev/fd/1 both use standard output: choose one.'],
    [
      ...['metricsFile', '/proc/self/fd/1'],
      '--json and --metrics-file /proc/self/fd/1 both use standard output: choose one.',
    ],
  ] as const)(
    'TXN-13 refuses --json with %s %s, which would be two documents',
    (option, path, message) => {
      expect(() => read({ [option]: path, json: true })).toThrow(message);
      expect(read({ [option]: path })).toMatchObject({ inbox: { dir } });
    },
  );
});

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
