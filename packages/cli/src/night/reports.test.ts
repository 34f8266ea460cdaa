import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Settings } from '../settings/settings.ts';
import type { NightReport } from './night.types.ts';
import { earlierReports, newReport } from './reports.ts';

const OF = { inbox: '/inbox', service: 'https://service.test' };

let dir: string;
let settings: Settings;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'forecourt-reports-'));
  settings = { paths: { dir } } as Settings;
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const report = (night: string, hour: string, more: object = {}) =>
  ({
    ...{ ...OF, night, ok: true, files: [] },
    ...{ startedAt: `${night}T${hour}:00:00.000Z`, endedAt: `${night}T${hour}:09:00.000Z` },
    ...more,
  }) as unknown as NightReport;

const put = (name: string, content: unknown) => {
  mkdirSync(join(dir, 'reports'), { recursive: true });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(dir, 'reports', name), text);
};
const earlier = () => earlierReports(settings, { ...OF, night: '2026-11-20' });
const starts = (reports: readonly NightReport[]) => reports.map(({ startedAt }) => startedAt);

describe('TXN-13 reports of earlier runs', () => {
  it('TXN-13 are none before the first night', () => {
    expect(earlier()).toEqual({ tonight: [], before: [], killed: [], lastSuccess: undefined });
  });

  it('TXN-13 are those of tonight and of the latest night before, oldest first', () => {
    put('b.json', report('2026-11-20', '03'));
    put('a.json', report('2026-11-20', '04'));
    put('c.json', report('2026-11-18', '23'));
    put('d.json', report('2026-11-18', '22'));
    put('e.json', report('2026-11-16', '22'));
    expect(starts(earlier().tonight)).toEqual([
      '2026-11-20T03:00:00.000Z',
      '2026-11-20T04:00:00.000Z',
    ]);
    expect(starts(earlier().before)).toEqual([
      '2026-11-18T22:00:00.000Z',
      '2026-11-18T23:00:00.000Z',
    ]);
  });

  it('TXN-13 of another inbox, another service, later nights and pages don’t count', () => {
    put('a.json', report('2026-11-19', '02', { inbox: '/other' }));
    put('b.json', report('2026-11-19', '02', { service: 'https://other.test' }));
    put('c.json', report('2026-11-21', '02', { ok: false }));
    put('d.html', JSON.stringify(report('2026-11-19', '02')));
    const none = { tonight: [], before: [], killed: [], lastSuccess: undefined };
    expect(earlier()).toEqual({ ...none, formerService: 'https://other.test' });
    put('e.json', report('2026-11-19', '03'));
    expect(earlier().formerService).toBeUndefined();
  });

  it('TXN-13 a damaged report counts as missing', () => {
    put('a.json', '{"night": "2026-11-19", ');
    put('b.json', 'null');
    put('c.json', { ...OF, night: '2026-11-19' });
    put('d.json', report('2026-11-19', '02', { night: 20261119 }));
    expect(earlier()).toEqual({ tonight: [], before: [], killed: [], lastSuccess: undefined });
  });

  it('TXN-13 the last success is the latest run that ended well', () => {
    put('a.json', report('2026-11-17', '02'));
    put('b.json', report('2026-11-18', '02'));
    put('c.json', report('2026-11-19', '02', { ok: false }));
    put('d.json', report('2026-11-20', '02', { endedAt: null }));
    expect(earlier().lastSuccess).toBe('2026-11-18T02:09:00.000Z');
  });

  it('TXN-13 those since the last that ended were killed, in whichever night', () => {
    put('a.json', report('2026-11-17', '02', { endedAt: null }));
    put('b.json', report('2026-11-18', '02'));
    put('c.json', report('2026-11-19', '02', { endedAt: null }));
    put('d.json', report('2026-11-20', '02', { endedAt: null }));
    expect(starts(earlier().killed)).toEqual([
      ...['2026-11-19T02:00:00.000Z', '2026-11-20T02:00:00.000Z'],
    ]);
  });

  it('TXN-13 a dry run is none of them, and no success', () => {
    put('a.json', report('2026-11-20', '02', { endedAt: null }));
    put('b.json', report('2026-11-20', '03', { dryRun: true }));
    expect(earlier().lastSuccess).toBeUndefined();
    expect(starts(earlier().tonight)).toEqual(['2026-11-20T02:00:00.000Z']);
    expect(starts(earlier().killed)).toEqual(['2026-11-20T02:00:00.000Z']);
  });

  it('TXN-13 an inbox finds its own of the last nights among hundreds of others', () => {
    put('2026-11-18T22-00.json', report('2026-11-18', '22'));
    put('2026-11-20T13-00.json', report('2026-11-20', '13'));
    for (let at = 0; at < 300; at += 1) put(`2026-11-20T14-00-${at}.json`, 'null');
    expect(starts(earlier().tonight)).toEqual(['2026-11-20T13:00:00.000Z']);
    expect(starts(earlier().before)).toEqual(['2026-11-18T22:00:00.000Z']);
  });

  it('TXN-13 a run that was killed before it reported its end counts as killed', () => {
    put('a.json', report('2026-11-20', '02', { reportedAt: '2026-11-20T02:09:01.000Z' }));
    put('b.json', report('2026-11-20', '03', { reportedAt: null }));
    expect(starts(earlier().killed)).toEqual(['2026-11-20T03:00:00.000Z']);
  });

  it('TXN-13 of years ago are not read: the latest 200 are enough', () => {
    put('2020-01-01T02-00.json', report('2026-11-19', '01'));
    for (let at = 0; at < 200; at += 1) put(`2026-11-20-${at}.json`, 'null');
    expect(earlier().before).toEqual([]);
    rmSync(join(dir, 'reports', '2026-11-20-7.json'));
    expect(starts(earlier().before)).toEqual(['2026-11-19T01:00:00.000Z']);
  });
});

