import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Delivery } from '@forecourt/core/provider-files';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Settings } from '../settings/settings.ts';
import { lookAtDeliveries, readCalendar } from './deliveries.ts';
import type { FileState, NightFile } from './night.types.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'forecourt-deliveries-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('TXN-13 the calendar of deliveries', () => {
  const read = (provided?: string) => readCalendar(dir, provided, ['ESSO', 'Pipeline']);
  const put = (name: string, text: string) => {
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };
  /** Returns the message of the error; the directory as DIR. */
  const refusal = (provided?: string) => {
    try {
      read(provided);
    } catch (error) {
      expect(error).toMatchObject({ name: 'CommandError', exitCode: 2 });
      return (error as Error).message.replaceAll(dir, 'DIR');
    }
    return 'no error';
  };

  it('TXN-13 is the inbox’s own, another one, or none', () => {
    expect(read()).toBeUndefined();
    put('expected.json', '\uFEFF[{"provider":"esso","by":"22:30"}]');
    expect(read()).toMatchObject([{ provider: 'ESSO', by: '22:30' }]);
    expect(read(put('other.json', '[{"provider":"pipeline","by":"06:00"}]'))).toMatchObject([
      { provider: 'Pipeline', by: '06:00' },
    ]);
  });

  it('TXN-13 names its path and what is wrong', () => {
    expect(refusal(join(dir, 'none.json'))).toMatch(
      /^The calendar of deliveries can't be read: DIR\/none\.json: ENOENT: .* \(--expected\)$/,
    );
    put('expected.json', '{');
    expect(refusal()).toMatch(
      /^The calendar of deliveries can't be read: DIR\/expected\.json: .*JSON[^()]*( \(line \d+ column \d+\))?$/,
    );
    put('expected.json', '[{"provider":"Shell","by":"22:30"}]');
    expect(refusal()).toBe(
      "DIR/expected.json: deliveries[0].provider: 'Shell' is no provider: choose one of ESSO, Pipeline.",
    );
    expect(refusal(put('other.json', '[]'))).toBe(
      'DIR/other.json: deliveries: a delivery is missing. (--expected)',
    );
  });
});

const DAILY: Delivery = {
  ...{ provider: 'ESSO', by: '22:30', leastRows: 0, timeZone: 'UTC', except: [] },
  weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
};
const ABOUT = { inbox: '/inbox', service: 'https://service.test' };
/** A Thursday. */
const SINCE = '2026-11-19T12:00:00.000Z';

const file = (name: string, at: string, more: Partial<NightFile> = {}) =>
  ({
    ...{ name, key: name, provider: 'ESSO', state: 'imported', arrivedAt: at, importedAt: at },
    rows: { imported: 10, duplicates: 0, rejected: 0, keptOut: 0 },
    ...more,
  }) as NightFile;

/** Looks at the files of one run; `day` 20 at 1:00 is '20T01:00'. Saves unless it's a trial. */
const look = (
  now: string,
  files: readonly NightFile[] = [],
  {
    calendar = [DAILY],
    present = files,
    trial = false,
  }: { calendar?: Delivery[]; present?: readonly NightFile[]; trial?: boolean } = {},
) => {
  const settings = { paths: { journal: dir } } as Settings;
  const { deliveries, save } = lookAtDeliveries(settings, {
    ...{ about: ABOUT, calendar, files, present, since: new Date(SINCE) },
    now: new Date(`2026-11-${now}:00.000Z`),
  });
  if (!trial) save();
  return deliveries;
};
const dues = (...look_: Parameters<typeof look>) =>
  look(...look_).missing.map(({ due, provider }) => `${provider} ${due.slice(8, 16)}`);

const memoryPath = () => {
  const [name = ''] = readdirSync(join(dir, 'deliveries'));
  return join(dir, 'deliveries', name);
};
const memory = () => JSON.parse(readFileSync(memoryPath(), 'utf8'));

