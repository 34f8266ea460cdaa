import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { programOf } from '../../../examples/sandbox/test/programs.ts';
import { openFixture, openService } from './fixture.ts';
import { inboxBehindLine } from './line-hooks.ts';
import { lastReport, WITH_ALL_CARDS } from './night-fixture.ts';
import { isImport, isLookup } from './scripted-line.ts';

const ADMIN = programOf('admin');

const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-restored-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const { service, line, fixture, inbox } = inboxBehindLine(() =>
  openService([], { ...WITH_ALL_CARDS, dataDir }),
);

const admin = (...words: string[]) =>
  execFileSync(process.execPath, [...ADMIN, ...words], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'pipe',
  });

const night = async () => {
  const { code, stdout, stderr } = await fixture.run(inbox.argv);
  return { code, stdout, stderr, files: lastReport(fixture).files };
};

/** As a person does who wants to see whether all is there. */
const backIntoInbox = (...names: string[]) => {
  for (const name of names) renameSync(join(inbox.dir, 'done', name), join(inbox.dir, name));
};

describe('a service restored from an older backup', () => {
  it('TXN-13 gets again what it no longer knows, with a note; its rows are entered once', async () => {
    const backup = join(dataDir, 'older.backup');
    admin('backup', '--to', backup);
    inbox.pipeline('a.xlsx', 2501, 5);
    inbox.pipeline('b.xlsx', 2502, 6);
    expect((await night()).code).toBe(0);
    admin('restore', '--from', backup);
    await fixture.signIn('admin@forecourt.test');

    const verify = await fixture.json(['imports', 'resolve', '--all', '--verify']);
    expect([verify.code, verify.document]).toMatchObject([
      6,
      {
        ok: false,
        message:
          'Nothing is open. The service knows 0 of 2 imports of the last 35 days. Import the files of the others again: nothing is entered twice.',
        verified: { asked: 2, notAsked: 0, lost: [{ imported: 6 }, { imported: 5 }] },
      },
    ]);
    const text = await fixture.run(['imports', 'resolve', '--all', '--verify']);
    expect(text.stdout).toMatch(
      /Not known to the service: b\.xlsx \([0-9a-f]{12}\), imported .+, 6 rows, from .+inbox$/m,
    );

    // Somebody else has entered b's rows since, under another key.
    const colleague = openFixture(service.url);
    await colleague.signIn('admin@forecourt.test');
    const b = join(inbox.dir, 'done', 'b.xlsx');
    const argv = ['transactions', 'import', b, '--provider', 'Pipeline', '--force'];
    expect((await colleague.json(argv)).document).toMatchObject({ files: [{ imported: 6 }] });
    colleague.leave();

    backIntoInbox('a.xlsx', 'b.xlsx');
    const again = await night();
    expect([again.code, again.files]).toMatchObject([
      0,
      [
        { name: 'a.xlsx', state: 'imported', verification: 'lost', rows: { imported: 5 } },
        { name: 'b.xlsx', state: 'imported', verification: 'lost', rows: { duplicates: 6 } },
      ],
    ]);
    expect(again.files[0].message).toMatch(
      /The service no longer knew its import on .+ \(5 imported, 0 duplicates, 0 rejected\): the file was sent again\.$/,
    );
    expect(again.stdout).toContain(
      'Sent again, because the service no longer knew the import (was it restored?): a.xlsx, b.xlsx',
    );
    const after = await fixture.json(['imports', 'resolve', '--all', '--verify']);
    expect([after.code, after.document]).toMatchObject([
      0,
      { message: 'Nothing is open. The service knows 2 of 2 imports of the last 35 days.' },
    ]);
  });
});

describe("a service that can't be asked about an earlier import", () => {
  it.each([
    ['404', { status: 404 }],
    ['a stall', 'stall' as const],
  ])('TXN-13 delays nothing: imported before, not verified: %s', async (name, action) => {
    inbox.pipeline('c.xlsx', 2510 + name.length, 5);
    inbox.pipeline('d.xlsx', 2530 + name.length, 5);
    expect((await night()).code).toBe(0);
    backIntoInbox('c.xlsx', 'd.xlsx');
    line.script = (call) => (isLookup(call) ? action : 'pass');
    const before = line.calls.length;
    const { code, document } = await fixture.json([...inbox.argv, '--timeout', '0.5']);
    expect([code, document]).toMatchObject([
      0,
      {
        files: [
          { name: 'c.xlsx', state: 'already_imported', verification: 'not_verified' },
          { name: 'd.xlsx', state: 'already_imported', verification: 'not_verified' },
        ],
      },
    ]);
    const calls = line.calls.slice(before).map(({ call }) => call);
    expect(calls.filter(isImport)).toEqual([]);
    expect(new Set(calls.filter(isLookup)).size).toBe(1);
    const verify = await fixture.json([
      ...['imports', 'resolve', '--all', '--verify', '--timeout', '0.5'],
    ]);
    expect(verify.code).toBe(7);
  });
});
