import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeBehind } from './write-behind.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-write-behind-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Fault = (call: string, count: number) => Promise<void> | undefined;

/** An open file of the disk whose calls are counted; `before` can hold one up or fail it. */
async function openFile(name: string, before: Fault = () => undefined) {
  const path = join(folder, name);
  const calls: string[] = [];
  const real = await open(path, 'wx');
  const file = new Proxy(real, {
    get(target, key) {
      const value = Reflect.get(target, key, target) as unknown;
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        calls.push(String(key));
        await before(String(key), calls.filter((call) => call === key).length);
        return value.apply(target, args);
      };
    },
  }) as FileHandle;
  return { path, calls, file, close: () => real.close() };
}

const failure = (code: string) => Object.assign(new Error(`${code}: the disk says no`), { code });
const chunkOf = (fill: number, size = 65_536) => new Uint8Array(size).fill(fill);

describe('a file that is written while more of it arrives', () => {
  it('has every byte in its order, however the chunks are cut', async () => {
    const { path, file, close } = await openFile('order.bin');
    const { write, end } = writeBehind(file, true);
    const expected: Uint8Array[] = [];
    for (let index = 0; index < 90; index += 1) {
      const chunk = chunkOf(index, [1, 70_000, 0, 2_500_000, 31][index % 5]);
      expected.push(chunk);
      await write(chunk);
    }
    await end();
    await close();
    expect(readFileSync(path).equals(Buffer.concat(expected))).toBe(true);
  });

  it('takes the next block while one is written, and holds no more than two', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { calls, file, close } = await openFile('slow.bin', (call) =>
      call === 'writev' ? held : undefined,
    );
    const { write, end } = writeBehind(file, true);
    for (let index = 0; index < 15; index += 1) await write(chunkOf(index));
    expect(calls).toEqual(['writev']);
    let taken = false;
    const next = write(chunkOf(15)).then(() => {
      taken = true;
    });
    await wait(50);
    expect(taken).toBe(false);
    release();
    await next;
    await end();
    await close();
  });

  it('ERR-03 rejects with the error of a write that failed behind it', async () => {
    const { file, close } = await openFile('full.bin', (call, count) =>
      call === 'writev' && count === 2 ? Promise.reject(failure('ENOSPC')) : undefined,
    );
    const { write } = writeBehind(file, true);
    const all = async () => {
      for (let index = 0; index < 64; index += 1) await write(chunkOf(index));
    };
    await expect(all()).rejects.toMatchObject({ code: 'ENOSPC' });
    await close();
  });

  it('ERR-03 rejects if a flush on the way failed, not only the last one', async () => {
    const { calls, file, close } = await openFile('flush.bin', (call, count) =>
      call === 'datasync' && count === 1 ? Promise.reject(failure('EIO')) : undefined,
    );
    const { write, end } = writeBehind(file, true);
    for (let index = 0; index < 130; index += 1) await write(chunkOf(index, 1_048_576));
    await expect(end()).rejects.toMatchObject({ code: 'EIO' });
    await close();
    expect(calls).toContain('datasync');
  });

  it('ERR-03 flushes no pipe and no device, which have no disk', async () => {
    const { calls, file, close } = await openFile('pipe.bin');
    const { write, end } = writeBehind(file, false);
    for (let index = 0; index < 130; index += 1) await write(chunkOf(index, 1_048_576));
    await end();
    await close();
    expect(calls).not.toContain('datasync');
  });
});