describe('TXN-13 missing deliveries', () => {
  it('TXN-13 are those that fell due since the calendar took effect', () => {
    expect(look('19T22:29')).toEqual({ missing: [], short: [] });
    expect(look('21T01:00')).toEqual({
      missing: [
        { provider: 'ESSO', due: '2026-11-19T22:30:00.000Z', timeZone: 'UTC' },
        { provider: 'ESSO', due: '2026-11-20T22:30:00.000Z', timeZone: 'UTC' },
      ],
      short: [],
    });
    expect(dues('22T01:00')).toEqual(['ESSO 19T22:30', 'ESSO 20T22:30', 'ESSO 21T22:30']);
  });

  it('TXN-13 are remembered by inbox and service, with the imports that counted', () => {
    look('20T01:00', [file('a', '2026-11-19T22:00:00Z'), file('b', '2026-11-20T00:59:00Z')]);
    expect(readFileSync(memoryPath(), 'utf8')).toMatch(/^\{\n {2}"inbox": [\s\S]+\n\}\n$/);
    expect(memory()).toEqual({
      ...{ ...ABOUT, since: SINCE, counted: ['a', 'b'] },
      entries: { ESSO: { until: Date.parse('2026-11-20T01:00:00Z'), open: [], early: [] } },
    });
    expect(memoryPath()).toContain('/deliveries/caf8a2f6d17fddb693cf20d9951914a6.json');
  });

  it('TXN-13 are remembered by provider and by the place among its entries', () => {
    const calendar = [
      ...[DAILY, { ...DAILY, by: '20:00' }, { ...DAILY, provider: 'Pipeline' }],
      { ...DAILY, by: '21:00' },
    ];
    const all = ['ESSO 19T20:00', 'ESSO 19T21:00', 'Pipeline 19T22:30', 'ESSO 19T22:30'];
    expect(dues('20T01:00', [], { calendar })).toEqual(all);
    expect(Object.keys(memory().entries)).toEqual(['ESSO', 'ESSO#2', 'Pipeline', 'ESSO#3']);
    expect(dues('20T02:00', [], { calendar })).toEqual(all);
  });

  it('TXN-13 are no longer missing once their day is a holiday', () => {
    expect(dues('21T01:00')).toEqual(['ESSO 19T22:30', 'ESSO 20T22:30']);
    const calendar = [{ ...DAILY, except: ['2026-11-19'] }];
    expect(dues('21T02:00', [], { calendar })).toEqual(['ESSO 20T22:30']);
  });

  it('TXN-13 are not found twice if the clock is put back', () => {
    expect(dues('20T23:00')).toEqual(['ESSO 19T22:30', 'ESSO 20T22:30']);
    expect(dues('20T21:00')).toEqual(['ESSO 19T22:30', 'ESSO 20T22:30']);
    expect(dues('20T23:30')).toEqual(['ESSO 19T22:30', 'ESSO 20T22:30']);
  });

  it.each([
    'null',
    '{"since": "2026-11-01T00:00:00Z", "counted": []}',
    '{"entries": {}, "counted": []}',
    '{"since": "2026-11-01T00:00:00Z", "entries": {}, "counted": {}}',
    '{"since": ',
  ])('TXN-13 start over if what is remembered is damaged: %s', (text) => {
    look('20T01:00');
    writeFileSync(memoryPath(), text);
    const before = file('a', '2026-11-19T11:00:00Z');
    expect(dues('20T02:00', [before])).toEqual(['ESSO 19T22:30']);
    expect(memory()).toMatchObject({ ...ABOUT, since: SINCE, counted: [] });
  });
});

