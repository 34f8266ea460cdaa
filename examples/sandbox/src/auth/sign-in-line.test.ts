import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_LINE, hashesAtOnce, SignInLine } from './sign-in-line.ts';

const LIMITS = { atOnce: 1, slots: 3, slotsOfAddress: 2, patienceMs: 60_000 };
const line = (limits: Partial<typeof LIMITS> = {}, random = 0) =>
  new SignInLine({ ...LIMITS, ...limits }, () => random);

/** Work that ends on request. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, work: () => opened };
}

/** Has the line measure a check of this duration. */
async function takes(sought: SignInLine, ms: number): Promise<void> {
  const clock = vi
    .spyOn(performance, 'now')
    .mockReturnValueOnce(7_000)
    .mockReturnValueOnce(7_000 + ms);
  await sought.run(at('first'), () => Promise.resolve());
  clock.mockRestore();
}

const at = (address: string, username = address, known = false) => ({ address, username, known });

/** Of a line whose checks took these times: what the last of `count` strangers hears, all others being there before. */
async function refusalOf(sought: SignInLine, took: readonly number[], count: number) {
  for (const ms of took) await takes(sought, ms);
  const { open, work } = gate();
  const others = Array.from({ length: count - 1 }, (_, index) => sought.run(at(`a${index}`), work));
  const answer = await sought.run(at('last'), work).catch((error) => error.headers['retry-after']);
  open();
  await Promise.all(others);
  return answer;
}

