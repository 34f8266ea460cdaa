import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp, disk as calls } from '../src/operations/backup.ts';
import { fileIn, openDatabase, openFile } from '../src/operations/databases.ts';
import { OperationError } from '../src/operations/trouble.ts';
import { keptData, ON_POSTGRES } from './database.ts';
import { smallDisk } from './full-disk.kit.ts';
import { IN_TESTS, openSandbox } from './helpers.ts';
import { environmentOf } from './processes.ts';
import { programOf } from './programs.ts';

const ADMIN_JS = programOf('admin');

const disk = smallDisk(24);
const folder = await mkdtemp(join(tmpdir(), 'forecourt-operations-disk-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

type DataLocation = Awaited<ReturnType<typeof keptData>>;
const kept = await keptData(IN_TESTS);
await openSandbox(kept);

/** `admin.js …` on those data; `limit` is the size in blocks of 512 bytes that no file may exceed. */
const admin = (
  location: DataLocation,
  args: readonly string[],
  { env = {}, limit }: { readonly env?: Record<string, string>; readonly limit?: number } = {},
) =>
  new Promise<{ code: number; out: string; errors: string }>((resolve) => {
    const command = [process.execPath, ...ADMIN_JS, ...args];
    const bounded = limit === undefined ? 'exec "$@"' : `ulimit -f ${limit}; exec "$@"`;
    const around = { env: { ...process.env, ...environmentOf(location), ...env } };
    execFile('sh', ['-c', bounded, 'sh', ...command], around, (error, out, errors) =>
      resolve({ code: error ? Number(error.code) : 0, out, errors }),
    );
  });

const onDisk = (): string[] => readdirSync(disk.path).sort();
const remount = (how: 'ro' | 'rw') =>
  execFileSync('mount', ['-o', `remount,${how}`, disk.path], { stdio: 'pipe' });

async function withReadOnly(work: () => Promise<void>): Promise<void> {
  remount('ro');
  try {
    await work();
  } finally {
    remount('rw');
  }
}

const rowsOf = async (location: DataLocation): Promise<number> => {
  const database = await openDatabase(location);
  const { n } = await database.db
    .selectFrom('transactions')
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  await database.close();
  return Number(n);
};

describe('a backup that can not be written', () => {
  const to = join(disk.path, 'nightly.backup');
  const failed = `The backup could not be written to ${to}`;

  it('to a full disk says so in a line, and leaves nothing there', async () => {
    disk.fill();
    const { code, errors, out } = await admin(kept, ['backup', '--to', to]);
    expect({ code, errors, out }).toEqual({
      code: 1,
      errors: `${failed}: the disk is full. Nothing of it is left there. Make room there, or choose another disk.\n`,
      out: '',
    });
    expect(onDisk()).toEqual(['ballast']);
    disk.free();
    expect((await admin(kept, ['backup', '--to', to])).code).toBe(0);
    expect(onDisk()).toEqual(['nightly.backup']);
    rmSync(to);
  });

  it('to a read-only disk says so in a line', () =>
    withReadOnly(async () => {
      const { code, errors } = await admin(kept, ['backup', '--to', to]);
      expect([code, errors]).toEqual([
        1,
        `${failed}: it is read-only there. Nothing of it is left there. Make it writable, or choose another place.\n`,
      ]);
      expect(onDisk()).toEqual([]);
    }));

  it('to a folder that is missing, a folder, or a path through a file says so in a line', async () => {
    const missing = join(folder, 'none', 'nightly.backup');
    const through = join(folder, 'text', 'nightly.backup');
    await writeFile(join(folder, 'text'), 'text');
    const ends = [missing, through, folder].map((path) => admin(kept, ['backup', '--to', path]));
    expect((await Promise.all(ends)).map(({ code, errors }) => [code, errors])).toEqual([
      [
        1,
        `The backup could not be written to ${missing}: there is no such folder. Nothing of it is left there. Make the folder first, or choose another one.\n`,
      ],
      [
        1,
        `The backup could not be written to ${through}: a file is where a folder should be. Nothing of it is left there. Choose another place.\n`,
      ],
      [1, `${folder} is there already; name another file.\n`],
    ]);
  });

  it.each([1, 64, 300])('at any write leaves nothing there: files of %i blocks', async (limit) => {
    const bounded = join(folder, 'bounded.backup');
    const { code, errors } = await admin(kept, ['backup', '--to', bounded], { limit });
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(
        /^The backup could not be written to \S+: (the disk failed to read or write|the disk is full)\. Nothing of it is left there\. .*\n$/,
      ),
    ]);
    expect(readdirSync(folder).filter((name) => name.startsWith('bounded'))).toEqual([]);
  });

  it.each(['openSync', 'fsyncSync', 'renameSync'] as const)(
    'at each call of %s leaves nothing there',
    async (name) => {
      const database = await openDatabase(kept);
      const path = join(folder, 'called.backup');
      const former = { ...calls };
      try {
        for (let nth = 1; ; nth += 1) {
          let count = 0;
          const failing = (...args: never[]) => {
            count += 1;
            if (count === nth) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
            return (former[name] as (...given: never[]) => unknown)(...args);
          };
          Object.assign(calls, { [name]: failing });
          const end = await backUp(database, path).catch((error: unknown) => error);
          if (count < nth) {
            expect(nth).toBeGreaterThan(1);
            break;
          }
          expect(end).toBeInstanceOf(OperationError);
          expect(readdirSync(folder).filter((each) => each.startsWith('called'))).toEqual([]);
        }
      } finally {
        Object.assign(calls, former);
        await database.close();
      }
      expect(existsSync(path)).toBe(true);
      rmSync(path);
    },
  );
});