describe('TXN-13 a file counts for a delivery', () => {
  it.each<[FileState, boolean]>([
    ['imported', true],
    ['settled', true],
    ['already_imported', true],
    ['rejected', false],
    ['checked', false],
  ])('TXN-13 that is %s: %s', (state, counts) => {
    const found = dues('20T01:00', [file('a', '2026-11-19T22:00:00Z', { state })]);
    expect(found).toEqual(counts ? [] : ['ESSO 19T22:30']);
  });

  it.each<[string, Partial<NightFile>]>([
    ['of another provider', { provider: 'Pipeline' }],
    ['of no known provider', { provider: undefined }],
    ['of another inbox', { elsewhere: true }],
    ['without a time', { importedAt: undefined }],
    ['without a key', { key: undefined }],
    ['imported before the calendar', { importedAt: '2026-11-19T11:59:59.999Z' }],
  ])('TXN-13 but not one %s', (_, more) => {
    expect(dues('20T01:00', [file('a', '2026-11-19T22:00:00Z', more)])).toEqual(['ESSO 19T22:30']);
  });

  it('TXN-13 that was imported when the calendar took effect, or whose arrival is not known', () => {
    const at = '2026-11-19T22:00:00Z';
    expect(dues('20T01:00', [file('a', at, { importedAt: SINCE })], { trial: true })).toEqual([]);
    expect(dues('20T01:00', [file('a', at, { arrivedAt: undefined })])).toEqual([]);
  });

  it('TXN-13 once: not again in a later run, nor under another name', () => {
    const once = file('a', '2026-11-19T22:00:00Z');
    const again = { ...once, name: 'b' };
    expect(dues('20T23:00', [once, again])).toEqual(['ESSO 20T22:30']);
    expect(dues('20T23:10', [again])).toEqual(['ESSO 20T22:30']);
  });

  it('TXN-13 and the last 5,000 imports are remembered', () => {
    look('20T01:00');
    const counted = Array.from({ length: 4_999 }, (_, at) => `k${at}`);
    writeFileSync(memoryPath(), JSON.stringify({ ...memory(), counted }));
    look('20T02:00', [file('a', '2026-11-20T01:10:00Z'), file('b', '2026-11-20T01:20:00Z')]);
    expect(memory().counted).toHaveLength(5_000);
    expect(memory().counted.slice(-2)).toEqual(['a', 'b']);
    expect(memory().counted[0]).toBe('k1');
  });

  it('TXN-13 that is nearest, before or after it', () => {
    // Nearer to Thursday's than to Friday's, then the other way round.
    expect(dues('20T23:00', [file('a', '2026-11-20T10:29:00Z')], { trial: true })).toEqual([
      'ESSO 20T22:30',
    ]);
    expect(dues('20T23:00', [file('a', '2026-11-20T10:31:00Z')], { trial: true })).toEqual([
      'ESSO 19T22:30',
    ]);
  });

  it('TXN-13 that is still ahead, and later not missing', () => {
    const early = [file('a', '2026-11-19T20:00:00Z')];
    expect(dues('19T20:10', early)).toEqual([]);
    expect(dues('19T20:12')).toEqual([]);
    expect(memory().entries.ESSO.early).toEqual([Date.parse('2026-11-19T22:30:00Z')]);
    // The second has no delivery left: Thursday's has arrived.
    expect(dues('19T20:20', [file('b', '2026-11-19T20:15:00Z')])).toEqual([]);
    expect(dues('19T22:30')).toEqual([]);
    expect(memory().entries.ESSO.early).toEqual([]);
    expect(dues('20T23:00')).toEqual(['ESSO 20T22:30']);
  });

  it('TXN-13 that is the oldest missing one, if the nearest has arrived', () => {
    expect(dues('21T23:00')).toEqual(['ESSO 19T22:30', 'ESSO 20T22:30', 'ESSO 21T22:30']);
    const files = [file('a', '2026-11-21T22:40:00Z'), file('b', '2026-11-21T22:50:00Z')];
    expect(dues('21T23:10', files)).toEqual(['ESSO 20T22:30']);
    const calendar = [DAILY, { ...DAILY, by: '20:00' }];
    const late = [file('c', '2026-11-22T22:40:00Z'), file('d', '2026-11-22T22:50:00Z')];
    expect(dues('22T23:00', [], { calendar })).toEqual([
      ...['ESSO 19T20:00', 'ESSO 20T20:00', 'ESSO 20T22:30', 'ESSO 21T20:00'],
      ...['ESSO 22T20:00', 'ESSO 22T22:30'],
    ]);
    expect(dues('22T23:10', late, { calendar })).toEqual([
      ...['ESSO 20T20:00', 'ESSO 20T22:30', 'ESSO 21T20:00', 'ESSO 22T20:00'],
    ]);
  });

  it('TXN-13 that falls due at this very moment', () => {
    look('18T12:00');
    const calendar = [DAILY, { ...DAILY, by: '21:00' }];
    const files = ['a', 'b'].map((name) => file(name, '2026-11-19T22:20:00Z'));
    expect(dues('19T22:30', files, { calendar })).toEqual([]);
    expect(memory().entries).toMatchObject({
      ...{ ESSO: { open: [], early: [] }, 'ESSO#2': { open: [], early: [] } },
    });
  });

  it('TXN-13 that is at most a week away', () => {
    const weekly: Delivery = { ...DAILY, by: '12:00', weekdays: ['thu'], except: ['2026-12-03'] };
    // Thursdays: 19 is over when the calendar begins, 26 is missing, December 3 is a holiday.
    look('19T12:00', [], { calendar: [weekly] });
    expect(dues('27T12:00', [], { calendar: [weekly] })).toEqual(['ESSO 26T12:00']);
    const far = [file('a', '2026-12-03T12:00:00Z')];
    expect(dues('27T12:10', far, { calendar: [weekly] })).toEqual(['ESSO 26T12:00']);
    expect(memory().entries.ESSO.early).toEqual([Date.parse('2026-12-10T12:00:00Z')]);
    const farther = [file('b', '2026-11-29T12:00:00Z', { key: 'b' })];
    expect(dues('30T12:00', farther, { calendar: [weekly] })).toEqual([]);
  });
});