describe('the line of sign-ins', () => {
  it('AUTH-12 checks three passwords at once at most, and leaves a core to everything else', () => {
    expect([1, 2, 3, 4, 5, 64].map(hashesAtOnce)).toEqual([1, 1, 2, 3, 3, 3]);
    expect(DEFAULT_LINE).toMatchObject({ slots: 100, slotsOfAddress: 2, patienceMs: 2_500 });
  });

  it.each([
    ['300 ms a check as long as none was measured', { slots: 8 }, [], 10, '3'],
    ['as many checks at once as there are', { slots: 4, atOnce: 2 }, [1_000], 7, '4'],
    ['a second at least', { slots: 1 }, [100], 3, '1'],
    ['whole seconds, rounded up', { slots: 1 }, [667], 3, '3'],
    ['the first check as it was, later ones by a fifth', { slots: 1 }, [1_000, 2_000], 3, '4'],
  ])('AUTH-12 says when to come back by %s', async (_, limits, took, count, seconds) => {
    expect(await refusalOf(line(limits), took, count)).toBe(seconds);
  });

  it('AUTH-12 spreads over four seconds when those who were refused come back', async () => {
    const seconds = [0, 0.25, 0.5, 0.99].map((random) =>
      refusalOf(line({ slots: 1 }, random), [], 3),
    );
    expect(await Promise.all(seconds)).toEqual(['1', '2', '3', '4']);
  });

  it('AUTH-12 refuses an attempt when it is full, with the time to come back', async () => {
    const sought = line();
    const { open, work } = gate();
    const all = ['a', 'b', 'c', 'd'].map((name) => sought.run(at(name), work));
    await expect(sought.run(at('e'), work)).rejects.toMatchObject({
      status: 503,
      message: 'Many people are signing in right now. Try again in 2 s.',
      headers: { 'retry-after': '2' },
    });
    open();
    await Promise.all(all);
    await sought.run(at('e'), work);
  });

  it('AUTH-12 leaves room for others where one address fills its share', async () => {
    const sought = line();
    const { open, work } = gate();
    const flood = [1, 2, 3].map((index) => sought.run(at('a', `name ${index}`), work));
    await expect(sought.run(at('a', 'name 4'), work)).rejects.toMatchObject({ status: 503 });
    const other = sought.run(at('b'), work);
    open();
    await Promise.all([...flood, other]);
  });

  it('AUTH-12 lets an address that the account knows go before strangers, who waited longer', async () => {
    const sought = line();
    const { open, work } = gate();
    const started: string[] = [];
    const run = (name: string, known: boolean) =>
      sought.run(at(name, name, known), () => {
        started.push(name);
        return work();
      });
    const all = [run('a', false), run('b', false), run('c', false), run('known', true)];
    open();
    await Promise.allSettled(all);
    expect(started).toEqual(['a', 'known', 'b', 'c']);
  });

  it('AUTH-12 displaces the newest stranger for one whose account knows the address, and nobody else', async () => {
    const sought = line({ slots: 2 });
    const { open, work } = gate();
    const [working, oldest, newest] = ['a', 'b', 'c'].map((name) => sought.run(at(name), work));
    const known = sought.run(at('d', 'd', true), work);
    await expect(newest).rejects.toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.stringMatching(/^[12]$/) },
    });
    const other = sought.run(at('e', 'e', true), work);
    await expect(oldest).rejects.toMatchObject({ status: 503 });
    // Of those who are known none gives way.
    await expect(sought.run(at('f', 'f', true), work)).rejects.toMatchObject({ status: 503 });
    open();
    await Promise.all([working, known, other]);
  });

  it('AUTH-12 gives each account of a shared known address its own share', async () => {
    const sought = line({ slots: 10 });
    const { open, work } = gate();
    const strangers = [1, 2, 3].map((index) => sought.run(at('office', `name ${index}`), work));
    const people = ['ann', 'ann', 'bob', 'bob'].map((name) =>
      sought.run(at('office', name, true), work),
    );
    await expect(sought.run(at('office', 'ann', true), work)).rejects.toMatchObject({
      status: 503,
    });
    open();
    // Strangers there are no people whom the account knows: they have places of their own.
    const late = line({ slots: 10 });
    const known = [1, 2, 3].map(() => late.run(at('office', 'ann', true), work));
    const guest = late.run(at('office', 'ann'), work);
    open();
    await Promise.all([...strangers, ...people, ...known, guest]);
  });

  it('AUTH-12 refuses an attempt that waits too long, and serves the others', async () => {
    const sought = line({ patienceMs: 10 });
    const { open, work } = gate();
    const first = sought.run(at('a'), work);
    await expect(sought.run(at('b'), work)).rejects.toMatchObject({ status: 503 });
    open();
    await first;
  });

  it('AUTH-12 refuses at once whoever would wait too long, and says when the line is empty', async () => {
    const sought = line({ slots: 1_000, patienceMs: 2_500 });
    await takes(sought, 300);
    const { open, work } = gate();
    const settled: string[] = [];
    const all = Array.from({ length: 200 }, (_, index) =>
      sought.run(at(`a${index}`), work).catch((error) => {
        settled.push(error.headers['retry-after']);
      }),
    );
    // At 300 ms each, eight can wait for one that works.
    await expect(sought.run(at('last'), work)).rejects.toMatchObject({
      status: 503,
      message: 'Many people are signing in right now. Try again in 3 s.',
    });
    expect([settled.length, new Set(settled)]).toEqual([191, new Set(['3'])]);
    const known = sought.run(at('known', 'ann', true), work);
    open();
    await Promise.all([...all, known]);
  });

  it('AUTH-12 shortens the line once a check has shown how long it is', async () => {
    const sought = line({ slots: 1_000, patienceMs: 2_500 });
    const { open, work } = gate();
    const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(500);
    const ended: string[] = [];
    const all = Array.from({ length: 20 }, (_, index) =>
      sought
        .run(at(`a${index}`), index === 0 ? () => Promise.resolve() : work)
        .then(() => ended.push('served'))
        .catch(() => ended.push('refused')),
    );
    // At 500 ms each, five can wait for one that works.
    await vi.waitFor(() => expect(ended.filter((end) => end === 'refused')).toHaveLength(13));
    clock.mockRestore();
    open();
    await Promise.all(all);
    expect(ended.filter((end) => end === 'served')).toHaveLength(7);
  });

  it('AUTH-12 lets those stay whose account knows the address, however long the line has become', async () => {
    const sought = line({ slots: 1_000, patienceMs: 2_500 });
    const { open, work } = gate();
    const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(5_000);
    const first = sought.run(at('a'), () => Promise.resolve());
    const people = Array.from({ length: 10 }, (_, index) =>
      sought.run(at(`b${index}`, `b${index}`, true), work),
    );
    await first;
    clock.mockRestore();
    open();
    expect(await Promise.all(people)).toHaveLength(10);
  });

  it('AUTH-12 never sends anyone away for minutes, even after very slow checks', async () => {
    const sought = line({ patienceMs: 2_500, slots: 2 });
    await takes(sought, 600_000);
    const { open, work } = gate();
    const first = sought.run(at('a'), work);
    // The first in line can wait, whatever was measured.
    const second = sought.run(at('b'), work);
    await expect(sought.run(at('c'), work)).rejects.toMatchObject({
      headers: { 'retry-after': '8' },
    });
    open();
    await Promise.all([first, second]);
  });

  it('AUTH-12 looks at the attempts of one account one after the other, and lets others pass', async () => {
    const sought = line({ atOnce: 2 });
    const { open, work } = gate();
    const started: string[] = [];
    const run = (name: string, username: string, until: () => Promise<void>) =>
      sought.run(at(name, username), () => {
        started.push(name);
        return until();
      });
    const first = run('a', 'admin', work);
    const second = run('b', 'admin', () => Promise.resolve());
    await run('c', 'clerk', () => Promise.resolve());
    expect(started).toEqual(['a', 'c']);
    open();
    await Promise.all([first, second]);
    expect(started).toEqual(['a', 'c', 'b']);
  });

  it('AUTH-12 looks at no two attempts of an account at once while it looks at another account', async () => {
    const sought = line({ atOnce: 3, slots: 10 });
    const { open, work } = gate();
    const started: string[] = [];
    const all = ['admin', 'clerk', 'admin', 'viewer'].map((username, index) =>
      sought.run(at(`a${index}`, username), () => {
        started.push(`${username} ${index}`);
        return work();
      }),
    );
    await vi.waitFor(() => expect(started).toContain('viewer 3'));
    expect(started).toEqual(['admin 0', 'clerk 1', 'viewer 3']);
    open();
    await Promise.all(all);
  });

  it('AUTH-12 goes on after work that failed', async () => {
    const sought = line();
    await expect(sought.run(at('a'), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await sought.run(at('a'), () => Promise.resolve('yes'))).toBe('yes');
  });
});
