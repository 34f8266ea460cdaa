import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { disk } from '../files/disk.ts';
import { moveTo } from './move-file.ts';

let dir: string;
const former = { ...disk };
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'forecourt-move-'));
  mkdirSync(join(dir, 'ESSO'));
  writeFileSync(join(dir, 'ESSO/a.xlsx'), 'new');
});
afterEach(() => {
  Object.assign(disk, former);
  rmSync(dir, { recursive: true, force: true });
});

const move = (reasons?: (target: string) => string) =>
  moveTo(
    { dir, settleMs: 0, providers: [] },
    'done',
    { path: join(dir, 'ESSO/a.xlsx'), name: 'ESSO/a.xlsx', provider: 'ESSO', bytes: 3 },
    reasons,
  );
const inDone = (name: string) => join(dir, 'done/ESSO', name);
const put = (name: string, text: string) => {
  mkdirSync(join(dir, 'done/ESSO'), { recursive: true });
  writeFileSync(inDone(name), text);
};
/** The archive's files with their texts; hidden ones too. */
const archive = () =>
  Object.fromEntries(
    readdirSync(join(dir, 'done/ESSO'))
      .sort()
      .map((name) => [name, readFileSync(inDone(name), 'utf8')]),
  );
const isGone = () => !existsSync(join(dir, 'ESSO/a.xlsx'));
const failure = (code: string) => Object.assign(new Error(code), { code });
/** Fails to link the file itself, as between two disks or on one without links; `first` runs before. */
const linkFails = (code: string, first = () => {}) => {
  disk.link = async (from, to) => {
    if (basename(String(from)) !== 'a.xlsx') return former.link(from, to);
    first();
    throw failure(code);
  };
};

describe('TXN-13 a file goes to the archive', () => {
  it('TXN-13 under its own name, or the next free one', async () => {
    expect(await move()).toBe('done/ESSO/a.xlsx');
    expect([archive(), isGone()]).toEqual([{ 'a.xlsx': 'new' }, true]);
    for (const name of ['a (2).xlsx', 'a (3).xlsx']) {
      writeFileSync(join(dir, 'ESSO/a.xlsx'), name);
      expect(await move()).toBe(`done/ESSO/${name}`);
    }
    expect(archive()).toEqual({
      ...{ 'a (2).xlsx': 'a (2).xlsx', 'a (3).xlsx': 'a (3).xlsx', 'a.xlsx': 'new' },
    });
  });

  it('TXN-13 after its reasons, which know its new place', async () => {
    put('a.xlsx', 'old');
    const name = await move((target) => `${isGone()} ${target.slice(dir.length)}`);
    expect(name).toBe('done/ESSO/a (2).xlsx');
    expect(archive()).toEqual({
      'a (2).xlsx': 'new',
      'a (2).xlsx.report.json': 'false /done/ESSO/a (2).xlsx',
      'a.xlsx': 'old',
    });
  });

  it('TXN-13 without overwriting the reasons of a file that somebody has taken away, unless they are its own', async () => {
    put('a.xlsx.report.json', 'of the former');
    expect(await move(() => 'mine')).toBe(join('done', 'ESSO', 'a (2).xlsx'));
    expect(archive()).toMatchObject({
      'a.xlsx.report.json': 'of the former',
      'a (2).xlsx.report.json': 'mine',
    });
    rmSync(inDone('a (2).xlsx'));
    writeFileSync(join(dir, 'ESSO/a.xlsx'), 'new');
    put('a.xlsx.report.json', 'mine');
    // A run was killed after it had written them.
    expect(await move(() => 'mine')).toBe(join('done', 'ESSO', 'a.xlsx'));
  });

  it('TXN-13 only once, if a killed run has linked it before', async () => {
    put('other.xlsx', 'other');
    linkSync(join(dir, 'ESSO/a.xlsx'), inDone('a.xlsx'));
    expect(await move()).toBe('done/ESSO/a.xlsx');
    expect([archive(), isGone()]).toEqual([{ 'a.xlsx': 'new', 'other.xlsx': 'other' }, true]);
  });

  it('TXN-13 under another name, if one takes its name in the meantime', async () => {
    let raced = false;
    disk.link = async (from, to) => {
      if (!raced) put('a.xlsx', 'faster');
      raced = true;
      return former.link(from, to);
    };
    expect(await move()).toBe('done/ESSO/a (2).xlsx');
    expect(archive()).toEqual({ 'a (2).xlsx': 'new', 'a.xlsx': 'faster' });
  });

  it('TXN-13 not at all, if the disk fails: it stays, without reasons elsewhere', async () => {
    linkFails('EACCES');
    await expect(move(() => 'why')).rejects.toMatchObject({ code: 'EACCES' });
    expect([archive(), isGone()]).toEqual([{}, false]);
    Object.assign(disk, former);
    disk.unlink = async () => {
      throw failure('EACCES');
    };
    await expect(move(() => 'why')).rejects.toMatchObject({ code: 'EACCES' });
    expect(archive()).toEqual({ 'a.xlsx': 'new', 'a.xlsx.report.json': 'why' });
    Object.assign(disk, former);
    linkFails('EACCES');
    rmSync(inDone('a.xlsx'));
    rmSync(inDone('a.xlsx.report.json'));
    await expect(move()).rejects.toMatchObject({ code: 'EACCES' });
  });
});