describe('TXN-13 a delivery with too few rows', () => {
  const calendar = [{ ...DAILY, leastRows: 10 }];
  const rows = { imported: 1, duplicates: 2, rejected: 3, keptOut: 4 };

  it('TXN-13 counts all rows of its file, whatever happened to them', () => {
    const at = '2026-11-19T22:00:00Z';
    expect(look('20T01:00', [file('a', at, { rows })], { calendar }).short).toEqual([]);
    const fewer = file('b', '2026-11-20T22:00:00Z', { rows: { ...rows, imported: 0 } });
    const none = file('c', '2026-11-21T22:00:00Z', { rows: undefined });
    expect(look('22T01:00', [fewer, none], { calendar })).toEqual({
      missing: [],
      short: [
        { provider: 'ESSO', file: 'b', rows: 9, leastRows: 10 },
        { provider: 'ESSO', file: 'c', rows: 0, leastRows: 10 },
      ],
    });
  });

  it('TXN-13 is the one of two that arrived first near its time', () => {
    const two = [DAILY, { ...DAILY, by: '21:00', leastRows: 50 }];
    const files = [file('late', '2026-11-19T22:10:00Z'), file('soon', '2026-11-19T21:50:00Z')];
    expect(look('20T01:00', files, { calendar: two })).toMatchObject({
      ...{ missing: [], short: [{ file: 'late', leastRows: 50 }] },
    });
  });
});

describe('TXN-13 a file that waits in the inbox', () => {
  const waiting = (state: FileState, provider = 'ESSO') => ({ state, provider }) as NightFile;

  it.each<[FileState, boolean]>([
    ['left', true],
    ['in_use', true],
    ['failed', true],
    ['unknown', true],
    ['rejected', false],
    ['set_aside', false],
  ])('TXN-13 as %s is an arrival: %s', (state, arrived) => {
    const present = [waiting(state)];
    expect(dues('20T01:00', [], { present })).toEqual(arrived ? [] : ['ESSO 19T22:30']);
  });

  it('TXN-13 is one of its provider’s latest deliveries; the others are missing, oldest first', () => {
    const calendar = [DAILY, { ...DAILY, by: '20:00' }, { ...DAILY, provider: 'Pipeline' }];
    const present = [waiting('left'), waiting('failed'), waiting('left', 'Comdata')];
    expect(dues('21T01:00', [], { calendar, present })).toEqual([
      ...['ESSO 19T20:00', 'Pipeline 19T22:30', 'ESSO 19T22:30', 'Pipeline 20T22:30'],
    ]);
  });

  it('TXN-13 of an earlier run counts no longer', () => {
    const files = [waiting('left')];
    expect(dues('20T01:00', files, { present: [] })).toEqual(['ESSO 19T22:30']);
  });
});
