import { describe, expect, it } from 'vitest';
import type { CommandError } from './command-error.ts';
import { watchCrashes } from './crashes.ts';

/** Watches crashes through a listener that the test calls in place of Node. */
function watched() {
  let crash: (error: unknown) => void = () => undefined;
  const crashes = watchCrashes((onCrash) => {
    crash = onCrash;
  });
  return { crashes, crash: (error: unknown) => crash(error) };
}

const endOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    ({ code, exitCode, message, particulars }: CommandError) => [
      code,
      exitCode,
      message,
      particulars.detail,
    ],
  );

const LOOK = 'Run again with --verbose to see where.';
const FIND_OUT = 'Run the same command again: it finds out what happened before it sends anything.';
const soon = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('uncaught errors', () => {
  it('end the run with 1, or with 8 while something is being sent', async () => {
    const calm = watched();
    calm.crash(new Error('out of the blue'));
    expect(await endOf(calm.crashes.fatal)).toEqual([
      'crashed',
      1,
      'unexpected error: out of the blue',
      LOOK,
    ]);
    const sending = watched();
    const answer = Promise.withResolvers<void>();
    const call = sending.crashes.sending(() => answer.promise);
    sending.crash('no error at all');
    expect(await endOf(sending.crashes.fatal)).toEqual([
      'crashed',
      8,
      'unexpected error while sending: no error at all',
      FIND_OUT,
    ]);
    answer.resolve();
    await call;
    const answered = watched();
    await answered.crashes.sending(async () => undefined);
    answered.crash(new Error('later'));
    expect(await endOf(answered.crashes.fatal)).toEqual([
      'crashed',
      1,
      'unexpected error: later',
      LOOK,
    ]);
  });

  it('end only the contained work that they belong to', async () => {
    const { crashes, crash } = watched();
    const good = crashes.contain(async () => {
      await soon(30);
      return 'good';
    });
    const bad = crashes.contain(async () => {
      setTimeout(() => crash(new Error('of the bad one')), 5);
      await soon(1_000_000);
    });
    const sent = crashes.contain(async () => {
      setTimeout(() => crash(new Error('of the sent one')), 5);
      await crashes.sending(() => soon(1_000_000));
    });
    expect(await endOf(bad)).toEqual(['crashed', 1, 'unexpected error: of the bad one', LOOK]);
    expect(await endOf(sent)).toEqual([
      'crashed',
      8,
      'unexpected error while sending: of the sent one',
      FIND_OUT,
    ]);
    expect(await good).toBe('good');
    expect(crashes.late).toEqual([]);
  });

  it('end all current work if their origin is unknown', async () => {
    const { crashes, crash } = watched();
    const works = [1, 2].map(() => crashes.contain(() => soon(1_000_000)));
    crash(new Error('of nobody'));
    expect(await Promise.all(works.map(endOf))).toEqual([
      ['crashed', 1, 'unexpected error: of nobody', LOOK],
      ['crashed', 1, 'unexpected error: of nobody', LOOK],
    ]);
  });

  it('are kept for the end if their work has already ended', async () => {
    const { crashes, crash } = watched();
    await crashes.contain(async () => {
      setTimeout(() => crash(new Error('too late')), 5);
    });
    await soon(20);
    expect(crashes.late.map(({ exitCode, message }) => [exitCode, message])).toEqual([
      [1, 'unexpected error: too late'],
    ]);
  });
});
