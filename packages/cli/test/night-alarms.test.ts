import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { essoFile, essoLine } from '../../../examples/sandbox/test/esso-file.ts';
import { diskError, mountDisk, withDisk } from './bad-disk.ts';
import { openService } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';
import { type InboxFixture, lastReport, openInbox, WITH_ALL_CARDS } from './night-fixture.ts';

const { fixture } = fixtureForEach({ open: () => openService([], WITH_ALL_CARDS) });
let inbox: InboxFixture;
beforeEach(() => {
  inbox = openInbox(fixture);
});

const run = (...more: string[]) => fixture.run([...inbox.argv, ...more]);
const lines = (...numbers: string[]) => essoFile(numbers.map((number) => essoLine({ number })));
const secondsOf = (instant: string) => Math.floor(Date.parse(instant) / 1000);

describe('--metrics-file', () => {
  const metrics = () => readFileSync(fixture.path('night.prom'), 'utf8');

  it('TXN-13 has the night as Prometheus text, readable by every user', async () => {
    inbox.put('ESSO/monday.csv', lines('810001'));
    await run();
    const success = lastReport(fixture).endedAt;
    inbox.put('ESSO/tuesday.csv', lines('810001', '810002', '810003'));
    inbox.put('ESSO/empty.csv', '');
    const { code } = await run('--metrics-file', fixture.path('night.prom'));
    expect(code).toBe(6);
    const { endedAt, startedAt } = lastReport(fixture);
    const label = `inbox="${inbox.dir}"`;
    const samples = metrics()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(samples).toEqual([
      `forecourt_night_files{${label},state="found"} 3`,
      `forecourt_night_files{${label},state="imported"} 2`,
      `forecourt_night_files{${label},state="imported_before"} 0`,
      `forecourt_night_files{${label},state="rejected"} 0`,
      `forecourt_night_files{${label},state="set_aside"} 1`,
      `forecourt_night_files{${label},state="unknown"} 0`,
      `forecourt_night_files{${label},state="left"} 0`,
      `forecourt_night_rows{${label},result="entered"} 3`,
      `forecourt_night_rows{${label},result="duplicate"} 1`,
      `forecourt_night_rows{${label},result="rejected"} 0`,
      `forecourt_night_rows{${label},result="kept_out"} 0`,
      `forecourt_night_late_files{${label}} 0`,
      `forecourt_night_late_rows{${label},result="entered"} 0`,
      `forecourt_night_late_rows{${label},result="duplicate"} 0`,
      `forecourt_night_late_rows{${label},result="rejected"} 0`,
      `forecourt_night_late_rows{${label},result="kept_out"} 0`,
      `forecourt_night_amount{${label},currency="CAD",result="entered"} 2593.35`,
      `forecourt_night_amount{${label},currency="CAD",result="duplicate"} 864.45`,
      `forecourt_night_amounts_unknown_files{${label}} 0`,
      `forecourt_night_warnings{${label}} 0`,
      `forecourt_night_rows_without_company{${label}} 0`,
      `forecourt_night_still_rejected_files{${label}} 0`,
      `forecourt_night_exit_code{${label}} 6`,
      `forecourt_night_start_timestamp_seconds{${label}} ${secondsOf(startedAt)}`,
      `forecourt_night_end_timestamp_seconds{${label}} ${secondsOf(endedAt)}`,
      `forecourt_night_last_success_timestamp_seconds{${label}} ${secondsOf(success)}`,
    ]);
    expect(metrics()).toMatch(
      /^# HELP forecourt_night_files .+\n# TYPE forecourt_night_files gauge\n/,
    );
    expect(metrics().endsWith('\n')).toBe(true);
    expect(statSync(fixture.path('night.prom')).mode & 0o777).toBe(0o644);
  });

  it('keeps the earlier file or writes the new one if the disk is full, and the night exits with 1', async () => {
    writeFileSync(fixture.path('night.prom'), 'former\n');
    inbox.put('ESSO/full.csv', lines('811001'));
    let ran = { code: -1, stdout: '', stderr: '' };
    await withDisk(
      ({ name, path }) => {
        if (path.includes('night.prom')) throw diskError('ENOSPC', name, path);
      },
      async () => {
        ran = await run('--metrics-file', fixture.path('night.prom'));
      },
    );
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain('The metrics file could not be written: The disk is full');
    expect(ran.stderr).toContain(fixture.path('night.prom'));
    expect([metrics(), inbox.files()]).toEqual(['former\n', ['done/ESSO/full.csv']]);
    expect(readdirSync(fixture.dir).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('TXN-13 TXN-17 writes the metrics, the report and an export through links and into pipes and devices', async () => {
    const pipe = fixture.path('pipe');
    const device = fixture.path('null');
    execFileSync('mkfifo', [pipe]);
    // Only root can create devices; for other users the pipe exercises the same path.
    const made = spawnSync('mknod', [device, 'c', '1', '3']).status === 0;
    writeFileSync(fixture.path('real.prom'), 'former\n');
    symlinkSync('real.prom', fixture.path('link.prom'));
    inbox.put('ESSO/links.csv', lines('813001'));
    const reader = spawn('cat', [pipe]);
    const heard = once(reader.stdout.setEncoding('utf8'), 'data');
    const linked = await run('--metrics-file', fixture.path('link.prom'), '--report', pipe);
    expect([linked.code, linked.stderr]).toEqual([0, expect.not.stringContaining('not')]);
    expect(JSON.parse(String((await heard)[0]))).toMatchObject({
      totals: { imported: 1 },
      exitCode: 0,
    });
    expect(lstatSync(fixture.path('link.prom')).isSymbolicLink()).toBe(true);
    expect(readFileSync(fixture.path('real.prom'), 'utf8')).toMatch(
      /^# HELP forecourt_night_files /,
    );
    expect([lstatSync(pipe).isFIFO(), existsSync(`${pipe}.html`)]).toEqual([true, false]);

    const unread = await run('--metrics-file', pipe);
    expect([unread.code, lstatSync(pipe).isFIFO()]).toEqual([1, true]);
    expect(unread.stderr).toContain(`could not be written: Nobody reads from it: ${pipe}`);

    writeFileSync(fixture.path('cards.csv'), 'former');
    symlinkSync(fixture.path('cards.csv'), fixture.path('cards-link.csv'));
    const exported = ['cards', 'export', '--all', '--out'];
    expect((await fixture.run([...exported, fixture.path('cards-link.csv')])).code).toBe(0);
    expect(lstatSync(fixture.path('cards-link.csv')).isSymbolicLink()).toBe(true);
    expect(readFileSync(fixture.path('cards.csv'), 'utf8')).not.toBe('former');
    if (!made) return;
    const nights = ['--metrics-file', device, '--report', device];
    expect((await run(...nights)).code).toBe(0);
    expect((await fixture.run([...exported, device])).code).toBe(0);
    expect(lstatSync(device).isCharacterDevice()).toBe(true);
    expect(existsSync(`${device}.html`)).toBe(false);
  });

  it('TXN-13 reports exit code 8 for a second run on the same inbox, and so does its command', async () => {
    writeFileSync(fixture.path('night.prom'), 'former\n');
    inbox.put('ESSO/once.csv', lines('812001'));
    const env = { PATH: process.env.PATH ?? '' };
    const said = `echo "<$FORECOURT_REPORT$FORECOURT_REPORT_HTML>$FORECOURT_EXIT_CODE" > ${fixture.path('said')}`;
    const second = ['--metrics-file', fixture.path('night.prom'), '--on-finish', said];
    const [one, other] = await Promise.all([
      run('--metrics-file', fixture.path('first.prom')),
      fixture.run([...inbox.argv, ...second], { env }),
    ]);
    expect([one.code, other.code]).toEqual([0, 8]);
    expect(metrics()).toMatch(/^forecourt_night_exit_code\{.*\} 8$/m);
    expect(metrics()).not.toContain('forecourt_night_rows');
    expect(readFileSync(fixture.path('said'), 'utf8')).toBe('<>8\n');
    expect(readFileSync(fixture.path('first.prom'), 'utf8')).toMatch(/exit_code\{.*\} 0$/m);
  });
});

describe('--on-finish', () => {
  const said = () => readFileSync(fixture.path('said'), 'utf8');

  it('runs with the report, its page and the exit code, and without the token', async () => {
    inbox.put('ESSO/empty.csv', '');
    inbox.put('ESSO/good.csv', lines('820001'));
    const command = `printf '%s|' "$FORECOURT_REPORT" "$FORECOURT_REPORT_HTML" "$FORECOURT_EXIT_CODE" "\${FORECOURT_TOKEN-none}" > ${fixture.path('said')}; grep -c '"exitCode": 6' "$FORECOURT_REPORT" >> ${fixture.path('said')}`;
    const env = { FORECOURT_TOKEN: '', PATH: process.env.PATH ?? '' };
    const { code } = await fixture.run([...inbox.argv, '--on-finish', command], { env });
    expect(code).toBe(6);
    const [report = '', page = '', exitCode, token, found] = said().split('|');
    expect(report).toMatch(/\/config\/reports\/[\dT-]+\.json$/);
    expect(page).toBe(report.replace(/\.json$/, '.html'));
    expect(readFileSync(page, 'utf8')).toMatch(/^<!doctype html>/);
    expect([exitCode, token, Number(found) > 0]).toEqual(['6', 'none', true]);
    expect(lastReport(fixture).onFinish).toEqual({ ok: true, message: 'Done.' });
  });

  it('reports and records a failure of the command, without changing the exit code', async () => {
    inbox.put('ESSO/good.csv', lines('821001'));
    const env = { PATH: process.env.PATH ?? '' };
    const argv = [...inbox.argv, '--on-finish', 'echo no mail server >&2; exit 3'];
    const { code, stderr, stdout } = await fixture.run([...argv, '--quiet'], { env });
    expect(code).toBe(0);
    expect(stderr).toBe('forecourt: --on-finish ended with 3: no mail server\n');
    expect(stdout).not.toContain('no mail server');
    expect(lastReport(fixture)).toMatchObject({
      ok: true,
      onFinish: { ok: false, message: '--on-finish ended with 3: no mail server' },
    });
    const { document } = await fixture.json(argv, { env });
    expect(document).toMatchObject({ onFinish: { ok: false } });
  });

  it('is stopped with all its processes when its time is over', async () => {
    const env = { PATH: process.env.PATH ?? '' };
    const command = `(sleep 30; touch ${fixture.path('late')}) & sleep 30`;
    const started = Date.now();
    const { code, stderr } = await fixture.run(
      [...inbox.argv, '--on-finish', command, '--on-finish-timeout', '0.5'],
      { env },
    );
    expect(code).toBe(0);
    expect(stderr).toContain('--on-finish was ended after 0.5 s');
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(existsSync(fixture.path('late'))).toBe(false);
  });

  it.each([
    [['--on-finish', ' '], '--on-finish is a command: it is empty.'],
    [['--on-finish-timeout', '5'], '--on-finish-timeout is for --on-finish, which is missing.'],
    [
      ['--on-finish', 'true', '--on-finish-timeout', 'soon'],
      '--on-finish-timeout is a number of seconds, more than 0 and at most 3600.',
    ],
  ])('%j is a usage error', async (argv, message) => {
    const { code, stderr } = await run(...argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('the page of a night', () => {
  const pageOf = () => {
    const [name] = readdirSync(fixture.path('config/reports')).filter((one) =>
      one.endsWith('.html'),
    );
    return name === undefined
      ? undefined
      : readFileSync(fixture.path(`config/reports/${name}`), 'utf8');
  };

  it('is stored beside the report and its copy, has the faults by cell, no script, and loads nothing from elsewhere', async () => {
    const wrong = essoLine({ number: '830001' });
    wrong[25] = 1;
    inbox.put('ESSO/<img src=x onerror=alert(1)>&.csv', essoFile([wrong]));
    inbox.put('ESSO/good.csv', lines('830002'));
    const { code } = await run('--report', fixture.path('copy.json'));
    expect(code).toBe(6);
    const page = pageOf() ?? '';
    expect(readFileSync(fixture.path('copy.html'), 'utf8')).toBe(page);
    expect(page).toContain('ESSO/&lt;img src=x onerror=alert(1)&gt;&amp;.csv');
    expect(page).toMatch(/<strong><bdi>Sheet1!Z3<\/bdi><\/strong> <bdi>AMT<\/bdi> <code>TXN-QTY</);
    expect(page).toContain(
      '<th scope="row">Amounts as in the files, CAD</th><td class="n">864.45 CAD</td>',
    );
    expect(page).toContain('<strong>Partly done: the following needs a look.</strong>');
    expect(page).not.toMatch(/<script|<img|<[^>]*\s(?:src|href|on\w+)=|url\(|@import/i);
    expect(statSync(fixture.path('copy.html')).mode & 0o777).toBe(0o600);
  });

  it('and its report may fail in a read-only folder: 1, the metrics and an empty path', async () => {
    inbox.put('ESSO/good.csv', lines('832001'));
    let ran = { code: -1, stdout: '', stderr: '' };
    const reported = `echo "<$FORECOURT_REPORT$FORECOURT_REPORT_HTML>$FORECOURT_EXIT_CODE" > ${fixture.path('told')}`;
    await withDisk(
      ({ name, path }) => {
        if (path.includes('config/reports')) throw diskError('EROFS', name, path);
      },
      async () => {
        const argv = ['--metrics-file', fixture.path('night.prom'), '--on-finish', reported];
        const env = { PATH: process.env.PATH ?? '' };
        ran = await fixture.run([...inbox.argv, ...argv], { env });
      },
    );
    expect([ran.code, readFileSync(fixture.path('told'), 'utf8')]).toEqual([1, '<>1\n']);
    expect(ran.stderr).toContain(
      'The report of the night could not be written: The disk is read-only',
    );
    expect(ran.stdout).toContain('Report: not written');
    expect(inbox.files()).toEqual(['done/ESSO/good.csv']);
    expect(readFileSync(fixture.path('night.prom'), 'utf8')).toMatch(/exit_code\{.*\} 1$/m);
  });

  it("ends the night with 1 if the disk can't store it, with the complete report beside it", async () => {
    inbox.put('ESSO/good.csv', lines('831001'));
    let ran = { code: -1, stdout: '', stderr: '' };
    await withDisk(
      ({ name, path }) => {
        if (path.includes('.html')) throw diskError('ENOSPC', name, path);
      },
      async () => {
        ran = await run('--metrics-file', fixture.path('night.prom'));
      },
    );
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(
      /The page \(HTML\) of the night could not be written: The disk is full: \S+\.html\. The report itself is whole\./,
    );
    expect([pageOf(), lastReport(fixture).totals.imported]).toEqual([undefined, 1]);
    expect(readFileSync(fixture.path('night.prom'), 'utf8')).toMatch(/exit_code\{.*\} 1$/m);
  });
});

describe('a report', () => {
  it("TXN-13 is named with its page as outdated if the disk can't store its end", async () => {
    inbox.put('ESSO/good.csv', lines('831002'));
    let ran = { code: -1, stdout: '', stderr: '' };
    let written = 0;
    await withDisk(
      ({ name, path }) => {
        if (!path.includes('/config/reports/') || name !== 'openSync') return;
        written += 1;
        if (written > 1) throw diskError('ENOSPC', name, path);
      },
      async () => {
        ran = await run();
      },
    );
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(
      /The report of the night could not be written: The disk is full: \S+\.json \(the file there is of before that\)\. Nor could its page \(HTML\): The disk is full: \S+\.html\./,
    );
    expect(lastReport(fixture)).toMatchObject({ endedAt: null, exitCode: null });
  });
});

describe('a night that ends before it has a report', () => {
  it.each([
    ['a missing inbox', ['--inbox', '/nowhere/at/all']],
    ['a missing layout', ['--layout', '/nowhere/layout.json']],
    ['missing tax tables', ['--tax-tables', '/nowhere/taxes.json']],
    ['a file for an inbox', ['--inbox', import.meta.filename]],
    ['an empty text for an inbox', ['--inbox', ' ']],
    ['an empty text for a layout', ['--layout', '']],
  ])('TXN-13 writes the metrics and runs the command: %s', async (_, argv) => {
    writeFileSync(fixture.path('night.prom'), 'former\n');
    const said = `echo "<$FORECOURT_REPORT$FORECOURT_REPORT_HTML>$FORECOURT_EXIT_CODE" >> ${fixture.path('said')}`;
    const alarms = ['--metrics-file', fixture.path('night.prom'), '--on-finish', said];
    const env = { PATH: process.env.PATH ?? '' };
    const { code, stderr } = await fixture.run([...inbox.argv, ...alarms, ...argv], { env });
    expect([code, readFileSync(fixture.path('said'), 'utf8')]).toEqual([2, '<>2\n']);
    expect(stderr).toMatch(/There is no such|It is a file, not a folder|names no (?:file|folder)/);
    const metrics = readFileSync(fixture.path('night.prom'), 'utf8');
    expect(metrics).toMatch(/^forecourt_night_exit_code\{.*\} 2$/m);
    expect(metrics).toMatch(/^forecourt_night_end_timestamp_seconds\{.*\} \d{10}$/m);
  });

  it('TXN-13 writes the metrics and runs the command for a read-only inbox, whose files stay', async () => {
    inbox.put('ESSO/good.csv', lines('840001'));
    writeFileSync(fixture.path('night.prom'), 'former\n');
    const said = `echo "<$FORECOURT_REPORT>$FORECOURT_EXIT_CODE" >> ${fixture.path('said')}`;
    const alarms = ['--metrics-file', fixture.path('night.prom'), '--on-finish', said];
    const env = { PATH: process.env.PATH ?? '' };
    let ran = { code: -1, stdout: '', stderr: '' };
    await withDisk(
      ({ name, path }) => {
        if (path.startsWith(inbox.dir)) throw diskError('EROFS', name, path);
      },
      async () => {
        ran = await fixture.run([...inbox.argv, ...alarms], { env });
      },
    );
    expect([ran.code, readFileSync(fixture.path('said'), 'utf8')]).toEqual([2, '<>2\n']);
    expect(ran.stderr).toContain('The disk is read-only: ');
    expect(inbox.files()).toEqual(['ESSO/good.csv']);
    expect(readFileSync(fixture.path('night.prom'), 'utf8')).toMatch(
      /^forecourt_night_exit_code\{.*\} 2$/m,
    );
  });
});

describe('an inbox on a full disk', () => {
  it('TXN-13 has a report, metrics and the command for a night that can take nothing, and the next one takes all', async () => {
    const mounted = mountDisk(inbox.dir, 65_536);
    try {
      inbox.put('ESSO/good.csv', lines('842001'));
      inbox.put('ESSO/empty.csv', '');
      const filling = `${inbox.dir}/.forecourt.filling`;
      if (mounted) expect(() => writeFileSync(filling, Buffer.alloc(65_536))).toThrow('ENOSPC');
      const said = `echo "<$FORECOURT_REPORT>$FORECOURT_EXIT_CODE" >> ${fixture.path('said')}`;
      const alarms = ['--metrics-file', fixture.path('night.prom'), '--on-finish', said];
      const env = { PATH: process.env.PATH ?? '' };
      let ran = { code: -1, stdout: '', stderr: '' };
      await withDisk(
        ({ name, path }) => {
          // Where no disk can be mounted, writes fail as on a full one.
          if (!mounted && path.startsWith(inbox.dir)) throw diskError('ENOSPC', name, path);
        },
        async () => {
          ran = await fixture.run([...inbox.argv, ...alarms], { env });
        },
      );
      expect(ran.code).toBe(1);
      expect(ran.stderr).toContain('forecourt: Nothing was imported. The disk is full: ');
      expect(ran.stdout).toMatch(/^Left in the inbox\t2\t/m);
      const report = lastReport(fixture);
      expect(report).toMatchObject({
        ...{ ok: false, exitCode: 1, totals: { files: 2, imported: 0, left: 2 } },
        files: [
          { name: 'ESSO/empty.csv', state: 'left' },
          { name: 'ESSO/good.csv', state: 'left' },
        ],
      });
      expect(readFileSync(fixture.path('said'), 'utf8')).toMatch(/^<\S+\.json>1\n$/);
      const metrics = readFileSync(fixture.path('night.prom'), 'utf8');
      expect(metrics).toMatch(/^forecourt_night_exit_code\{.*\} 1$/m);
      expect(metrics).toMatch(/state="left"\} 2$/m);
      rmSync(filling, { force: true });
      expect((await run()).code).toBe(6);
      expect(lastReport(fixture)).toMatchObject({
        totals: { files: 2, imported: 1, setAside: 1, left: 0 },
      });
    } finally {
      mounted?.release();
    }
  });

  it('TXN-13 ends with 1 if nothing has arrived there', async () => {
    let ran = { code: -1, stdout: '', stderr: '' };
    await withDisk(
      ({ name, path }) => {
        if (path.startsWith(inbox.dir)) throw diskError('ENOSPC', name, path);
      },
      async () => {
        ran = await run();
      },
    );
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('Nothing was imported.')]);
    expect(lastReport(fixture)).toMatchObject({ ok: false, exitCode: 1, files: [] });
  });
});

describe('an archive on another disk', () => {
  const all = (dir: string) => readdirSync(dir).sort();

  it('TXN-13 receives the files, and no file there is overwritten', async () => {
    const done = `${inbox.dir}/done`;
    const mounted = mountDisk(done, 1_000_000);
    if (mounted === undefined) return;
    try {
      inbox.put('monday.csv', lines('861001'));
      expect((await run()).code).toBe(0);
      inbox.put('monday.csv', lines('861002'));
      const { code, stdout } = await run();
      expect([code, stdout]).toEqual([0, expect.not.stringContaining('EXDEV')]);
      expect(all(done)).toEqual(['monday (2).csv', 'monday.csv']);
      expect(inbox.files()).not.toContain('monday.csv');
      // As a run leaves it that is killed before it removes the original.
      inbox.put('monday.csv', readFileSync(`${done}/monday.csv`));
      expect((await run()).code).toBe(0);
      expect(all(done)).toEqual(['monday (2).csv', 'monday.csv']);
      expect(inbox.files()).not.toContain('monday.csv');
      // A folder of that name is no copy of the file.
      mkdirSync(`${done}/friday.csv`);
      inbox.put('friday.csv', lines('861003'));
      expect((await run()).code).toBe(0);
      expect(all(done)).toContain('friday (2).csv');
    } finally {
      mounted.release();
    }
  });

  it('TXN-13 has no partial file if the copy fails, and the next run completes it', async () => {
    inbox.put('tuesday.csv', lines('862001'));
    const apart = (full: boolean) =>
      withDisk(
        ({ name, path }) => {
          if (name === 'link' && path === `${inbox.dir}/tuesday.csv`) {
            throw diskError('EXDEV', name, path);
          }
          if (path.startsWith(`${inbox.dir}/done/.`)) copying = true;
          if (full && copying && name === 'writev') throw diskError('ENOSPC', name, 'copy');
        },
        async () => void codes.push((await run()).code),
      );
    const codes: number[] = [];
    let copying = false;
    inbox.put('done/former.csv', 'former');
    await apart(false);
    expect([codes, all(`${inbox.dir}/done`)]).toEqual([[0], ['former.csv', 'tuesday.csv']]);
    inbox.put('tuesday.csv', lines('862002'));
    copying = false;
    await apart(true);
    expect([codes[1], copying]).toEqual([1, true]);
    expect(all(`${inbox.dir}/done`)).toEqual(['former.csv', 'tuesday.csv']);
    expect(inbox.files()).toContain('tuesday.csv');
    await apart(false);
    expect(codes[2]).toBe(0);
    expect(inbox.files()).not.toContain('tuesday.csv');
  });
});