describe('TXN-13 a file goes to an archive on another disk', () => {
  it('TXN-13 as a whole copy with its mode and time', async () => {
    chmodSync(join(dir, 'ESSO/a.xlsx'), 0o640);
    utimesSync(join(dir, 'ESSO/a.xlsx'), 1_700_000_000, 1_700_000_001);
    linkFails('EXDEV');
    const opened: [string, FileHandle][] = [];
    disk.open = (async (path: string, ...how: [string, number]) => {
      const file = await former.open(path, ...how);
      opened.push([basename(path), file]);
      return file;
    }) as typeof disk.open;
    expect(await move()).toBe('done/ESSO/a.xlsx');
    expect([archive(), isGone()]).toEqual([{ 'a.xlsx': 'new' }, true]);
    const { mode, mtimeMs } = statSync(inDone('a.xlsx'));
    expect([mode & 0o777, mtimeMs]).toEqual([0o640, 1_700_000_001_000]);
    expect(opened).toEqual([
      [expect.stringMatching(/^\.\d+-[0-9a-f]{12}\.tmp$/), expect.objectContaining({ fd: -1 })],
    ]);
  });

  it('TXN-13 under another name, if one takes its name in the meantime', async () => {
    linkFails('EXDEV', () => {
      if (!existsSync(inDone('a.xlsx'))) put('a.xlsx', 'faster');
    });
    expect(await move()).toBe('done/ESSO/a (2).xlsx');
    expect(archive()).toEqual({ 'a (2).xlsx': 'new', 'a.xlsx': 'faster' });
  });
});

describe('TXN-13 a file goes to an archive without links', () => {
  it.each(['EPERM', 'ENOTSUP', 'ENOSYS'])('TXN-13 by a new name: %s', async (code) => {
    linkFails(code);
    expect(await move()).toBe('done/ESSO/a.xlsx');
    expect([archive(), isGone()]).toEqual([{ 'a.xlsx': 'new' }, true]);
  });

  it('TXN-13 under another name, if one takes its name in the meantime', async () => {
    linkFails('EPERM', () => {
      if (!existsSync(inDone('a.xlsx'))) put('a.xlsx', 'faster');
    });
    expect(await move()).toBe('done/ESSO/a (2).xlsx');
    expect(archive()).toEqual({ 'a (2).xlsx': 'new', 'a.xlsx': 'faster' });
  });

  it('TXN-13 not at all, if the disk fails: no empty file has its name', async () => {
    linkFails('EPERM');
    disk.rename = async () => {
      throw failure('EIO');
    };
    await expect(move()).rejects.toMatchObject({ code: 'EIO' });
    expect([archive(), isGone()]).toEqual([{}, false]);
    disk.open = async () => {
      throw failure('ENOSPC');
    };
    await expect(move()).rejects.toMatchObject({ code: 'ENOSPC' });
  });
});
