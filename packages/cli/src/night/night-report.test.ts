import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Settings } from '../settings/settings.ts';
import type { Work } from '../work.ts';
import type { NightFile } from './night.types.ts';
import { openNightRecord } from './night-report.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'forecourt-night-report-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function opened() {
  const settings = {
    paths: { dir, credentials: join(dir, 'credentials') },
    ...{ profile: { value: 'default' }, baseUrl: { value: 'https://service.test' } },
  } as unknown as Settings;
  const inbox = { dir: '/inbox', settleMs: 0, providers: [] };
  return openNightRecord({ operation: 'op', settings } as Work, {
    ...{ inbox, deadline: undefined, copy: undefined, dryRun: false },
  });
}

it('TXN-13 has a reason if no report could be written, and goes on', () => {
  writeFileSync(join(dir, 'reports'), '');
  const record = opened();
  record.add('a.xlsx', { name: 'a.xlsx' } as NightFile);
  expect(record.path).toBeUndefined();
  expect(record.trouble).toMatchObject({ exitCode: 1, code: 'report_not_written' });
  expect(record.trouble?.message).toMatch(/^The report of the night could not be written: .+\.$/);
  expect(record.trouble?.message).not.toContain('the file there');
});

it('TXN-13 warns of an older report on disk if it could not be written again', () => {
  const record = opened();
  const [name = ''] = readdirSync(join(dir, 'reports'));
  expect(record.trouble).toBeUndefined();
  expect(JSON.parse(readFileSync(join(dir, 'reports', name), 'utf8'))).toMatchObject({
    ...{ message: 'Not ended.', endedAt: null, exitCode: null, ok: false, interrupted: false },
  });
  rmSync(join(dir, 'reports'), { recursive: true });
  writeFileSync(join(dir, 'reports'), '');
  record.add('a.xlsx', { name: 'a.xlsx' } as NightFile);
  record.save();
  expect(record.trouble?.message).toMatch(/ \(the file there is of before that\)\.$/);
});

it('TXN-13 does not count again what a run of the night before entered after noon', () => {
  const now = new Date().toISOString();
  const file = { name: 'a.xlsx', key: 'k', state: 'imported', importedAt: now } as NightFile;
  const before = {
    ...{ inbox: '/inbox', service: 'https://service.test', night: '2020-01-01', ok: true },
    ...{ startedAt: '2020-01-02T11:59:00.000Z', endedAt: now, files: [file] },
  };
  mkdirSync(join(dir, 'reports'), { recursive: true });
  writeFileSync(join(dir, 'reports', '2020-01-02T11-59.json'), JSON.stringify(before));
  const record = opened();
  record.add('copy.xlsx', { ...file, name: 'copy.xlsx', state: 'already_imported' });
  const end = { message: '', interrupted: false, deliveries: null, stillRejected: null };
  const { totals } = record.close({ ...end, exitCode: 0 });
  expect(totals).toMatchObject({ files: 1, imported: 0, alreadyImported: 1 });
});
