import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { essoFile, essoLine } from '../../../examples/sandbox/test/esso-file.ts';
import { diskError, withDisk } from './bad-disk.ts';
import { type Fixture, openFixture, openService, type Service } from './fixture.ts';
import { type InboxFixture, lastReport, openInbox, WITH_ALL_CARDS } from './night-fixture.ts';

let service: Service;
let fixture: Fixture;
let inbox: InboxFixture;

/** A Thursday. The files that tests write are newer, so they count as arrived at the time of their run. */
const THURSDAY = '2026-11-19T23:00:00Z';
const at = (instant: string) => vi.setSystemTime(new Date(instant));
/** The session expires before the next night. */
const nextDay = async (instant: string) => {
  at(instant);
  await fixture.signIn('admin@forecourt.test');
};

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(THURSDAY) });
  service = await openService([], WITH_ALL_CARDS);
});
afterAll(async () => {
  await service.close();
  vi.useRealTimers();
});
beforeEach(async () => {
  at(THURSDAY);
  fixture = openFixture(service.url);
  await fixture.signIn('admin@forecourt.test');
  inbox = openInbox(fixture);
});
afterEach(() => fixture.leave());

const run = (...more: string[]) => fixture.run([...inbox.argv, ...more]);
const lines = (...numbers: string[]) => essoFile(numbers.map((number) => essoLine({ number })));
const expecting = (...entries: object[]) => inbox.put('expected.json', JSON.stringify(entries));
const DAILY = { provider: 'ESSO', by: '22:30', timeZone: 'UTC', leastRows: 2 };
const deliveries = () => lastReport(fixture).deliveries;

