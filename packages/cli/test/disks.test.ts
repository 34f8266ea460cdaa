import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleOf } from '../../../scripts/sample.ts';
import { disk } from '../src/files/disk.ts';
import { diskError, mountDisk, withDisk } from './bad-disk.ts';
import { type Fixture, openFixture, openService, pipelineFile, type Service } from './fixture.ts';
import { type InboxFixture, openInbox, WITH_ALL_CARDS } from './night-fixture.ts';

const ROWS = 12;

let service: Service;
let fixture: Fixture;
let inbox: InboxFixture;
let seed = 5_000;

beforeAll(async () => {
  service = await openService([], WITH_ALL_CARDS);
});
afterAll(() => service.close());
beforeEach(async () => {
  fixture = openFixture(service.url);
  await fixture.signIn('admin@forecourt.test');
  inbox = openInbox(fixture);
});
afterEach(() => fixture.leave());

/** All files below a folder, except temporary ones. */
const filesIn = (dir: string): string[] =>
  !existsSync(dir)
    ? []
    : readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.(?:tmp|part|lock|clock)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name));

const night = async () => {
  const ran = await fixture.run([...inbox.argv, '--json']);
  return { ...ran, said: ran.stdout + ran.stderr };
};

/** Asserts that no file is half-written under its final name. */
function expectWholeFiles(sent: Buffer): void {
  for (const path of [...filesIn(fixture.path('config')), ...filesIn(inbox.dir)]) {
    if (path.endsWith('.json')) JSON.parse(readFileSync(path, 'utf8'));
    else if (path.endsWith('.csv')) {
      expect(readFileSync(path, 'utf8').trimEnd().split('\r\n')).toHaveLength(ROWS + 1);
    } else if (path.endsWith('.xlsx')) expect(readFileSync(path).equals(sent)).toBe(true);
  }
}

/** Asserts that the next run succeeds and everything is stored exactly once. */
async function expectMended(name: string): Promise<void> {
  const { code, said } = await night();
  expect([name, code, said]).toEqual([name, 0, expect.any(String)]);
  expect(inbox.files()).toEqual([`done/${name}`]);
  const entries = filesIn(fixture.path('config/imports'));
  const journal = entries.filter((path) => /[0-9a-f]{64}\.json$/.test(path));
  expect(journal.map((path) => JSON.parse(readFileSync(path, 'utf8')))).toMatchObject([
    { state: 'reconciled', imported: ROWS, duplicates: 0, result: expect.any(String) },
  ]);
  const { result } = JSON.parse(readFileSync(journal[0] ?? '', 'utf8'));
  expect(readFileSync(result, 'utf8').trimEnd().split('\r\n')).toHaveLength(ROWS + 1);
}

function arrive(): { readonly name: string; readonly bytes: Buffer } {
  seed += 1;
  const name = `${seed}.xlsx`;
  inbox.pipeline(name, seed, ROWS);
  return { name, bytes: readFileSync(join(inbox.dir, name)) };
}

/** Starts over for each fault, so that no state of the previous one helps. */
async function afresh(): Promise<void> {
  const credentials = readFileSync(fixture.path('config/credentials/default.json'));
  fixture.leave();
  fixture = openFixture(service.url);
  mkdirSync(fixture.path('config/credentials'), { recursive: true, mode: 0o700 });
  writeFileSync(fixture.path('config/credentials/default.json'), credentials, { mode: 0o600 });
  inbox = openInbox(fixture);
}

describe('a night on a failing disk', () => {
  it('TXN-13 ends with a clear error at any failing write, leaves no partial file, and the next run completes it', async () => {
    arrive();
    const writes = await withDisk(
      () => {},
      async () => void (await night()),
    );
    expect(writes).toBeGreaterThan(25);
    const all = Array.from({ length: writes }, (_, index) => index);
    for (const failing of sampleOf(all, 8)) {
      await afresh();
      const { name, bytes } = arrive();
      let hit = '';
      let ran = { code: -1, said: '' };
      await withDisk(
        ({ index, name: call, path }) => {
          if (index !== failing) return;
          hit = `${call} ${path}`;
          throw diskError('ENOSPC', call, path);
        },
        async () => {
          ran = await night();
        },
      );
      // A failed cleanup, or a write that the next report repeats, doesn't fail the night. With 8 the journal
      // could not be written once the file was on its way.
      const about = [failing, hit, ran.code, ran.said];
      expect([about, [0, 1, 8].includes(ran.code)]).toEqual([about, true]);
      if (ran.code !== 0)
        expect([about, ran.said]).toEqual([about, expect.stringMatching(/disk is full|ENOSPC/)]);
      expect(ran.said).not.toMatch(/^\s+at /m);
      expectWholeFiles(bytes);
      if (!inbox.files().includes(`done/${name}`)) expect(ran.code).toBeGreaterThan(0);
      await expectMended(name);
    }
  }, 400_000);

  it.each(['results', 'imports', 'reports', 'inbox'])(
    'continues with the other files if the disk stays full at %s, and completes once there is space',
    async (part) => {
      const { name } = arrive();
      let ran = { code: -1, said: '' };
      await withDisk(
        ({ name: call, path }) => {
          if (path.includes(`/${part}`)) throw diskError('ENOSPC', call, path);
        },
        async () => {
          ran = await night();
        },
      );
      expect(ran.code).toBe(1);
      expect(ran.said).toContain('The disk is full');
      expect(ran.said).toContain(`/${part}`);
      await expectMended(name);
    },
  );

  it('completes short writes', async () => {
    const { name, bytes } = arrive();
    const { writeSync } = disk;
    let ran = { code: -1, said: '' };
    disk.writeSync = ((handle: number, left: Uint8Array) =>
      writeSync(handle, left.subarray(0, Math.ceil(left.length / 3)))) as never;
    try {
      ran = await night();
    } finally {
      disk.writeSync = writeSync;
    }
    expect(ran.code).toBe(0);
    expectWholeFiles(bytes);
    expect(inbox.files()).toEqual([`done/${name}`]);
  });
});

