import { describe, expect, it } from 'vitest';
import type { NightFile, NightReport } from './night.types.ts';
import {
  earlierRuns,
  enteredIn,
  filesOf,
  nightOf,
  noonBefore,
  tablesOf,
  totalsOf,
} from './night-totals.ts';

const NOON = new Date('2026-11-20T12:00:00Z');
const TONIGHT = '2026-11-21T02:00:00Z';

const TEN_CENTS = { currency: 'CAD', lines: 10, quantity: '1.5', amount: '0.10' };

const file = (
  name: string,
  state: NightFile['state'],
  more: Partial<NightFile> = {},
): NightFile => ({
  ...{ name, state, exitCode: 0, provider: 'ESSO', message: '', key: name, errors: 0 },
  ...{ importedAt: TONIGHT, result: undefined, keptOut: undefined, movedTo: undefined },
  rows: { imported: 10, duplicates: 0, rejected: 0, keptOut: 0 },
  ...{ amounts: [], outcome: { entered: [TEN_CENTS], duplicates: [], rejected: [] } },
  ...more,
});

const report = (...files: NightFile[]) => ({ files }) as unknown as NightReport;

describe('the totals of a night', () => {
  it('count one of two equal files as sent, whichever is reported first', () => {
    const pair = [file('a', 'already_imported', { key: 'k' }), file('b', 'imported', { key: 'k' })];
    for (const files of [pair, [...pair].reverse()]) {
      expect(totalsOf(files, NOON)).toMatchObject({
        files: 2,
        imported: 1,
        alreadyImported: 1,
        rows: { imported: 10 },
      });
    }
  });

  it('count what a killed run sent tonight, but not imports of another night', () => {
    const before = file('old', 'already_imported', { importedAt: '2026-11-19T02:00:00Z' });
    const killed = file('killed', 'already_imported');
    expect(totalsOf([before, killed], NOON)).toMatchObject({ imported: 1, alreadyImported: 1 });
    const atNoon = file('at noon', 'already_imported', { importedAt: '2026-11-20T12:00:00Z' });
    expect(totalsOf([atNoon], NOON)).toMatchObject({ imported: 1, alreadyImported: 0 });
  });

  it('count an import once, and none of another inbox', () => {
    const old = { key: 'k', importedAt: '2026-11-19T02:00:00Z' };
    const copies = [
      file('old', 'already_imported', old),
      file('new', 'already_imported', { key: 'k' }),
      file('new too', 'already_imported', { key: 'k' }),
      file('other inbox', 'already_imported', { elsewhere: true }),
    ];
    expect(totalsOf(copies, NOON)).toMatchObject({ imported: 1, alreadyImported: 3 });
    expect(totalsOf([file('a', 'settled', old)], NOON)).toMatchObject({ imported: 1 });
  });

  it('count the files of each state', () => {
    const states: NightFile['state'][] = [
      ...(['left', 'in_use', 'failed', 'unrecognised', 'passed_over', 'checked'] as const),
      ...(['rejected', 'rejected', 'set_aside', 'set_aside', 'set_aside'] as const),
      ...(['unknown', 'unknown', 'unknown', 'unknown'] as const),
    ];
    const files = states.map((state, at) => file(`${at}`, state, { importedAt: undefined }));
    expect(totalsOf(files, NOON)).toMatchObject({
      ...{ files: 15, imported: 0, alreadyImported: 0, left: 5, rejected: 2, setAside: 3 },
      unknown: 4,
    });
  });

  it('add the rows and exceptions of what was entered', () => {
    const rows = { imported: 1, duplicates: 2, rejected: 3, keptOut: 4 };
    const files = [
      file('a', 'imported', { rows, exceptions: 5 }),
      file('b', 'imported', { rows, exceptions: 6 }),
      file('c', 'imported', { rows: undefined }),
      file('d', 'rejected', { rows, exceptions: 7, importedAt: undefined }),
    ];
    expect(totalsOf(files, NOON)).toMatchObject({
      rows: { imported: 2, duplicates: 4, rejected: 6, keptOut: 8 },
      exceptions: 11,
    });
  });

  it('have each tax table once', () => {
    const table = (name: string) => ({ name }) as never;
    const files = [
      file('a', 'imported', { taxTables: [table('CA'), table('QC')] }),
      file('b', 'imported'),
      file('c', 'imported', { taxTables: [table('CA'), table('US')] }),
    ];
    expect(tablesOf(files)).toEqual([{ name: 'CA' }, { name: 'QC' }, { name: 'US' }]);
  });

  it('count rows without a company, whether it is unknown or ambiguous', () => {
    const files = [
      file('a', 'imported', { withoutCompany: { unknown: 2, ambiguous: 3 } as never }),
      file('b', 'imported'),
    ];
    expect(totalsOf(files, NOON).rowsWithoutCompany).toBe(5);
  });

  it('count the warnings of the files that have some', () => {
    const warnings = { total: 3, first: [], rules: {} };
    const files = [
      file('a', 'imported', { warnings }),
      file('b', 'imported', { warnings: { ...warnings, total: 1 } }),
      ...['c', 'd', 'e'].map((name) => file(name, 'imported')),
    ];
    expect(totalsOf(files, NOON)).toMatchObject({ warnings: 4, filesWithWarnings: 2 });
  });

  it('take the last state of each file from all runs, and a sent file as sent', () => {
    const first = report(file('a', 'imported'), file('b', 'left'), file('c', 'failed'));
    const second = report(file('a', 'already_imported'), file('b', 'imported'), file('c', 'left'));
    const states = filesOf([first, second]).map(({ name, state }) => [name, state]);
    expect(states).toEqual([
      ['a', 'imported'],
      ['b', 'imported'],
      ['c', 'left'],
    ]);
    const failed = report(file('d', 'failed', { key: undefined }));
    const refused = report(file('d', 'rejected', { key: 'other' }));
    expect(filesOf([failed, refused]).map(({ state }) => state)).toEqual(['rejected']);
  });

  it('keep two files with the same name apart if both were sent', () => {
    const one = report(file('daily', 'imported', { key: 'k1' }));
    const two = report(file('daily', 'imported', { key: 'k2' }));
    expect(totalsOf(filesOf([one, two]), NOON)).toMatchObject({
      imported: 2,
      rows: { imported: 20 },
    });
  });

  it('add amounts by currency, exact to the cent', () => {
    const usd = { currency: 'USD', lines: 1, quantity: '2', amount: '7.00' };
    const files = [
      file('b', 'imported', {
        outcome: {
          entered: [usd, { currency: 'CAD', lines: 1, quantity: '1', amount: '0.20' }],
          duplicates: [TEN_CENTS],
          rejected: [usd],
        },
      }),
      file('a', 'imported'),
      file('unclear', 'imported', { outcome: null }),
      file('c', 'rejected', { importedAt: undefined }),
    ];
    expect(totalsOf(files, NOON)).toMatchObject({
      amounts: [
        { currency: 'CAD', lines: 11, quantity: '2.5', amount: expect.stringMatching(/^0\.30?$/) },
        { currency: 'USD', lines: 1, amount: expect.stringMatching(/^7(?:\.00)?$/) },
      ],
      duplicateAmounts: [{ currency: 'CAD', amount: expect.stringMatching(/^0\.10?$/) }],
      rejectedAmounts: [{ currency: 'USD' }],
      amountsUnknown: 1,
    });
  });

  it('cover noon to noon', () => {
    expect(nightOf(new Date(2026, 10, 20, 23, 0))).toBe('2026-11-20');
    expect(nightOf(new Date(2026, 10, 21, 5, 30))).toBe('2026-11-20');
    expect(nightOf(new Date(2026, 10, 21, 12, 0))).toBe('2026-11-21');
    expect(nightOf(new Date(2026, 0, 5, 13))).toBe('2026-01-05');
    expect(noonBefore(new Date(2026, 10, 1, 3))).toEqual(new Date(2026, 9, 31, 12));
  });
});

