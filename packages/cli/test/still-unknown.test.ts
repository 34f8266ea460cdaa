import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildBinary, CACHE, ended, start } from './binary.ts';
import { inboxBehindLine } from './line-hooks.ts';
import { lastReport, oneNightLater } from './night-fixture.ts';
import { type Action, isImport, isLookup } from './scripted-line.ts';

const { line, fixture, inbox } = inboxBehindLine();

let binary: string;

beforeAll(() => {
  binary = buildBinary();
});

const startBinary = (argv: readonly string[]) => {
  const child = start(process.execPath, [binary, ...argv], {
    FORECOURT_CONFIG_DIR: fixture.path('config'),
    FORECOURT_BASE_URL: line.url,
    XDG_CACHE_HOME: CACHE,
  });
  child.stdin.end();
  return { child, end: ended(child) };
};

const startRun = (...more: string[]) => startBinary([...inbox.argv, ...more]);

/** A run is killed once the service has entered its first file and before the run knows it. */
async function killedRun(seed: number, ...more: string[]): Promise<void> {
  inbox.pipeline('f0.xlsx', seed, 5);
  const done = Promise.withResolvers<void>();
  line.script = (call) => (isImport(call) ? 'swallow' : 'pass');
  line.onSwallowed = done.resolve;
  const { child, end } = startRun(...more);
  await done.promise;
  child.kill('SIGKILL');
  expect((await end).code).toBe(137);
}

const html = (status: number): Action => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Sign in</title>',
});
const problem = (status: number): Action => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: JSON.stringify({ status, title: 'Refused', detail: 'It is refused.' }),
});

describe('a file that a killed run sent, while the service does not report its outcome', () => {
  it.each<[string, number, Action]>([
    ['a login page', 2200, html(200)],
    ['a redirect', 2202, { status: 302, headers: { location: 'http://wifi.invalid/login' } }],
    ['no answer', 2204, 'stall'],
    ['404', 2206, problem(404)],
    ['a page of 404', 2208, html(404)],
    ['403', 2210, problem(403)],
    ['401', 2212, problem(401)],
    ['400', 2214, problem(400)],
  ])(
    'TXN-13 is unknown and exits with 8, in text, JSON, page and metrics: %s',
    async (_, seed, action) => {
      await killedRun(seed);
      inbox.pipeline('f1.xlsx', seed + 1, 5);
      line.script = (call) => (isLookup(call) ? action : 'pass');
      const metrics = fixture.path('night.prom');
      const argv = [...inbox.argv, '--timeout', '0.4', '--metrics-file', metrics];
      const { code, stdout } = await fixture.run(argv);
      expect(code).toBe(8);
      expect(stdout).toMatch(/^Not known yet\t1\t/m);
      expect(stdout).toMatch(
        /^unknown f0\.xlsx: f0\.xlsx was sent, and it is not known yet whether it was imported\./m,
      );
      const report = lastReport(fixture);
      expect([report.exitCode, report.totals.unknown]).toEqual([8, 1]);
      expect(report.files[0]).toMatchObject({ name: 'f0.xlsx', state: 'unknown', exitCode: 8 });
      expect(report.files[0].message).toMatch(
        /Run the same command again: it finds out what happened before it sends anything\.$/,
      );
      expect(readFileSync(metrics, 'utf8')).toMatch(/state="unknown"\} 1$/m);
      expect(inbox.files()).toContain('f0.xlsx');

      line.script = () => 'pass';
      await fixture.signIn('admin@forecourt.test');
      const again = await fixture.json(inbox.argv);
      expect([again.code, again.document]).toMatchObject([
        0,
        {
          files: [
            { name: 'f0.xlsx', state: 'settled', rows: { imported: 5 } },
            { name: 'f1.xlsx' },
          ],
        },
      ]);
    },
  );

  it.each([
    ['that was not forced', [], 2500],
    ['that was forced', ['--force'], 2510],
  ])(
    'TXN-13 is sent once and counts once if the run after one %s is forced',
    async (_, killedWith, seed) => {
      await killedRun(seed, ...killedWith);
      line.script = () => 'pass';
      const { code, document } = await fixture.json([...inbox.argv, '--force']);
      expect([code, document]).toMatchObject([
        0,
        {
          totals: { files: 1, imported: 1, rows: { imported: 5, duplicates: 0 } },
          files: [{ name: 'f0.xlsx', state: 'settled', rows: { imported: 5, duplicates: 0 } }],
        },
      ]);
      // The second call has the first one's key: it fetches the result.
      const lookups = line.calls.map(({ call }) => call).filter(isLookup);
      expect(new Set(lookups).size).toBe(1);
      const again = await fixture.json(inbox.argv);
      expect(again.document).toMatchObject({ totals: { files: 1, rows: { imported: 5 } } });
    },
  );

  it('TXN-13 is reported once if `imports resolve` settles it after a run that could not', async () => {
    await killedRun(2610);
    line.script = (call) => (isLookup(call) ? html(200) : 'pass');
    expect((await fixture.run([...inbox.argv, '--timeout', '0.4'])).code).toBe(8);
    line.script = () => 'pass';
    await fixture.run(['imports', 'resolve', '--all']);
    for (const files of [[{ name: 'f0.xlsx', state: 'settled' }], []]) {
      expect((await fixture.json(inbox.argv)).document).toMatchObject({
        totals: { files: 1, imported: 1, unknown: 0, rows: { imported: 5, duplicates: 0 } },
        files,
      });
    }
  });

  it('TXN-13 is reported once if `imports resolve` works on it during the next run', async () => {
    await killedRun(2600);
    const asked = Promise.withResolvers<void>();
    line.script = (call) => {
      if (!isLookup(call)) return 'pass';
      asked.resolve();
      return 'stall';
    };
    const resolving = startBinary(['imports', 'resolve', '--all']);
    await asked.promise;
    const night = await fixture.json(inbox.argv);
    expect([night.code, night.document]).toMatchObject([
      8,
      { totals: { files: 1, left: 1, imported: 0 }, files: [{ name: 'f0.xlsx', state: 'in_use' }] },
    ]);
    resolving.child.kill('SIGKILL');
    await resolving.end;
    line.script = () => 'pass';
    expect((await fixture.run(['imports', 'resolve', '--all'])).stdout).toContain(
      'It was imported.',
    );
    oneNightLater(fixture);
    for (const files of [[{ name: 'f0.xlsx', state: 'settled' }], []]) {
      expect((await fixture.json(inbox.argv)).document).toMatchObject({
        totals: { files: 1, imported: 1, left: 0, rows: { imported: 5, duplicates: 0 } },
        files,
      });
    }
  });

  it('TXN-13 is unknown and exits with 8 if the run is ended while it asks', async () => {
    await killedRun(2400);
    const asked = Promise.withResolvers<void>();
    line.script = (call) => {
      if (!isLookup(call)) return 'pass';
      asked.resolve();
      return 'stall';
    };
    const { child, end } = startRun('--json');
    await asked.promise;
    child.kill('SIGTERM');
    const { code, stdout } = await end;
    expect([code, JSON.parse(stdout)]).toMatchObject([
      8,
      { interrupted: true, totals: { unknown: 1 }, files: [{ name: 'f0.xlsx', state: 'unknown' }] },
    ]);
  });
});
