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
  command = buildBinary();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('examples/nightly', () => {
  it('TXN-13 loses nothing and enters nothing twice in a bad night: service down, answer lost, file twice, bad row', async () => {
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

  it('has a script for a plain shell, and a line for cron', () => {
    expect(spawnSync('sh', ['-n', join(NIGHTLY, 'nightly.sh')]).status).toBe(0);
    const lines = readFileSync(join(NIGHTLY, 'crontab'), 'utf8').split('\n');
    const jobs = lines.filter((line) => /^[\d*]/.test(line));
    expect(jobs).toEqual([expect.stringMatching(/^(?:[\d*/,-]+ ){5} ?\/\S+nightly\.sh$/)]);
  });

  it('tries again after 1, 7 and 8 until the deadline, and never after it; 6 is for people', () => {
    const calls = join(dir, 'calls');
    const fake = join(dir, 'fake.sh');
    const night = (code: number, deadline: string, tries: number) => {
      writeFileSync(fake, `#!/bin/sh\necho "$@" >> ${calls}\nexit ${code}\n`, { mode: 0o755 });
      rmSync(calls, { force: true });
      const env = {
        ...process.env,
        FORECOURT: fake,
        FORECOURT_DEADLINE: deadline,
        FORECOURT_TRIES: String(tries),
        FORECOURT_PAUSE: '1',
      };
      const { status } = spawnSync(join(NIGHTLY, 'nightly.sh'), { env });
      const deadlines = readFileSync(calls, 'utf8').match(/(?<=--deadline )\S+/g) ?? [];
      return { status, deadlines };
    };
    expect(night(6, '1h', 6)).toEqual({ status: 6, deadlines: ['1h'] });
    expect(night(0, '1h', 6)).toEqual({ status: 0, deadlines: ['1h'] });
    expect(night(1, '1h', 2)).toMatchObject({
      status: 1,
      deadlines: ['1h', expect.stringMatching(/^359\ds$/)],
    });
    expect(night(8, '05:30', 2)).toMatchObject({
      status: 8,
      deadlines: ['05:30', expect.stringMatching(/^\d{1,5}s$/)],
    });
    const short = night(7, '3s', 6);
    expect([short.status, short.deadlines[0]]).toEqual([7, '3s']);
    expect(short.deadlines.length).toBeLessThan(5);
  });

  it.each([
    ['2027-03-14T06:50:00Z', '03:05', '899s'],
    ['2027-03-14T04:50:00Z', '03:05', '8099s'],
    ['2027-03-14T06:50:00Z', '02:30', '2399s'],
    ['2027-11-07T04:50:00Z', '03:05', '11699s'],
    ['2027-11-08T04:50:00Z', '3:05', '11699s'],
  ])('TXN-13 keeps its deadline where the clock changes: %s, %s', (now, deadline, left) => {
    const calls = join(dir, 'clock-calls');
    const fake = join(dir, 'clock-fake.sh');
    const bin = mkdtempSync(join(dir, 'bin-'));
    rmSync(calls, { force: true });
    writeFileSync(fake, `#!/bin/sh\necho "$@" >> ${calls}\nexit 7\n`, { mode: 0o755 });
    // A stopped clock; everything else is the system's own.
    const real = execFileSync('sh', ['-c', 'command -v date'], { encoding: 'utf8' }).trim();
    const at = `@${Date.parse(now) / 1000}`;
    writeFileSync(
      join(bin, 'date'),
      `#!/bin/sh\ncase $1 in -*) exec ${real} "$@" ;; esac\nexec ${real} -d ${at} "$@"\n`,
      { mode: 0o755 },
    );
    spawnSync(join(NIGHTLY, 'nightly.sh'), {
      env: {
        ...process.env,
        PATH: `${bin}:${process.env.PATH}`,
        TZ: 'America/Toronto',
        FORECOURT: fake,
        FORECOURT_DEADLINE: deadline,
        FORECOURT_TRIES: '2',
        FORECOURT_PAUSE: '1',
      },
    });
    expect(readFileSync(calls, 'utf8').match(/(?<=--deadline )\S+/g)).toEqual([deadline, left]);
  });

  it('has a unit that fails with every code except 0', () => {
    const unit = readFileSync(join(NIGHTLY, 'forecourt-nightly.service'), 'utf8');
    expect(unit).not.toContain('SuccessExitStatus');
  });

  it('has a unit and a timer that systemd accepts', () => {
    for (const name of UNITS) {
      const text = readFileSync(join(NIGHTLY, name), 'utf8');
      // The user chooses where to install the script.
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