describe('the earlier runs of a night', () => {
  const run = (endedAt: string | null, ...files: NightFile[]) =>
    ({ endedAt, files }) as unknown as NightReport;
  const old = { importedAt: undefined };
  const earlier = (
    before: { tonight?: readonly NightReport[]; killed?: readonly NightReport[] },
    ...own: NightFile[]
  ) => {
    const runs = { tonight: before.killed ?? [], killed: [], ...before };
    const found = earlierRuns(runs, run(TONIGHT, ...own));
    const names = found?.unreported.map(({ name, state }) => `${name} ${state}`);
    return [found?.runs, found?.files, names];
  };

  it('TXN-13 are none in the first one', () => {
    const own = run(TONIGHT, file('a', 'imported'));
    expect(earlierRuns({ tonight: [], killed: [] }, own)).toBeNull();
  });

  it('TXN-13 add what only killed runs took, in its latest state', () => {
    const killed = run(
      null,
      ...[
        file('a', 'rejected', old),
        file('b', 'imported'),
        file('c', 'unknown', { ...old, key: undefined }),
      ],
    );
    const again = run(null, file('c', 'set_aside', old));
    const own = [file('b', 'already_imported'), file('d', 'imported')];
    expect(earlier({ killed: [killed] }, ...own)).toEqual([1, 2, ['a rejected', 'c unknown']]);
    const twice = earlier({ killed: [killed, again] }, ...own);
    // What became of a file whose outcome wasn't known is known by its name.
    expect(twice).toEqual([2, 2, ['a rejected', 'c set_aside']]);
    expect(earlier({ tonight: [killed, run(TONIGHT)], killed: [] }, ...own)).toEqual([2, 2, []]);
    expect(earlier({ tonight: [], killed: [killed] }, ...own)).toEqual([
      ...[0, 0],
      ['a rejected', 'c unknown'],
    ]);
  });

  it('TXN-13 have a file once whose killed run began to move it, which changes when it seems to have come', () => {
    const begun = file('a', 'set_aside', { arrivedAt: '2026-11-21T01:00:00Z' });
    const moved = { arrivedAt: '2026-11-21T01:00:05Z', movedTo: 'set-aside/a' };
    const again = file('a', 'set_aside', moved);
    expect(earlier({ killed: [run(null, begun)] }, again)).toEqual([1, 0, []]);
    expect(earlier({ killed: [run(null, begun), run(null, again)] })).toEqual([
      ...[2, 1],
      ['a set_aside'],
    ]);
    // One that was moved, and a later delivery of its name, are two.
    const other = file('a', 'set_aside', { ...moved, arrivedAt: '2026-11-21T02:00:00Z' });
    expect(earlier({ killed: [run(null, again)] }, other)).toEqual([1, 1, ['a set_aside']]);
  });

  it('TXN-13 drop what an earlier run could not find out once this one, or what it was found to be, is there', () => {
    const open = file('a (sent earlier)', 'unknown', { ...old, key: 'a' });
    expect(earlier({ tonight: [run(TONIGHT, open)] })).toEqual([1, 0, []]);
    expect(earlier({ tonight: [run(TONIGHT, open)] }, open)).toEqual([1, 0, []]);
    expect(earlier({ tonight: [run(TONIGHT, open)] }, file('a', 'imported'))).toEqual([1, 0, []]);
    const known = run(null, file('a', 'imported'));
    expect(earlier({ tonight: [run(null, open), known], killed: [] })).toEqual([2, 1, []]);
  });

  it('TXN-13 keep a file of the same name that had other content', () => {
    const killed = run(null, file('a', 'imported', { key: 'monday' }));
    const own = file('a', 'imported', { key: 'tuesday' });
    expect(earlier({ killed: [killed] }, own)).toEqual([1, 1, ['a imported']]);
  });

  it('TXN-13 keep two bad deliveries of one name apart, and leave out one that was mended', () => {
    const bad = (arrivedAt: string) => file('a', 'rejected', { ...old, key: undefined, arrivedAt });
    const first = run(null, bad('2026-11-21T01:00:00Z'));
    const moved = { ...bad('2026-11-21T01:00:00Z'), movedTo: 'rejected/a' };
    expect(earlier({ killed: [run(null, moved)] }, bad('2026-11-21T01:30:00Z'))).toEqual([
      ...[1, 1],
      ['a rejected'],
    ]);
    // Killed before it could move the file, which is rejected once more.
    expect(earlier({ killed: [first] }, bad('2026-11-21T01:00:00Z'))).toEqual([1, 0, []]);
    expect(earlier({ killed: [first] }, file('a', 'imported'))).toEqual([1, 0, []]);
  });

  it('TXN-13 leave out what somebody has taken out of the inbox, unless it may have been entered', () => {
    const waits = { ...old, key: undefined };
    const files = [
      ...[file('a', 'left', waits), file('b', 'passed_over', waits), file('c', 'failed', waits)],
      ...[file('d', 'unknown', waits), file('e', 'failed')],
    ];
    const names = (endedAt: string | null) =>
      filesOf([run(TONIGHT, ...files), run(endedAt)]).map(({ name }) => name);
    expect(names(TONIGHT)).toEqual(['d', 'e']);
    // A run that was killed hasn't seen all of the inbox.
    expect(names(null)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('TXN-13 a run that goes on past noon counts its files in its own night alone', () => {
    const before = enteredIn([
      run(TONIGHT, file('a', 'imported', { importedAt: '2026-11-20T12:01:00Z' })),
    ]);
    const copy = file('a again', 'already_imported', {
      key: 'a',
      importedAt: '2026-11-20T12:01:00Z',
    });
    expect(totalsOf([copy], NOON)).toMatchObject({ imported: 1, rows: { imported: 10 } });
    expect(totalsOf([copy], NOON, before)).toMatchObject({
      ...{ imported: 0, alreadyImported: 1 },
      rows: { imported: 0 },
    });
  });
});
