import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { claim, InUseError } from './claim.ts';
import { lifeOf, thisProcess } from './process-identity.ts';

const NAME = 'a'.repeat(64);
const MINUTE_MS = 60_000;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'forecourt-claim-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A lock file left by another process. */
function leave(holder: object, minutesAgo = 0): string {
  const path = join(dir, `${NAME}.1-0.lock`);
  writeFileSync(path, JSON.stringify({ host: 'desk', at: '2026-11-20T02:00:00Z', ...holder }));
  const at = new Date(Date.now() - minutesAgo * MINUTE_MS);
  utimesSync(path, at, at);
  return path;
}

const locks = () => readdirSync(dir).filter((name) => name.endsWith('.lock'));

describe('a claim', () => {
  it('TXN-13 has one holder at a time, and names the holder', async () => {
    const held = await claim(dir, NAME);
    const refused = await claim(dir, NAME).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InUseError);
    expect(refused).toMatchObject({
      code: 'in_use',
      outcome: 'none',
      message: expect.stringContaining(`process ${process.pid} on `),
    });
    await (await claim(dir, 'b'.repeat(64))).release();
    held.release();
    expect(locks()).toEqual([]);
    (await claim(dir, NAME)).release();
  });

  it('TXN-13 goes to exactly one of many concurrent claimants', async () => {
    for (let time = 0; time < 5; time += 1) {
      const asked = Array.from({ length: 12 }, () => claim(dir, NAME));
      const ends = await Promise.allSettled(asked);
      const held = ends.filter((end) => end.status === 'fulfilled');
      expect(held).toHaveLength(1);
      expect(locks()).toHaveLength(1);
      for (const { value } of held) value.release();
    }
  });

  it('is taken over from a process that has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    leave({ ...thisProcess(), pid });
    const held = await claim(dir, NAME);
    expect(locks()).toHaveLength(1);
    expect(readFileSync(join(dir, locks()[0] ?? ''), 'utf8')).toContain(`"pid":${process.pid},`);
    held.release();
  });

  it('is taken over if another process now has its number', async () => {
    leave({ ...thisProcess(), pid: process.ppid, started: '1' });
    (await claim(dir, NAME)).release();
  });

  it('stays with a running process, however long it takes', async () => {
    leave(thisProcess(), 600);
    await expect(claim(dir, NAME)).rejects.toThrow(InUseError);
  });

  it.each([
    ['of another machine', { ...thisProcess(), machine: 'elsewhere' }],
    [
      'of a system without a record of when processes began',
      { ...thisProcess(), started: undefined },
    ],
  ])('%s counts for five minutes after it was renewed', async (_, holder) => {
    leave(holder, 4);
    await expect(claim(dir, NAME)).rejects.toThrow(InUseError);
    leave(holder, 5.01);
    (await claim(dir, NAME)).release();
  });

  it('is renewed every 30 seconds, and no more once it is released', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const held = await claim(dir, NAME);
      const path = join(dir, locks()[0] ?? '');
      const renewed = () => statSync(path).mtimeMs > Date.now() - MINUTE_MS;
      const age = () => utimesSync(path, new Date(0), new Date(0));
      age();
      vi.advanceTimersByTime(29_999);
      expect(renewed()).toBe(false);
      vi.advanceTimersByTime(1);
      expect(renewed()).toBe(true);
      age();
      vi.advanceTimersByTime(30_000);
      expect(renewed()).toBe(true);
      held.release();
      expect(vi.getTimerCount()).toBe(0);
      // A folder that is gone stops nothing.
      await claim(dir, NAME);
      rmSync(dir, { recursive: true });
      vi.advanceTimersByTime(30_000);
    } finally {
      vi.useRealTimers();
    }
  });

  it('counts as held by an unknown process if it is half-written', async () => {
    const path = leave({});
    writeFileSync(path, '{"pid":');
    await expect(claim(dir, NAME)).rejects.toThrow('Another run works on it.');
    utimesSync(path, new Date(0), new Date(0));
    (await claim(dir, NAME)).release();
  });

  it('leaves the claims and files of other imports alone', async () => {
    const other = await claim(dir, 'b'.repeat(64));
    const held = await claim(dir, NAME);
    writeFileSync(join(dir, `${NAME}.json`), '{}');
    held.release();
    (await claim(dir, NAME)).release();
    expect(readdirSync(dir).map((name) => name.slice(0, 2))).toEqual(['aa', 'bb']);
    other.release();
    expect(readdirSync(dir)).toEqual([`${NAME}.json`]);
  });

  it('deletes half-written claims of killed processes, but no recent ones', async () => {
    const kept = [`${NAME}.json`, `${'b'.repeat(64)}.json.1-2.tmp`];
    for (const name of [...kept, `${NAME}.json.1-2.tmp`]) {
      writeFileSync(join(dir, name), '{');
      utimesSync(join(dir, name), new Date(0), new Date(0));
    }
    writeFileSync(join(dir, `${NAME}.json.1-3.tmp`), '{');
    // As one that another run removes in between: its name is still listed.
    symlinkSync(join(dir, 'gone'), join(dir, `${NAME}.json.1-4.tmp`));
    (await claim(dir, NAME)).release();
    expect(readdirSync(dir).sort()).toEqual([...kept, `${NAME}.json.1-3.tmp`].sort());
  });
});

describe('a process', () => {
  it('has a unique identity', () => {
    const own = thisProcess();
    expect(lifeOf(own)).toBe('alive');
    expect(lifeOf({ ...own, started: '1' })).toBe('dead');
    expect(lifeOf({ ...own, pid: spawnSync(process.execPath, ['-e', '0']).pid })).toBe('dead');
    expect(lifeOf({ ...own, machine: 'elsewhere' })).toBe('unknown');
    expect(own.machine.split(' ')[0]).toBe(hostname());
  });

  it.runIf(process.platform === 'linux')('is known by its boot and namespace, too', () => {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const namespace = readlinkSync('/proc/self/ns/pid');
    expect(thisProcess().machine).toBe(`${hostname()} ${boot} ${namespace}`);
  });

  it.runIf(process.platform === 'linux')(
    'is dead once it ends, before its parent sees it',
    async () => {
      // `exec` makes a parent that never collects its child.
      const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      try {
        const [said] = (await once(parent.stdout, 'data')) as [Buffer];
        const pid = Number(said.toString());
        const fieldsOf = (of: number | undefined) =>
          readFileSync(`/proc/${of}/stat`, 'utf8').split(' ');
        await expect.poll(() => fieldsOf(parent.pid)[1]).toBe('(sleep)');
        process.kill(pid);
        await expect.poll(() => fieldsOf(pid)[2]).toBe('Z');
        expect(lifeOf({ ...thisProcess(), pid, started: fieldsOf(pid)[21] })).toBe('dead');
      } finally {
        parent.kill();
      }
    },
  );
});
