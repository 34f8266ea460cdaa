import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openUploads } from './own-uploads.ts';

const directory = mkdtempSync(join(tmpdir(), 'forecourt-uploads-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const left = (host: string, pid: number) => {
  const path = join(directory, `uploads-${host}-${pid}-abcdef`);
  mkdirSync(join(path, 'half'), { recursive: true });
  return path;
};
const dead = () => spawnSync(process.execPath, ['-e', '0']).pid;
const here = hostname().replaceAll(/[^\w.]/g, '_');

describe('folders of uploads', () => {
  it('takes away what a killed process of this machine left, and what one of its own number did', () => {
    const [killed, before] = [left(here, dead()), left(here, process.pid)];
    const uploads = openUploads(directory);
    expect([existsSync(killed), existsSync(before)]).toEqual([false, false]);
    expect(existsSync(uploads.path)).toBe(true);
    uploads.close();
    expect(existsSync(uploads.path)).toBe(false);
  });

  it('leaves those of running processes, of other machines and of this one alone', () => {
    const [running, elsewhere] = [left(here, process.ppid), left('elsewhere', dead())];
    const first = openUploads(directory);
    const second = openUploads(directory);
    expect(
      readdirSync(directory)
        .map((name) => join(directory, name))
        .sort(),
    ).toEqual([running, elsewhere, first.path, second.path].sort());
    first.close();
    second.close();
  });
});
