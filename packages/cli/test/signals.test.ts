import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from '@forecourt/sandbox';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildBinary, CACHE, type Env, ended, start } from './binary.ts';
import { type Fixture, openFixture, openService, type Service } from './fixture.ts';
import { type InboxFixture, lastReport, openInbox, WITH_ALL_CARDS } from './night-fixture.ts';

const POST = 'POST /api/v1/import_transactions';
const SLOW_MS = 2_000;

let binary: string;
let service: Service;
let fixture: Fixture;
let inbox: InboxFixture;

beforeAll(() => {
  binary = buildBinary();
});
async function open(faults: readonly Fault[]): Promise<void> {
  service = await openService(faults, WITH_ALL_CARDS);
  fixture = openFixture(service.url);
  await fixture.signIn('admin@forecourt.test');
  inbox = openInbox(fixture);
  for (const [index, name] of ['a', 'b', 'c'].entries())
    inbox.pipeline(`${name}.xlsx`, 300 + index);
}
async function close(): Promise<void> {
  fixture.leave();
  await service.close();
}
beforeEach(() => open([{ match: POST, kind: 'latency', value: SLOW_MS, first: 1 }]));
afterEach(close);

const entries = (): { readonly state: string; readonly fileName: string }[] => {
  const journal = fixture.path('config/imports');
  try {
    return readdirSync(journal, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(`${journal}/${name}`, 'utf8')));
  } catch {
    return [];
  }
};

const runWith = (command: string, argv: readonly string[], env: Env) => {
  const child = start(process.execPath, [command, ...argv], env);
  child.stdin.end();
  return ended(child);
};

/** Starts a run over the inbox whose first file is being sent. */
const sending = (...more: string[]) => sendingAs(...more, '--json');

async function sendingAs(...more: string[]) {
  const child = start(process.execPath, [binary, ...inbox.argv, ...more], {
    FORECOURT_CONFIG_DIR: fixture.path('config'),
    FORECOURT_BASE_URL: service.url,
    XDG_CACHE_HOME: CACHE,
  });
  child.stdin.end();
  const end = ended(child);
  while (!entries().some(({ state }) => state === 'sent')) await delay(20);
  await delay(200);
  return { child, end };
}

async function runAgain(): Promise<void> {
  const { code } = await fixture.json(inbox.argv);
  expect(code).toBe(0);
  expect(inbox.files()).toEqual(['done/a.xlsx', 'done/b.xlsx', 'done/c.xlsx']);
  expect(entries().map(({ state }) => state)).toEqual(['reconciled', 'reconciled', 'reconciled']);
}