describe('a full disk', () => {
  it('leaves no partial result under its name: the run fails with the path, and the next one fetches it', async () => {
    const path = pipelineFile(fixture, 'full.xlsx', 900);
    const out = fixture.path('small');
    const small = mountDisk(out, 32_768);
    const argv = ['transactions', 'import', path, '--provider', 'Pipeline', '--out', out];
    let ran = { code: -1, stdout: '', stderr: '' };
    await withDisk(
      ({ name, path: where, index }) => {
        // Where no disk can be mounted, writes fail as on a full disk from the second one on.
        if (!small && name === 'writev' && index > 0) throw diskError('ENOSPC', name, where);
      },
      async () => {
        ran = await fixture.run(argv);
      },
    );
    expect([ran.code, ran.stderr + ran.stdout]).toEqual([
      1,
      expect.stringMatching(/result file could not be kept[\s\S]*full\.result\.csv/),
    ]);
    expect(readdirSync(out)).toEqual([]);
    small?.release();
    const again = await fixture.json(argv);
    expect([again.code, again.document]).toMatchObject([
      0,
      { files: [{ imported: 900, duplicates: 0, result: join(out, 'full.result.csv') }] },
    ]);
    const kept = readFileSync(join(out, 'full.result.csv'), 'utf8');
    expect(kept.trimEnd().split('\r\n')).toHaveLength(901);
  });

  it('fails an export with the path, and keeps an earlier file unchanged', async () => {
    const out = fixture.path('small');
    const small = mountDisk(out, 8_192);
    const file = join(out, 'all.csv');
    writeFileSync(file, 'former');
    let ran = { code: -1, stdout: '', stderr: '' };
    await withDisk(
      ({ name, path: where }) => {
        if (!small && name === 'writev') throw diskError('ENOSPC', name, where);
      },
      async () => {
        ran = await fixture.run(['transactions', 'export', '--out', file]);
      },
    );
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('The disk is full')]);
    expect(ran.stderr).toContain(file);
    expect([readdirSync(out), readFileSync(file, 'utf8')]).toEqual([['all.csv'], 'former']);
    small?.release();
  });
});

describe('a read-only folder', () => {
  it('is reported as read-only with its path, and nothing is sent', async () => {
    const { name } = arrive();
    const { baseUrl, session } = JSON.parse(
      readFileSync(fixture.path('config/credentials/default.json'), 'utf8'),
    );
    const state = fixture.path('state');
    const small = mountDisk(state, 65_536);
    small?.readOnly();
    const env = {
      FORECOURT_CONFIG_DIR: state,
      FORECOURT_BASE_URL: baseUrl,
      FORECOURT_TOKEN: session.authorization,
    };
    let ran = { code: -1, stdout: '', stderr: '' };
    const argv = ['transactions', 'import', join(inbox.dir, name), '--provider', 'Pipeline'];
    await withDisk(
      ({ name: call, path }) => {
        if (!small && path.startsWith(state)) throw diskError('EROFS', call, path);
      },
      async () => {
        ran = await fixture.run(argv, { env });
      },
    );
    small?.release();
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('The disk is read-only')]);
    expect(ran.stderr).toContain(state);
  });

  it('is not created above a file: a typo in --out is an error', async () => {
    const out = fixture.path('none/x.csv');
    const { code, stderr } = await fixture.run(['transactions', 'export', '--out', out]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('There is no such file or folder')]);
    expect(stderr).toContain(out);
    expect(existsSync(fixture.path('none'))).toBe(false);
    const folder = `${fixture.path('made')}/`;
    expect((await fixture.run(['cards', 'export', '--ids', '1', '--out', folder])).code).toBe(0);
    expect(statSync(fixture.path('made')).isDirectory()).toBe(true);
  });
});