describe('a restore that can not be written', () => {
  const whole = join(folder, 'whole.backup');
  beforeAll(async () => {
    expect((await admin(kept, ['backup', '--to', whole])).code).toBe(0);
  });

  it('names the folder for its copy where that is full, read-only or missing, and changes nothing', async () => {
    const rows = await rowsOf(kept);
    const env = { TMPDIR: disk.path };
    const restore = ['restore', '--from', whole];
    disk.fill();
    const full = await admin(kept, restore, { env });
    expect([full.code, full.errors]).toEqual([
      1,
      `A copy of ${whole} could not be made in ${disk.path}: the disk is full. The data are as they were. TMPDIR names another folder. Make room there, or choose another disk.\n`,
    ]);
    expect(onDisk()).toEqual(['ballast']);
    disk.free();
    await withReadOnly(async () => {
      const { code, errors } = await admin(kept, restore, { env });
      expect([code, errors]).toEqual([
        1,
        `A copy of ${whole} could not be made in ${disk.path}: it is read-only there. The data are as they were. TMPDIR names another folder. Make it writable, or choose another place.\n`,
      ]);
    });
    const missing = await admin(kept, restore, { env: { TMPDIR: join(folder, 'none') } });
    expect([missing.code, missing.errors]).toEqual([
      1,
      `A copy of ${whole} could not be made in ${join(folder, 'none')}: there is no such folder. The data are as they were. TMPDIR names another folder. Make the folder first, or choose another one.\n`,
    ]);
    expect(await rowsOf(kept)).toBe(rows);
  });

  // A server's data are on its own disk: nothing to fill here.
  if (ON_POSTGRES) return;

  it('to a full disk leaves what was there as it was', async () => {
    const dataDir = join(disk.path, 'data');
    const location = { dataDir };
    const failed = `The data in ${dataDir} could not be restored: the disk is full. They are as they were. Make room there, or choose another disk.\n`;
    mkdirSync(dataDir);
    disk.fill();
    const fresh = await admin(location, ['restore', '--from', whole]);
    expect([fresh.code, fresh.errors]).toEqual([1, failed]);
    expect(readdirSync(dataDir)).toEqual([]);
    disk.free();

    expect((await admin(location, ['restore', '--from', whole])).code).toBe(0);
    const before = await rowsOf(location);
    const database = openFile(fileIn(dataDir));
    database.sqlite.raw.exec(
      'pragma foreign_keys = off; delete from transaction_lines; delete from import_rows; vacuum',
    );
    await database.close();
    disk.fill();
    const again = await admin(location, ['restore', '--from', whole]);
    expect([again.code, again.errors]).toEqual([1, failed]);
    disk.free();
    expect(await rowsOf(location)).toBe(before);
    expect((await admin(location, ['restore', '--from', whole])).code).toBe(0);
    rmSync(dataDir, { recursive: true });
  });

  it('and a check, a migration and a backup of a read-only disk say so in a line', async () => {
    const dataDir = join(disk.path, 'data');
    const location = { dataDir };
    expect((await admin(location, ['restore', '--from', whole])).code).toBe(0);
    await withReadOnly(async () => {
      const backup = ['backup', '--to', join(folder, 'of-read-only.backup')];
      for (const args of [['restore', '--from', whole], ['check'], ['migrate'], backup]) {
        const { code, errors } = await admin(location, args);
        expect([args[0], code, errors]).toEqual([
          args[0],
          1,
          expect.stringMatching(
            /^The (database|data) in \S+\/data could not be (used|restored): it is read-only there\. (Nothing is half done|They are as they were)\. Make it writable, or choose another place\.\n$/,
          ),
        ]);
      }
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('of-read'))).toEqual([]);
    rmSync(dataDir, { recursive: true });
  });
});
