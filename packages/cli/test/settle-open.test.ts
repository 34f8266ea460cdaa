import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { essoFile, essoLine } from '../../../examples/sandbox/test/esso-file.ts';
import { diskError, withDisk } from './bad-disk.ts';
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

/** Takes an entry of the journal, by default its only one, back to when its file was on its way, and changes it. */
function backToSending(change: Readonly<Record<string, unknown>> = {}, of = ''): void {
  const path = entryPaths().find((one) => one.includes(of)) ?? '';
  const { at: _, result: __, ...entry } = readEntry(path) as Entry & Record<string, unknown>;
  const { key, ...next } = { ...entry, state: 'sent', imported: 0, ...change };
  rmSync(path);
  writeFileSync(join(path, '..', `${key}.json`), JSON.stringify({ key, ...next }));
}

const noReports = () => rmSync(fixture.path('config/reports'), { recursive: true });

/** Makes the only report that of a run that was killed before it reported, and before it recorded more than these files. */
function killedBeforeItReported(files: readonly object[] = []): void {
  const dir = fixture.path('config/reports');
  const [name = ''] = readdirSync(dir).filter((one) => one.endsWith('.json'));
  const report = JSON.parse(readFileSync(join(dir, name), 'utf8'));
  const killed = { ...report, files, endedAt: null, exitCode: null, reportedAt: null };
  writeFileSync(join(dir, name), JSON.stringify(killed));
}

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
            ...{
              name: 'ESSO/a.csv (sent earlier)',
              provider: 'ESSO',
              state: 'settled',
              exitCode: 6,
            },
            rows: { imported: 1, duplicates: 0, rejected: 0, keptOut: 1 },
            keptOut: expect.stringMatching(/a\.rejected\.xlsx$/),
            importedAt: expect.stringMatching(/^\d{4}-/),
          },
        ],
      },
    ]);
    expect(entries()).toMatchObject([{ state: 'reconciled', imported: 1 }]);
  });

  it.each([
    [
      'just now: it may still arrive',
      0,
      8,
      [{ name: 'gone.csv (sent earlier)', state: 'unknown', exitCode: 8 }],
    ],
    [
      'an hour ago: nothing was entered',
      3_600_000,
      6,
      [
        {
          ...{ name: 'gone.csv (sent earlier)', state: 'failed', exitCode: 6 },
          message:
            'An earlier run sent this file and ended before it had the answer. Nothing of it was entered. If it is gone from the inbox, or another file has its name, get it again.',
        },
      ],
    ],
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
    if (ago > 0) expect((await night()).report).toMatchObject({ totals: { files: 0 }, files: [] });
  });

  it('TXN-13 ends the night with its report if the journal can’t be used', async () => {
    inbox.put('ESSO/a.csv', essoFile([essoLine({ number: '880030' })]));
    await night();
    noReports();
    backToSending();
    const fail = ({ name, path }: { name: string; path: string }) => {
      if (path.includes('config/imports/')) throw diskError('EROFS', name, path);
    };
    let ran = { code: -1, stdout: '', stderr: '' };
    await withDisk(fail, async () => {
      ran = await fixture.run([...inbox.argv]);
    });
    const why =
      'What became of files that earlier runs sent could not be found out: The disk is read-only';
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining(why)]);
    expect(lastReport(fixture)).toMatchObject({
      ...{ ok: false, exitCode: 1, endedAt: expect.stringMatching(/^\d/), files: [] },
      message: expect.stringContaining(why),
    });
    expect((await night()).report.files).toMatchObject([{ state: 'settled' }]);
  });

  it.each([
    ['at once', false],
    ['although the next run is interrupted', true],
  ])(
    'TXN-13 is reported once if `imports resolve` found out and its file is gone, %s',
    async (_, isInterrupted) => {
      inbox.put(
        'ESSO/a.csv',
        essoFile([essoLine({ number: isInterrupted ? '880009' : '880010' })]),
      );
      await night();
      killedBeforeItReported();
      expect(entries()).toMatchObject([{ state: 'reconciled' }]);
      const signal = isInterrupted ? AbortSignal.abort() : undefined;
      await fixture.json(inbox.argv, signal && { signal });
      expect(lastReport(fixture)).toMatchObject({
        totals: { files: 1, imported: 1, rows: { imported: 1 } },
        files: [{ name: 'ESSO/a.csv (sent earlier)', state: 'settled', exitCode: 0 }],
      });
      const { code, report } = await night();
      expect([code, report]).toMatchObject([0, { totals: { files: 1, imported: 1 }, files: [] }]);
    },
  );

  it.each([
    ['`imports resolve` settled it', true],
    ['the run that was killed had recorded it', false],
  ])(
    'TXN-13 is reported with its kept-out rows and amounts if it is still there: %s',
    async (_, isResolved) => {
      const number = isResolved ? '880012' : '880013';
      const wrong = essoLine({ number: `${number}9` });
      wrong[25] = 1;
      inbox.put('ESSO/a.csv', essoFile([essoLine({ number }), wrong]));
      inbox.put('ESSO/b.csv', essoFile([essoLine({ number: `${number}8` })]));
      expect((await night('--reject-rows')).code).toBe(6);
      renameSync(join(inbox.dir, 'done/ESSO/a.csv'), join(inbox.dir, 'ESSO/a.csv'));
      killedBeforeItReported(isResolved ? [] : lastReport(fixture).files);
      if (isResolved) {
        const [sent = ''] = entryPaths().filter((path) =>
          readFileSync(path, 'utf8').includes('keptOut'),
        );
        backToSending({}, sent);
        expect((await fixture.run(['imports', 'resolve', '--all'])).stdout).toContain(
          'It was imported.',
        );
      }
      const { code, stdout } = await fixture.run([...inbox.argv, '--reject-rows']);
      expect(code).toBe(6);
      expect(stdout).toMatch(/^settled ESSO\/a\.csv: /m);
      expect(stdout).toContain('\n1 of 2 files without a fault.');
      const { files, totals } = lastReport(fixture);
      expect(files.find(({ name }: { name: string }) => name === 'ESSO/a.csv')).toMatchObject({
        ...{ state: 'settled', exitCode: 6, errors: 1, movedTo: 'done/ESSO/a.csv' },
        rows: { imported: 1, duplicates: 0, rejected: 0, keptOut: 1 },
        keptOut: expect.stringMatching(/a\.rejected.*\.xlsx$/),
        result: expect.stringMatching(/a\.result.*\.csv$/),
        outcome: { entered: [{ currency: 'CAD', lines: 1, amount: '864.45' }] },
      });
      expect(totals).toMatchObject({ files: 2, imported: 2 });
      // Once.
      expect((await night('--reject-rows')).code).toBe(0);
    },
  );

  it('TXN-13 counts once if the killed run had recorded it, and the next one is forced', async () => {
    inbox.put('ESSO/a.csv', essoFile([essoLine({ number: '880014' })]));
    await night();
    renameSync(join(inbox.dir, 'done/ESSO/a.csv'), join(inbox.dir, 'ESSO/a.csv'));
    killedBeforeItReported(lastReport(fixture).files);
    expect((await night('--force')).report).toMatchObject({
      totals: { files: 1, imported: 1, rows: { imported: 1, duplicates: 0 } },
      files: [{ name: 'ESSO/a.csv', state: 'settled', movedTo: 'done/ESSO/a.csv' }],
    });
    // What was reported is sent again.
    renameSync(join(inbox.dir, 'done/ESSO/a.csv'), join(inbox.dir, 'ESSO/a.csv'));
    expect((await night('--force')).report.files).toMatchObject([
      { state: 'imported', rows: { imported: 0, duplicates: 1 } },
    ]);
  });

  it('TXN-13 counts once in the night, while its outcome is not known and after it is', async () => {
    inbox.put('ESSO/a.csv', essoFile([essoLine({ number: '880011' })]));
    await night();
    noReports();
    const [former] = entries();
    backToSending({ key: 'e'.repeat(64), changedAt: new Date().toISOString() });
    for (const file of ['b', 'c']) {
      inbox.put(`ESSO/${file}.csv`, essoFile([essoLine({ number: `88001${file}` })]));
      const { code, report } = await night();
      expect([code, report.totals.unknown]).toEqual([8, 1]);
    }
    expect(lastReport(fixture).totals).toMatchObject({ files: 3, imported: 2, unknown: 1 });
    backToSending({ key: former?.key }, 'e'.repeat(64));
    expect((await night()).report).toMatchObject({
      totals: { files: 3, imported: 3, unknown: 0, rows: { imported: 3 } },
      files: [{ name: 'ESSO/a.csv (sent earlier)', state: 'settled' }],
    });
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

it('TXN-13 a file that was sent is reported as unknown while nobody is signed in', async () => {
  inbox.put('ESSO/a.csv', essoFile([essoLine({ number: '880020' })]));
  await night();
  noReports();
  backToSending();
  await fixture.run(['logout']);
  const { code, report } = await night();
  expect([code, report.files]).toMatchObject([
    8,
    [
      {
        ...{ name: 'ESSO/a.csv (sent earlier)', state: 'unknown', exitCode: 8 },
        message:
          'An earlier run sent this file and ended before it had the answer. It could not be asked for: nobody is signed in.',
      },
    ],
  ]);
  expect(entries()).toMatchObject([{ state: 'sent' }]);
});

it.each([
  [
    'a folder',
    () => fixture.dir,
    (path: string) => `is the path of a file, and this is a folder: ${path}`,
  ],
  ['standard output by its short name', () => '-', () => 'is the path of a file. For the report'],
  ['the inbox', () => join(inbox.dir, 'ESSO/a.json'), () => 'is in the inbox, where the next run'],
])('TXN-13 --report and --metrics-file refuse %s before anything is sent', async (_, of, text) => {
  inbox.put('ESSO/a.csv', essoFile([essoLine({ number: '880005' })]));
  for (const flag of ['--report', '--metrics-file']) {
    const { code, stderr } = await fixture.run([...inbox.argv, flag, of()]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(text(of()))]);
    expect(stderr).toContain(flag);
  }
  expect(inbox.files()).toEqual(['ESSO/a.csv']);
});

it('TXN-13 a copy of the report that could not be written is named as the copy, and has no page', async () => {
  inbox.put('ESSO/a.csv', essoFile([essoLine({ number: '880006' })]));
  const copy = fixture.path('copy.json');
  const fail = ({ name, path }: { name: string; path: string }) => {
    if (/copy\.json/.test(path) && name === 'openSync') throw diskError('EACCES', name, path);
  };
  let ran = { code: -1, stdout: '', stderr: '' };
  await withDisk(fail, async () => {
    ran = await fixture.run([...inbox.argv, '--report', copy]);
  });
  const { code, stderr } = ran;
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /The copy of the report \(--report\) could not be written: .+copy\.json.*\. The report itself is whole\./,
    ),
  ]);
  expect(stderr).not.toContain('The report of the night could not be written');
  expect([lastReport(fixture).files[0].state, existsSync(fixture.path('copy.html'))]).toEqual([
    'imported',
    false,
  ]);
});
