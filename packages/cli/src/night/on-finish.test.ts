import { describe, expect, it } from 'vitest';
import { runHook } from './on-finish.ts';

const run = (command: string, timeoutMs = 60_000) =>
  runHook(
    { command, timeoutMs },
    { PATH: process.env.PATH, HOME: '/home', FORECOURT_TOKEN: 'secret' },
    { exitCode: 6, report: '/r.json', page: undefined },
  );

describe('TXN-13 the command after a night', () => {
  it('TXN-13 knows the report and the exit code, and not the token', async () => {
    const said = 'echo "$FORECOURT_REPORT|$FORECOURT_REPORT_HTML|$FORECOURT_EXIT_CODE';
    expect(await run(`${said}|$HOME|$FORECOURT_TOKEN|"; exit 1`)).toEqual({
      ok: false,
      message: '--on-finish ended with 1: /r.json||6|/home||',
    });
    const none = await runHook(
      { command: 'echo "<$FORECOURT_REPORT$FORECOURT_REPORT_HTML>"; exit 1', timeoutMs: 60_000 },
      {},
      { exitCode: 1, report: undefined, page: '/r.html' },
    );
    expect(none.message).toBe('--on-finish ended with 1: </r.html>');
  });

  it.each([
    ['true', { ok: true, message: 'Done.' }],
    ['echo fine', { ok: true, message: 'Done.' }],
    ['exit 3', { ok: false, message: '--on-finish ended with 3' }],
    ['kill -9 $$', { ok: false, message: '--on-finish ended with SIGKILL' }],
    [
      'echo " a "; echo b >&2; exit 3',
      { ok: false, message: expect.stringMatching(/3: (a \nb|b\n a)$/) },
    ],
    [
      "printf '\\033]0;title\\007one\\033[31m\\r\\n\\tred\\302\\233' ; exit 3",
      { ok: false, message: '--on-finish ended with 3: ]0;title one [31m \n red' },
    ],
  ])('TXN-13 %s', async (command, end) => {
    expect(await run(command)).toEqual(end);
  });

  it('TXN-13 is quoted with the last 2,000 characters that it printed', async () => {
    const { message } = await run('printf "first%02000d" 7; exit 1');
    expect(message).toBe(`--on-finish ended with 1: ${'7'.padStart(2_000, '0')}`);
  });

  it('TXN-13 is quoted with what arrives just after its exit, and not waited for by a daemon that it started', async () => {
    expect((await run('(sleep 0.1; echo rest) & exit 3')).message).toBe(
      '--on-finish ended with 3: rest',
    );
    const begun = performance.now();
    expect((await run('sleep 30 & echo began; exit 3')).message).toBe(
      '--on-finish ended with 3: began',
    );
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it('TXN-13 is not ended late while the rest of its output is waited for', async () => {
    expect((await run('sleep 30 & exit 3', 1_500)).message).toBe('--on-finish ended with 3');
  });

  it('TXN-13 is ended in time, with its children', async () => {
    expect(await run('sleep 60 & sleep 60', 50)).toEqual({
      ok: false,
      message: '--on-finish was ended after 0.05 s',
    });
  });
});