describe('expected deliveries', () => {
  it('TXN-13 are reported each night while they are missing, or if they have too few rows', async () => {
    expecting(DAILY, { provider: 'Pipeline', by: '22:30', timeZone: 'UTC', weekdays: ['mon'] });
    const first = await run('--metrics-file', fixture.path('night.prom'));
    expect(first.code).toBe(6);
    expect(deliveries()).toEqual({
      missing: [{ provider: 'ESSO', due: '2026-11-19T22:30:00.000Z', timeZone: 'UTC' }],
      short: [],
    });
    expect(first.stdout).toContain('Missing: ESSO, due 19/11/26 10:30 PM (UTC)\n');
    expect(readFileSync(fixture.path('night.prom'), 'utf8')).toMatch(
      /deliveries_missing\{.*\} 1$/m,
    );
    const [page = ''] = readdirSync(fixture.path('config/reports')).filter((name) =>
      name.endsWith('.html'),
    );
    expect(readFileSync(fixture.path(`config/reports/${page}`), 'utf8')).toContain(
      '<li><strong>Missing:</strong> ESSO, due 19/11/26 10:30 PM (UTC)</li>',
    );

    at('2026-11-20T01:00:00Z');
    expect((await run()).code).toBe(6);
    expect(deliveries().missing).toHaveLength(1);

    // Late: it counts for Thursday, which is nearer than Friday.
    at('2026-11-20T02:00:00Z');
    inbox.put('ESSO/thursday.csv', lines('910001', '910002'));
    expect((await run()).code).toBe(0);
    expect(deliveries()).toEqual({ missing: [], short: [] });
    expect(inbox.files()).toEqual(['done/ESSO/thursday.csv', 'expected.json']);

    await nextDay('2026-11-20T23:00:00Z');
    inbox.put('ESSO/friday.csv', lines('910003'));
    const friday = await run();
    expect(friday.code).toBe(6);
    expect(deliveries()).toEqual({
      missing: [],
      short: [{ provider: 'ESSO', file: 'ESSO/friday.csv', rows: 1, leastRows: 2 }],
    });
    expect(friday.stdout).toContain(
      'Fewer rows than expected: ESSO/friday.csv of ESSO has 1 row, at least 2 are expected\n',
    );

    // Friday's file again is no delivery for Saturday.
    await nextDay('2026-11-21T23:00:00Z');
    inbox.put('ESSO/saturday.csv', lines('910003'));
    expect((await run()).code).toBe(6);
    expect(deliveries()).toMatchObject({ missing: [{ due: '2026-11-21T22:30:00.000Z' }] });
    await nextDay('2026-11-22T23:00:00Z');
    await run();
    expect(deliveries().missing.map(({ due }: { due: string }) => due)).toEqual([
      '2026-11-21T22:30:00.000Z',
      '2026-11-22T22:30:00.000Z',
    ]);

    // One of the two files counts for today, the other for the oldest missing delivery.
    at('2026-11-22T23:10:00Z');
    inbox.put('ESSO/sunday.csv', lines('910004', '910005'));
    inbox.put('ESSO/late.csv', lines('910006', '910007'));
    expect((await run()).code).toBe(0);
    expect(deliveries()).toEqual({ missing: [], short: [] });
  });

  it('TXN-13 of one provider, twice a day, are remembered one by one', async () => {
    expecting({ ...DAILY, by: '21:00', leastRows: 0 }, { ...DAILY, by: '22:30', leastRows: 0 });
    expect((await run()).code).toBe(6);
    const dues = () => deliveries().missing.map(({ due }: { due: string }) => due);
    const thursday = ['2026-11-19T21:00:00.000Z', '2026-11-19T22:30:00.000Z'];
    expect(dues()).toEqual(thursday);
    at('2026-11-19T23:10:00Z');
    await run();
    expect(dues()).toEqual(thursday);
  });

  it('TXN-13 are not missing if they arrive early, or on a holiday', async () => {
    expecting({ ...DAILY, leastRows: 0, except: ['2026-11-20'] });
    at('2026-11-19T22:00:00Z');
    inbox.put('ESSO/early.csv', lines('920001'));
    expect((await run()).code).toBe(0);
    await nextDay('2026-11-20T23:00:00Z');
    expect((await run()).code).toBe(0);
    expect(deliveries()).toEqual({ missing: [], short: [] });
  });

  it('TXN-13 count if an earlier run of the night imported them before the calendar existed', async () => {
    inbox.put('ESSO/before.csv', lines('930001', '930002'));
    expect((await run()).code).toBe(0);
    expecting(DAILY);
    at('2026-11-19T23:10:00Z');
    expect((await run()).code).toBe(0);
    expect(deliveries()).toEqual({ missing: [], short: [] });
  });

  it('TXN-13 are not missing while they wait in the inbox; the worse exit code wins', async () => {
    expecting(DAILY);
    inbox.put('ESSO/left.csv', lines('940001', '940002'));
    expect((await run('--deadline', '0s')).code).toBe(7);
    expect(deliveries()).toEqual({ missing: [], short: [] });
    // It counts for one delivery, however many runs have seen it.
    await nextDay('2026-11-20T23:00:00Z');
    expect((await run('--deadline', '0s')).code).toBe(7);
    expect(deliveries().missing).toMatchObject([{ due: '2026-11-19T22:30:00.000Z' }]);
    at('2026-11-20T23:05:00Z');
    inbox.put('ESSO/second.csv', lines('940003', '940004'));
    expect((await run('--deadline', '0s')).code).toBe(7);
    expect(deliveries()).toEqual({ missing: [], short: [] });
    at('2026-11-20T23:10:00Z');
    const pipeline = { ...DAILY, provider: 'Pipeline' };
    writeFileSync(fixture.path('other.json'), JSON.stringify([DAILY, pipeline]));
    const ran = await run('--deadline', '0s', '--expected', fixture.path('other.json'));
    expect(ran.code).toBe(7);
    expect(deliveries().missing).toMatchObject([{ provider: 'Pipeline' }]);
  });

  it("TXN-13 end the night with 1 if their state can't be stored, and count in the next run", async () => {
    expecting(DAILY);
    inbox.put('ESSO/full.csv', lines('950001', '950002'));
    let ran = { code: -1, stdout: '', stderr: '' };
    await withDisk(
      ({ name, path }) => {
        if (path.includes('/deliveries')) throw diskError('ENOSPC', name, path);
      },
      async () => {
        ran = await run();
      },
    );
    expect([ran.code, ran.stderr]).toEqual([
      1,
      expect.stringContaining('The list of deliveries could not be written: The disk is full'),
    ]);
    at('2026-11-20T00:30:00Z');
    expect((await run()).code).toBe(0);
    expect(deliveries()).toEqual({ missing: [], short: [] });
  });

  it('TXN-13 are read from the example of the nightly run', async () => {
    const example = new URL('../../../examples/nightly/expected.json', import.meta.url);
    const { code } = await run('--expected', fileURLToPath(example));
    // Which deliveries are due depends on the real clock here.
    expect([0, 6]).toContain(code);
    expect(lastReport(fixture).deliveries.short).toEqual([]);
  });

  it('TXN-13 are not reported in a dry run', async () => {
    expecting(DAILY);
    expect((await run('--dry-run')).code).toBe(0);
    expect(deliveries()).toBeNull();
  });

  it('TXN-13 are read from a file with a byte order mark, as Windows editors write it', async () => {
    inbox.put('expected.json', '\uFEFF[{"provider":"ESSO","by":"22:30"}]');
    expect((await run('--dry-run')).code).toBe(0);
  });

  it.each([
    ['{', 'expected.json: '],
    ['{}', 'expected.json: deliveries: '],
    [
      '[{"provider":"ESSO","by":"22:30"},{"provider":"Shell","by":"6"}]',
      'deliveries[1].provider: ',
    ],
    [
      '[{"provider":"ESSO","by":"22:30"},{"provider":"ESSO","by":"6"}]',
      "deliveries[1].by: is a time of day, such as '23:30'",
    ],
  ])(
    'TXN-13 are a usage error that names the wrong entry, and nothing is imported: %s',
    async (text, message) => {
      inbox.put('expected.json', text);
      inbox.put('ESSO/good.csv', lines('960001'));
      const { code, stderr } = await run();
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
      expect(inbox.files()).toEqual(['ESSO/good.csv', 'expected.json']);
    },
  );

  it('TXN-13 need an existing file with --expected', async () => {
    const { code, stderr } = await run('--expected', fixture.path('none.json'));
    expect([code, stderr]).toEqual([2, expect.stringContaining('none.json')]);
    expect(stderr).toContain('(--expected)');
  });
});