describe('a signal while a file is being sent', () => {
  it('TXN-13 SIGKILL leaves an unfinished report, the earlier metrics, no page and no alarm', async () => {
    const metrics = fixture.path('night.prom');
    writeFileSync(metrics, 'former\n');
    writeFileSync(fixture.path('expected.json'), '[{"provider":"Pipeline","by":"00:00"}]');
    const more = ['--metrics-file', metrics, '--expected', fixture.path('expected.json')];
    const { child, end } = await sending(...more, '--on-finish', `touch ${fixture.path('ran')}`);
    child.kill('SIGKILL');
    expect((await end).code).toBe(137);
    expect(lastReport(fixture)).toMatchObject({ ok: false, endedAt: null, exitCode: null });
    const pages = readdirSync(fixture.path('config/reports')).filter((name) => !/json$/.test(name));
    expect([pages, readFileSync(metrics, 'utf8')]).toEqual([[], 'former\n']);
    expect(existsSync(fixture.path('ran'))).toBe(false);
    await delay(SLOW_MS);
    // The killed run's file counts, although that run could not report it.
    const { code } = await fixture.run([...inbox.argv, ...more]);
    expect([code, lastReport(fixture).deliveries]).toEqual([0, { missing: [], short: [] }]);
    expect(readFileSync(metrics, 'utf8')).toMatch(/exit_code\{.*\} 0$/m);
  });

  it('TXN-13 SIGKILL, and another file under its name: the next run reports what became of both', async () => {
    await close();
    await open([
      { match: POST, kind: 'drop-after', first: 1 },
      { match: 'GET /api/v1/imports', kind: 'latency', value: SLOW_MS, first: 2 },
    ]);
    const { child, end } = await sending();
    child.kill('SIGKILL');
    await end;
    expect(entries()).toMatchObject([{ state: expect.stringMatching(/^(sent|unknown)$/) }]);
    inbox.pipeline('a.xlsx', 310, 7);
    const { code, document } = await fixture.json(inbox.argv);
    expect([code, document]).toMatchObject([
      0,
      {
        totals: { files: 4, imported: 4, rows: { imported: 43 } },
        files: [
          { name: 'a.xlsx', state: 'imported', rows: { imported: 7 } },
          {
            ...{ name: 'a.xlsx (sent earlier)', state: 'settled', rows: { imported: 12 } },
            message:
              'An earlier run sent this file and ended before it had the answer. It was imported.',
          },
          { name: 'b.xlsx', state: 'imported' },
          { name: 'c.xlsx', state: 'imported' },
        ],
      },
    ]);
    const again = await fixture.json(inbox.argv);
    expect([again.code, again.document]).toMatchObject([0, { totals: { files: 4 }, files: [] }]);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'TXN-13 %s finishes it, starts no other one, and the next run continues',
    async (signal) => {
      const metrics = fixture.path('night.prom');
      const hook = `touch ${fixture.path('ran')}`;
      const { child, end } = await sending('--metrics-file', metrics, '--on-finish', hook);
      child.kill(signal);
      const { code, stdout, stderr } = await end;
      expect([code, JSON.parse(stderr).error.code]).toEqual([130, 'interrupted']);
      expect(JSON.parse(stdout)).toMatchObject({
        interrupted: true,
        files: [
          { name: 'a.xlsx', state: 'imported' },
          { name: 'b.xlsx', state: 'left' },
          { name: 'c.xlsx', state: 'left' },
        ],
      });
      expect(readFileSync(metrics, 'utf8')).toMatch(/exit_code\{.*\} 130$/m);
      expect(existsSync(fixture.path('ran'))).toBe(true);
      expect(inbox.files()).toEqual(['b.xlsx', 'c.xlsx', 'done/a.xlsx']);
      expect(lastReport(fixture)).toMatchObject({
        interrupted: true,
        totals: { imported: 1, left: 2 },
      });
      expect(entries()).toMatchObject([{ state: 'reconciled', fileName: 'a.xlsx' }]);
      await runAgain();
    },
  );

  it('TXN-13 says at once what it waits for', async () => {
    const { child, end } = await sendingAs();
    child.kill('SIGINT');
    expect((await end).stderr).toContain(
      'Interrupted: waiting for the outcome of a.xlsx, which is being sent. A second interrupt stops without it.',
    );
  });

  it('TXN-13 stops at once when repeated, and the next run finds out what happened to the file', async () => {
    const { child, end } = await sending();
    const started = performance.now();
    child.kill('SIGTERM');
    await delay(100);
    child.kill('SIGTERM');
    const { code, stderr } = await end;
    expect([code, JSON.parse(stderr).error]).toEqual([
      130,
      {
        code: 'interrupted',
        message:
          'Stopped at once. A file that was being sent may have been imported: `forecourt imports list --open` shows it, and the same command again finds out.',
      },
    ]);
    expect(performance.now() - started).toBeLessThan(SLOW_MS - 500);
    expect(entries()).toMatchObject([{ state: 'sent', fileName: 'a.xlsx' }]);
    expect(inbox.files()).toEqual(['a.xlsx', 'b.xlsx', 'c.xlsx']);
    // The service is still working on what was being sent.
    await runAgain();
  });

  it('TXN-13 of two concurrent runs on one file, one works and the other says so', async () => {
    const { end } = await sending();
    const argv = ['transactions', 'import', `${inbox.dir}/a.xlsx`, '--provider', 'Pipeline'];
    const other = await fixture.json(argv);
    expect([other.code, other.document]).toMatchObject([
      8,
      {
        files: [
          {
            sent: false,
            error: { code: 'in_use', detail: expect.stringMatching(/process \d+ on/) },
          },
        ],
      },
    ]);
    expect((await end).code).toBe(0);
    const later = await fixture.json([
      ...argv.slice(0, 2),
      `${inbox.dir}/done/a.xlsx`,
      ...argv.slice(3),
    ]);
    expect([later.code, later.document]).toMatchObject([0, { files: [{ sent: false }] }]);
  });

  it('TXN-13 of several runs started at the same moment, one sends the file', async () => {
    const argv = [
      'transactions',
      'import',
      `${inbox.dir}/b.xlsx`,
      '--provider',
      'Pipeline',
      '--json',
    ];
    const env = {
      FORECOURT_CONFIG_DIR: fixture.path('config'),
      FORECOURT_BASE_URL: service.url,
      XDG_CACHE_HOME: CACHE,
    };
    const runs = await Promise.all([1, 2, 3].map(() => runWith(binary, argv, env)));
    const files = runs.map(({ stdout }) => JSON.parse(stdout).files[0]);
    expect(files.filter(({ sent }) => sent)).toHaveLength(1);
    // On a slow machine a late run finds it already imported.
    const reported = files
      .filter(({ sent }) => !sent)
      .map(({ error, reason }) => error?.code ?? reason);
    for (const why of reported) expect(['in_use', 'already_imported']).toContain(why);
  });
});
