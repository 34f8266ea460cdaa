import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { essoFile, essoLine } from '../../../examples/sandbox/test/esso-file.ts';
import { openService } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';
import { type InboxFixture, lastReport, openInbox, WITH_ALL_CARDS } from './night-fixture.ts';

const { fixture } = fixtureForEach({ open: () => openService([], WITH_ALL_CARDS) });
let inbox: InboxFixture;
beforeEach(() => {
  inbox = openInbox(fixture);
});

const night = async (...more: string[]) => {
  const { code } = await fixture.json([...inbox.argv, ...more]);
  return { code, report: lastReport(fixture) };
};

interface Entry {
  readonly key: string;
  readonly state: string;
  readonly note?: string;
}

function entryPaths(): string[] {
  const dir = fixture.path('config/imports');
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => /[0-9a-f]{64}\.json$/.test(name))
    .map((name) => join(dir, name));
}
const readEntry = (path: string): Entry => JSON.parse(readFileSync(path, 'utf8'));
const entries = () => entryPaths().map(readEntry);

/** Takes the journal's only entry back to the moment at which its file was on its way, and changes it. */
function backToSending(change: Readonly<Record<string, unknown>> = {}): void {
  const [path = ''] = entryPaths();
  const { at: _, result: __, ...entry } = readEntry(path) as Entry & Record<string, unknown>;
  const { key, ...next } = { ...entry, state: 'sent', imported: 0, ...change };
  rmSync(path);
  writeFileSync(join(path, '..', `${key}.json`), JSON.stringify({ key, ...next }));
}

const noReports = () => rmSync(fixture.path('config/reports'), { recursive: true });

describe('a file that a killed run had sent', () => {
  it('TXN-13 is reported with what was entered of it, if it is refused whole now', async () => {
    const wrong = essoLine({ number: '880002' });
    wrong[25] = 1;
    inbox.put('ESSO/a.csv', essoFile([essoLine({ number: '880001' }), wrong]));
    expect((await night('--reject-rows')).code).toBe(6);
    backToSending();
    noReports();
    renameSync(join(inbox.dir, 'done/ESSO/a.csv'), join(inbox.dir, 'ESSO/a.csv'));
    const { code, report } = await night();
    expect([code, report]).toMatchObject([
      6,
      {
        totals: { imported: 1, rejected: 1, rows: { imported: 1 }, amountsUnknown: 1 },
        files: [
          { name: 'ESSO/a.csv', state: 'rejected', exitCode: 5 },
          {
            ...{ name: 'ESSO/a.csv (2)', provider: 'ESSO', state: 'settled', exitCode: 0 },
            rows: { imported: 1, duplicates: 0, rejected: 0 },
            importedAt: expect.stringMatching(/^\d{4}-/),
          },
        ],
      },
    ]);
    expect(entries()).toMatchObject([{ state: 'reconciled', imported: 1 }]);
  });

  it.each([
    ['just now: it may still arrive', 0, 8, [{ name: 'gone.csv', state: 'unknown', exitCode: 8 }]],
    ['an hour ago: nothing was entered, so nothing is reported', 3_600_000, 0, []],
  ])('TXN-13 is not known to the service, sent %s', async (_, ago, code, files) => {
    inbox.put('ESSO/a.csv', essoFile([essoLine({ number: `${880_100 + ago}` })]));
    await night();
    noReports();
    const changedAt = new Date(Date.now() - ago).toISOString();
    const from = inbox.dir;
    backToSending({ key: 'f'.repeat(64), changedAt, from, fileName: 'gone.csv' });
    const ended = await night();
    expect([ended.code, ended.report.files]).toMatchObject([code, files]);
    const state = ago === 0 ? 'sent' : 'refused';
    expect(entries()).toMatchObject([{ key: 'f'.repeat(64), state }]);
  });

  it('TXN-13 is left to others if another inbox, another account or a dry run sent it, or nothing is known of it yet', async () => {
    inbox.put('ESSO/a.csv', essoFile([essoLine({ number: '880004' })]));
    await night();
    for (const change of [{ from: fixture.path('elsewhere') }, { account: '999' }]) {
      backToSending(change);
      const { code, report } = await night();
      expect([code, report.files]).toEqual([0, []]);
      expect(entries()).toMatchObject([{ state: 'sent' }]);
    }
    backToSending({ from: join(inbox.dir, 'ESSO') });
    const { report } = await night('--dry-run');
    expect([report.files, entries()]).toMatchObject([[], [{ state: 'sent' }]]);
  });
});

it('TXN-13 --report refuses a folder before anything is sent, and writes nothing beside it', async () => {
  inbox.put('ESSO/a.csv', essoFile([essoLine({ number: '880005' })]));
  const { code, stderr } = await fixture.run([...inbox.argv, '--report', fixture.dir]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`--report is the path of a file, and this is a folder: ${fixture.dir}`),
  ]);
  expect(inbox.files()).toEqual(['ESSO/a.csv']);
});

it('TXN-13 a copy of the report that could not be written is named as the copy, and has no page', async () => {
  inbox.put('ESSO/a.csv', essoFile([essoLine({ number: '880006' })]));
  const copy = fixture.path('none/copy.json');
  const { code, stderr } = await fixture.run([...inbox.argv, '--report', copy]);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /The copy of the report \(--report\) could not be written: .+none\/copy\.json\. The report itself is whole\./,
    ),
  ]);
  expect(stderr).not.toContain('The report of the night could not be written');
  expect([lastReport(fixture).files[0].state, existsSync(fixture.path('none'))]).toEqual([
    'imported',
    false,
  ]);
});