describe('TXN-13 the report of a run', () => {
  const AT = new Date(2026, 10, 3, 5, 7);

  it('TXN-13 is named after its local minute, and a second one of that minute is numbered', () => {
    for (const hour of ['01', '02', '03'])
      newReport(settings, AT, undefined).save(report('2026-11-03', hour));
    expect(readdirSync(join(dir, 'reports')).sort()).toEqual([
      ...['2026-11-03T05-07-2.json', '2026-11-03T05-07-3.json', '2026-11-03T05-07.json'],
    ]);
  });

  it('TXN-13 is written again in its place, with its page beside it and beside the copy', () => {
    const copy = join(dir, 'night.json');
    const file = newReport(settings, AT, copy);
    expect(file.path).toBeUndefined();
    expect(file.savePage('<p>')).toBeUndefined();
    file.save(report('2026-11-03', '01'));
    file.save(report('2026-11-03', '02'));
    expect(file.path).toBe(join(dir, 'reports', '2026-11-03T05-07.json'));
    expect(file.savePage('<h1>')).toBe(join(dir, 'reports', '2026-11-03T05-07.html'));
    expect(readdirSync(join(dir, 'reports')).sort()).toEqual([
      ...['2026-11-03T05-07.html', '2026-11-03T05-07.json'],
    ]);
    for (const path of [copy, file.path ?? ''])
      expect(JSON.parse(readFileSync(path, 'utf8')).startedAt).toBe('2026-11-03T02:00:00.000Z');
    expect(readFileSync(join(dir, 'night.html'), 'utf8')).toBe('<h1>');
    expect(readFileSync(copy, 'utf8')).toMatch(/^\{\n {2}"inbox": "\/inbox",\n/);
  });

  it('TXN-13 is written into a pipe once, when the run has ended', () => {
    const pipe = join(dir, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // A writer that is a reader too never waits for the other end.
    const end = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    const heard = () => {
      try {
        const bytes = Buffer.alloc(4_096);
        return bytes.toString('utf8', 0, readSync(end, bytes));
      } catch (error) {
        return (error as NodeJS.ErrnoException).code;
      }
    };
    try {
      const file = newReport(settings, AT, pipe);
      file.save(report('2026-11-03', '01', { endedAt: null }));
      expect(heard()).toBe('EAGAIN');
      file.save(report('2026-11-03', '02'));
      expect(JSON.parse(heard() ?? '')).toMatchObject({ startedAt: '2026-11-03T02:00:00.000Z' });
      file.save(report('2026-11-03', '03'));
      file.savePage('<h1>');
      expect(heard()).toBe('EAGAIN');
      expect(readdirSync(dir).sort()).toEqual(['pipe', 'reports']);
    } finally {
      closeSync(end);
    }
  });

  it('TXN-13 a copy of another name keeps it for its page', () => {
    const file = newReport(settings, AT, join(dir, 'night.json.txt'));
    file.save(report('2026-11-03', '01'));
    file.savePage('<h1>');
    expect(readdirSync(dir).sort()).toEqual(['night.json.txt', 'night.json.txt.html', 'reports']);
  });
});
