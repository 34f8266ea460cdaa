import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { badNight } from '../../../examples/nightly/bad-night.ts';
import { buildBinary } from './binary.ts';

const NIGHTLY = join(import.meta.dirname, '../../../examples/nightly');
const UNITS = ['forecourt-nightly.service', 'forecourt-nightly.timer'] as const;

let command: string;
const dir = mkdtempSync(join(tmpdir(), 'forecourt-night-'));

beforeAll(() => {
  command = buildBinary('nightly-build');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('examples/nightly', () => {
  it('TXN-13 a bad night loses nothing and enters nothing twice: service down, answer lost, file twice, bad row', async () => {
    const { evening, morning, files, report } = await badNight({ dir, command, say: () => {} });
    expect(evening.code).toBe(7);
    expect(JSON.parse(evening.stdout).files).toMatchObject([
      { name: 'monday again.xlsx', state: 'failed' },
      { name: 'monday.xlsx', state: 'failed' },
      { name: 'one bad row.xlsx', state: 'rejected' },
    ]);
    expect(morning.code).toBe(0);
    expect(files).toEqual([
      'done/monday again.xlsx',
      'done/monday.xlsx',
      'rejected/one bad row.xlsx',
      'rejected/one bad row.xlsx.report.json',
    ]);
    const night = JSON.parse(readFileSync(report, 'utf8'));
    expect(night).toMatchObject({
      totals: { files: 3, imported: 1, alreadyImported: 1, rejected: 1, rows: { imported: 40 } },
    });
    const reasons = JSON.parse(readFileSync(join(dir, 'inbox', files[3] ?? ''), 'utf8'));
    expect(reasons).toMatchObject({ code: 'check_failed', errors: 1, issues: [{ row: 2 }] });
    const database = new DatabaseSync(join(dir, 'service', 'forecourt.sqlite'), { readOnly: true });
    const lines = database
      .prepare(
        `select count(*) as lines, count(distinct t.import_id) as imports from transaction_lines l
         join transactions t on t.id = l.transaction_id where t.import_id is not null`,
      )
      .get();
    database.close();
    expect(lines).toEqual({ lines: 40, imports: 1 });
  });

  it('has a script that a plain shell can read, and a line that cron can', () => {
    expect(spawnSync('sh', ['-n', join(NIGHTLY, 'nightly.sh')]).status).toBe(0);
    const lines = readFileSync(join(NIGHTLY, 'crontab'), 'utf8').split('\n');
    const jobs = lines.filter((line) => /^[\d*]/.test(line));
    expect(jobs).toEqual([expect.stringMatching(/^(?:[\d*/,-]+ ){5} ?\/\S+nightly\.sh$/)]);
  });

  it('has a unit and a timer that systemd takes', () => {
    for (const name of UNITS) {
      const text = readFileSync(join(NIGHTLY, name), 'utf8');
      // Where the script is installed is up to whoever installs it.
      const here = text.replaceAll('/opt/forecourt', NIGHTLY).replace(/^User=.*$/m, '');
      writeFileSync(join(dir, name), here);
      for (const line of text.split('\n')) {
        expect(line).toMatch(/^(?:$|#.*|\[(?:Unit|Service|Timer|Install)\]|[A-Z][A-Za-z]+=.+)$/);
      }
    }
    copyFileSync(join(NIGHTLY, 'nightly.sh'), join(dir, 'nightly.sh'));
    const found = spawnSync('systemd-analyze', ['--version']);
    if (found.error) return;
    const verify = () =>
      execFileSync('systemd-analyze', ['verify', ...UNITS.map((name) => join(dir, name))], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
    expect(verify()).toBe('');
  });
});
