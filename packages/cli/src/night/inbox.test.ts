import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lookInto, openInbox } from './inbox.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'forecourt-inbox-')));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
});

const put = (...names: string[]) => {
  for (const name of names) {
    mkdirSync(join(dir, name, '..'), { recursive: true });
    writeFileSync(join(dir, name), 'rows');
  }
};
const open = (settleMs = 0) => openInbox(dir, settleMs, ['ESSO', 'Pipeline']);
const look = (settleMs?: number) => lookInto(open(settleMs), new AbortController().signal);
const passed = async () =>
  Object.fromEntries(
    (await look()).passed.map(({ arrival, isFault, why }) => [arrival.name, [isFault, why]]),
  );

describe('TXN-13 an inbox', () => {
  it('TXN-13 is a folder, whatever link leads to it', () => {
    symlinkSync(dir, join(dir, 'link'));
    expect(openInbox(join(dir, 'link'), 7, ['ESSO'])).toEqual({
      ...{ dir, settleMs: 7, providers: ['ESSO'] },
    });
    put('a.xlsx');
    expect(() => openInbox(join(dir, 'a.xlsx'), 0, [])).toThrow(
      `It is a file, not a folder: ${dir}/a.xlsx (--inbox)`,
    );
    for (const path of [join(dir, 'none'), '/dev/null'])
      expect(() => openInbox(path, 0, [])).toThrow(`There is no such folder: ${path} (--inbox)`);
  });

  it.each([
    ['the root folder', () => '/'],
    ['the home folder itself', homedir],
  ])('TXN-13 is not %s', (what, path) => {
    expect(() => openInbox(path(), 0, ['ESSO'])).toThrow(
      `It is ${what}: ${path()} (--inbox). Give the files a folder of their own.`,
    );
  });

  it('TXN-13 is not looked through to its end if the run is interrupted', async () => {
    for (let folder = 0; folder < 50; folder += 1) put(`Shell/${folder}/a.xlsx`);
    const interrupt = new AbortController();
    const seen = vi.spyOn(interrupt.signal, 'throwIfAborted').mockImplementation(() => {
      if (seen.mock.calls.length === 10)
        throw new DOMException('This operation was aborted', 'AbortError');
    });
    await expect(lookInto(open(), interrupt.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen).toHaveBeenCalledTimes(10);
  });

  it('TXN-13 has its files by name, each with its provider’s folder', async () => {
    put('b.xlsx', 'Esso/a.xlsx', 'a.xlsx', 'Pipeline/z.csv');
    const { growing, passed: none, ready } = await look();
    expect([growing, none]).toEqual([[], []]);
    expect(ready.map(({ name, provider }) => [name, provider])).toEqual([
      ...[
        ['Esso/a.xlsx', 'ESSO'],
        ['Pipeline/z.csv', 'Pipeline'],
      ],
      ...[
        ['a.xlsx', undefined],
        ['b.xlsx', undefined],
      ],
    ]);
    expect(ready[0]).toMatchObject({ path: join(dir, 'Esso/a.xlsx'), bytes: 4 });
  });

  it('TXN-13 dates no arrival into the future', async () => {
    put('a.xlsx');
    const before = await look();
    expect(Date.now() - Number(before.ready[0]?.arrivedAt)).toBeLessThan(600_000);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T05:00:00Z') });
    const { ready } = await look();
    expect(ready[0]?.arrivedAt).toEqual(new Date('2026-11-01T05:00:00Z'));
  });

  it('TXN-13 says nothing of its own folders and files, in its root', async () => {
    put('done/a.xlsx', 'rejected/b.xlsx', 'set-aside/c.xlsx', 'expected.json');
    put('.forecourt.lock', '.12345-0123456789ab.clock');
    expect(await look()).toEqual({ ready: [], growing: [], passed: [] });
    put(
      'ESSO/done/a.xlsx',
      'ESSO/expected.json',
      'ESSO/.forecourt.lock',
      'x.12-0123456789ab.clock',
    );
    const { ready } = await look();
    expect(ready.map(({ name }) => name)).toEqual([
      'ESSO/expected.json',
      'x.12-0123456789ab.clock',
    ]);
    expect(Object.keys(await passed()).sort()).toEqual([
      'ESSO/.forecourt.lock',
      'ESSO/done/a.xlsx',
    ]);
  });

  it('TXN-13 passes over drafts, without a fault', async () => {
    const drafts = [
      ...['.a.xlsx', '~$a.xlsx', 'a.xlsx~', 'a.part', 'a.PARTIAL', 'a.tmp', 'a.temp'],
      ...['a.filepart', 'a.crdownload', 'a.lock'],
    ];
    put(...drafts, 'a.part.xlsx', 'a~b.xlsx');
    const why = 'It has the name of a draft or a lock; it is imported once it is renamed.';
    expect(await passed()).toEqual(Object.fromEntries(drafts.map((name) => [name, [false, why]])));
    expect((await look()).ready.map(({ name }) => name)).toEqual(['a.part.xlsx', 'a~b.xlsx']);
    expect((await look()).passed[0]?.arrival).toMatchObject({ provider: undefined, bytes: 0 });
  });

  it('TXN-13 passes over what is no file of a provider, and says what to do', async () => {
    put('ESSO/sub/a.xlsx', 'Shell/b.xlsx');
    symlinkSync('gone', join(dir, 'link.xlsx'));
    symlinkSync(dir, join(dir, '.link'));
    execFileSync('mkfifo', [join(dir, 'pipe')]);
    writeFileSync(Buffer.from(`${dir}/caf\xe9\t.xlsx`, 'latin1'), '');
    const link = 'It is a link, and links are not followed. Put the file itself there.';
    expect(await passed()).toEqual({
      'ESSO/sub/a.xlsx': [
        true,
        "Files are imported from a provider's folder, not from its subfolders. Move it up.",
      ],
      'Shell/b.xlsx': [
        true,
        "Its folder doesn't belong to a provider. Move it to one of these: ESSO, Pipeline.",
      ],
      'link.xlsx': [true, link],
      '.link': [true, link],
      pipe: [true, 'It is not a file but a pipe, a socket or a device. Remove it.'],
      'caf\\xe9\\x09.xlsx': [true, 'Its name is not valid UTF-8. Rename it.'],
    });
    expect((await look()).ready).toEqual([]);
  });

  it('TXN-13 must be there', async () => {
    const inbox = open();
    rmSync(dir, { recursive: true });
    await expect(lookInto(inbox, new AbortController().signal)).rejects.toMatchObject({
      ...{ code: 'ENOENT', path: dir, message: expect.stringContaining('ENOENT') },
    });
  });

  it('TXN-13 is ready with files that don’t change, and leaves those that do or go', async () => {
    put('calm.xlsx', 'grown.xlsx', 'gone.xlsx');
    let writes = 0;
    // Its timer is due before that of the wait, so something is always written in between.
    const writer = setInterval(() => {
      writes += 1;
      appendFileSync(join(dir, 'grown.xlsx'), 'more');
      if (writes === 10) rmSync(join(dir, 'gone.xlsx'));
    }, 5);
    const { growing, ready } = await look(100).finally(() => clearInterval(writer));
    expect(ready.map(({ name }) => name)).toEqual(['calm.xlsx']);
    expect(growing.map(({ name }) => name)).toEqual(['grown.xlsx']);
  });

  it('TXN-13 ends its wait if the run is interrupted, and has none if it is empty', async () => {
    expect(await look(3_600_000)).toEqual({ ready: [], growing: [], passed: [] });
    put('a.xlsx');
    await expect(lookInto(open(3_600_000), AbortSignal.timeout(5))).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
