import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isBuiltin } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { RESOURCES } from '@forecourt/core';
import { PASSWORD } from '@forecourt/sandbox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { version } from '../package.json';
import {
  BINARY,
  buildBinary,
  CACHE,
  commandLine,
  ended,
  entryText,
  onTerminal,
  runBinary,
  runShell,
  start,
} from './binary.ts';
import { type Fixture, openFixture, openService, pipelineFile, type Service } from './fixture.ts';
import { WITH_ALL_CARDS } from './night-fixture.ts';

const SLOW = { match: 'POST /api/v1/import_transactions', kind: 'latency', value: 60_000 } as const;

let service: Service;
let fixture: Fixture;

beforeAll(async () => {
  buildBinary();
  service = await openService([
    { ...SLOW, first: 1 },
    { match: 'GET /api/v1/spol/invoices', kind: 'latency', value: 60_000 },
  ]);
});
afterAll(() => service.close());
beforeEach(() => {
  fixture = openFixture(service.url);
});
afterEach(() => fixture.leave());

const env = () => ({
  FORECOURT_CONFIG_DIR: fixture.path('config'),
  FORECOURT_BASE_URL: service.url,
  XDG_CACHE_HOME: CACHE,
});
const run = (...argv: string[]) => runBinary(argv, env());

describe('the built command', () => {
  it.each([['--version'], ['-V'], ['cards', '--version']])('answers %s', async (...argv) => {
    expect(await run(...argv)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('has a group for every resource of the registry', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    for (const { name } of RESOURCES) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  });

  it.each([['--help'], ['-h'], ['help']])(
    'answers %s into a pipe as the program itself',
    async (word) => {
      const { stdout } = await fixture.run(['--help'], { columns: 100 });
      expect(stdout).toContain('\nExit codes:\n');
      expect(await run(word)).toEqual({ code: 0, stdout, stderr: '' });
    },
  );

  it("reads plugins before it shows help, and keeps to a terminal's width", async () => {
    const plugin = fixture.path('gone.mjs');
    const { stderr } = await runBinary(['--help'], { ...env(), FORECOURT_PLUGINS: plugin });
    expect(stderr).toContain(plugin);
    const { stdout } = await onTerminal(['--help'], env(), [], 80);
    const widths = stdout.split('\r\n').map((line) => line.length);
    expect(widths.length).toBeGreaterThan(60);
    expect(Math.max(...widths)).toBeLessThanOrEqual(80);
  });

  it.each([
    [['cards', 'list', '--record', '/proc/x/y/z.jsonl']],
    [['doctor']],
    [['config', 'set', 'timeout', '60']],
    [['plugins', 'new', 'depots', '--out', '/proc/x/y']],
  ])(
    'ERR-03 ends where no folder can be made: %j',
    async (argv) => {
      await fixture.signIn('admin@forecourt.test');
      const here =
        argv[0] === 'doctor' || argv[0] === 'config' ? '/proc/x/y' : fixture.path('config');
      const { code, stderr, stdout } = await runBinary(argv, {
        ...env(),
        FORECOURT_CONFIG_DIR: here,
      });
      expect(code).not.toBe(0);
      expect(stdout + stderr).toMatch(/ENOENT|no such|missing/i);
    },
    15_000,
  );

  it('has an entry file that includes no library except commander', () => {
    const text = entryText();
    expect(text.length).toBeLessThan(66_000);
    expect(text).not.toMatch(/ZodError|_zod|HTTPError|xstate|SheetJS|sha256|undici/);
    expect(text).not.toContain('child_process');
  });

  it.each(['list', 'get'])('reads one file for %s, which imports only Node itself', (name) => {
    const text = readFileSync(join(dirname(BINARY), 'whole', `${name}.mjs`), 'utf8');
    const imported = [...text.matchAll(/\b(?:from|import\()"([\w@./:-]{2,})"/g)].map(
      ([, from]) => from,
    );
    expect(imported.length).toBeGreaterThan(3);
    expect(imported.filter((from) => !isBuiltin(from ?? ''))).toEqual([]);
  });

  it.each([
    [['list'], 'GET /api/v1/depot-visits was not found.'],
    [['get', '1'], 'GET /api/v1/depot-visits/1 was not found.'],
  ])('EXT-03 finds the resource of a plugin with %s', async (words, answer) => {
    await fixture.signIn('admin@forecourt.test');
    const folder = fixture.path('depots');
    await run('plugins', 'new', 'depot-visits', '--out', folder);
    const plugin = ['--plugin', join(folder, 'depot-visits.mjs')];
    const { stderr } = await run(...plugin, 'depot-visits', ...words);
    expect(stderr).toContain(answer);
  });

  it('shows examples in the help of every command', async () => {
    const commands = [
      ['login'],
      ['logout'],
      ['whoami'],
      ['doctor'],
      ['access', 'list'],
      ['access', 'explain'],
      ['config', 'get'],
      ['config', 'set'],
      ['config', 'list'],
      ['config', 'path'],
      ['transactions', 'check'],
      ['transactions', 'import'],
      ...RESOURCES.map(({ name }) => [name, 'list']),
    ];
    const ends = await Promise.all(commands.map((command) => run(...command, '--help')));
    for (const { code, stdout } of ends) {
      expect(code).toBe(0);
      expect(stdout).toMatch(/Examples:\n {2}\S/);
    }
  });
});

describe('without a terminal', () => {
  it.each([
    [['login'], 2],
    [['whoami'], 3],
    [['cards', 'list'], 3],
    [['transactions', 'import', BINARY], 3],
    [['transactions', 'check', BINARY], 2],
    [['access', 'list'], 3],
    [['logout'], 0],
  ])('%j ends by itself with closed input', async (argv, code) => {
    const ran = await runShell(`${commandLine(argv)} <&-`, env());
    expect(ran.code).toBe(code);
  });

  describe('with a closed reader', () => {
    const piped = (argv: readonly string[], reader: string) =>
      runShell(`set -o pipefail; ${commandLine(argv)} ${reader}`, env());
    beforeEach(() => fixture.signIn('admin@forecourt.test'));

    it.each([
      // LIST-15: the count comes before the first row, so before the reader is missed.
      [['transactions', 'export', '--out', '-'], '| :', 'Export 300 transactions\n'],
      [['transactions', 'export', '--out', '-', '--quiet'], '| :', ''],
      [['cards', 'list', '--all'], '| head -1', ''],
      [['cards', 'list', '--all', '--json'], '| head -c 1', ''],
    ])(
      'LIST-17 %j ends with 141 and no error, as any tool does: %s',
      async (argv, reader, said) => {
        const { code, stderr } = await piped(argv, reader);
        expect([code, stderr]).toEqual([141, said]);
      },
    );

    it.each([[['cards', 'list', '--quiet']], [['--help']], [['--version']]])(
      'fails for %j, which wrote nothing at all',
      async (argv) => {
        const { code, stderr } = await piped(argv, '| :');
        expect([code, stderr]).toEqual([141, '']);
      },
    );

    it('lists on standard error what it changed', async () => {
      const { code, stderr } = await piped(['cards', 'update', '2', '--driver-name', 'Ada'], '| :');
      expect([code, stderr]).toEqual([
        141,
        'forecourt: Standard output was closed before this result was written:\nManageCard Updated Successfully (card 2)\n',
      ]);
      expect((await fixture.json(['cards', 'get', '2'])).document).toMatchObject({
        driver_name: 'Ada',
      });
    });

    it('TXN-13 completes a night even if nobody reads its messages', async () => {
      const quick = await openService([], WITH_ALL_CARDS);
      const ops = openFixture(quick.url);
      await ops.signIn('admin@forecourt.test');
      mkdirSync(ops.path('inbox'));
      pipelineFile(ops, 'inbox/late.xlsx');
      const argv = ['transactions', 'import', '--inbox', ops.path('inbox'), '--settle', '0'];
      const { code } = await runShell(`set -o pipefail; ${commandLine(argv)} 2>&1 | :`, {
        ...env(),
        FORECOURT_CONFIG_DIR: ops.path('config'),
        FORECOURT_BASE_URL: quick.url,
      });
      expect(code).toBe(141);
      expect(readdirSync(ops.path('inbox/done'))).toEqual(['late.xlsx']);
      ops.leave();
      await quick.close();
    });

    it('writes a file and its own words one after the other if both go to standard output, and that to a file', async () => {
      const out = fixture.path('out.csv');
      const stdout = await runShell(
        `${commandLine(['cards', 'export', '--all', '--out', '/dev/stdout'])} > ${out}`,
        env(),
      );
      expect([stdout.code, stdout.stderr]).toEqual([0, 'Export 120 cards\n']);
      const [header = '', ...rows] = readFileSync(out, 'utf8').trimEnd().split('\n');
      expect(header).toMatch(/^\uFEFF?card_number,/);
      expect(rows.filter((row) => !row.includes(','))).toEqual([]);
      mkdirSync(fixture.path('empty'));
      const argv = ['transactions', 'import', '--inbox', fixture.path('empty'), '--settle', '0'];
      const night = fixture.path('night.txt');
      const more = ['--report', '/dev/stdout'];
      expect((await runShell(`${commandLine([...argv, ...more])} > ${night}`, env())).code).toBe(0);
      const [report = '', text] = readFileSync(night, 'utf8').split(/(?<=^\})\n/m);
      expect([JSON.parse(report).message, text]).toEqual([
        'Nothing has arrived.',
        expect.stringMatching(/^\S.*Nothing has arrived\./s),
      ]);
    });

    it('keeps the exit code of a failure', async () => {
      expect((await piped(['cards', 'get', '999999'], '2>&1 | :')).code).toBe(2);
    });

    // Linux alone has a device that is always full; elsewhere nothing is skipped.
    if (existsSync('/dev/full')) {
      it('says that a full disk took no result', async () => {
        const { code, stderr } = await piped(['cards', 'list', '--quiet'], '> /dev/full');
        expect([code, stderr]).toEqual([
          1,
          expect.stringContaining('forecourt: Standard output could not be written: ENOSPC'),
        ]);
      });
    }
  });
});

describe('on a terminal', () => {
  it('AUTH-10 prompts for missing values, hides the password, and signs in', async () => {
    const { code, stdout } = await onTerminal(['login'], env(), [
      ['Email:', 'admin@forecourt.test\r'],
      ['Password:', `${PASSWORD}\r`],
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain('Signed in to');
    expect(stdout).not.toContain(PASSWORD);
    const list = await onTerminal(['cards', 'list', '--size', '5'], env());
    expect(list.stdout).toContain('\u001b[1m');
    const plain = await onTerminal(['cards', 'list', '--size', '5'], { ...env(), NO_COLOR: '1' });
    expect(plain.stdout).not.toContain('\u001b[');
    expect(plain.stdout).toMatch(/7076 8\d{3} \d{4} \d{4}/);
  });

  it('USER-04 USER-05 prompts for a new user in the order of its form, and for the password once', async () => {
    await fixture.signIn('admin@forecourt.test');
    const secret = 'Planted-pass-80!';
    const argv = ['users', 'create', '--first-name', 'Ada', '--city', 'Barrie', '--json'];
    const { code, stdout } = await onTerminal(argv, env(), [
      ['Last Name:', 'Okoye\r'],
      ['Email:', 'nonsense\r'],
      ['Email (Invalid email address)', '\u0015ada@x.test\r'],
      ['Contact:', '7055550103\r'],
      ['Password:', `${secret}\r`],
      ['Country:', '\r'],
      ['Province:', 'Ontario'],
      ['Ontario', '\r'],
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain('"email":"ada@x.test"');
    expect(stdout).not.toContain('Verify');
    expect(stdout).not.toContain(secret);
  });

  it('LIST-04 asks for confirmation before deleting, and deletes nothing if the answer is no', async () => {
    await fixture.signIn('admin@forecourt.test');
    const question = 'Record will be deleted forever. Do you wish to continue?';
    const remove = (answer: string) =>
      onTerminal(['cards', 'delete', '11'], env(), [[question, answer]]);
    const kept = await remove('\r');
    expect([kept.code, kept.stdout.includes('Nothing was deleted.')]).toEqual([130, true]);
    expect((await fixture.run(['cards', 'get', '11'])).code).toBe(0);
    expect((await remove('y\r')).code).toBe(0);
    expect((await fixture.run(['cards', 'get', '11'])).code).toBe(2);
  });

  it('never prompts with --no-input', async () => {
    const { code, stdout } = await onTerminal(['login', '--no-input'], env());
    expect([code, stdout.includes('give --email')]).toEqual([2, true]);
  });

  it('exits with 130 when a prompt is interrupted', async () => {
    const { code } = await onTerminal(['login'], env(), [['Email:', '\u0003']]);
    expect(code).toBe(130);
  });
});

describe('signals', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('%s ends a call under way with 130', async (signal) => {
    await fixture.signIn('admin@forecourt.test');
    const child = start(process.execPath, [BINARY, 'invoices', 'list'], env());
    const end = ended(child);
    await delay(1_500);
    child.kill(signal);
    expect(await end).toEqual({ code: 130, stdout: '', stderr: 'forecourt: Interrupted.\n' });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ERR-03 %s ends an export with 130 and leaves no part of its file',
    async (signal) => {
      const endless = createServer((call, answer) => {
        call.resume();
        if (call.method === 'GET') {
          answer.setHeader('content-type', 'application/json');
          const metadata = { page: 1, size: 1, total_count: 9 };
          answer.end(JSON.stringify({ metadata, transactions: [{ id: '1' }] }));
          return;
        }
        answer.writeHead(200, { 'content-type': 'text/csv' }).write('Auth Code\r\n');
        const rows = setInterval(() => answer.write(`${'1\r\n'.repeat(100_000)}`), 20);
        answer.on('close', () => clearInterval(rows));
      });
      await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
      const { port } = endless.address() as AddressInfo;
      const folder = fixture.path('exported');
      mkdirSync(folder);
      const argv = ['transactions', 'export', '--out', join(folder, 'all.csv')];
      const child = start(process.execPath, [BINARY, ...argv], {
        ...env(),
        FORECOURT_BASE_URL: `http://127.0.0.1:${port}/api/v1`,
        FORECOURT_TOKEN: 'endless',
      });
      const end = ended(child);
      await expect.poll(() => readdirSync(folder), { timeout: 10_000 }).toHaveLength(1);
      await delay(200);
      child.kill(signal);
      expect((await end).code).toBe(130);
      expect(readdirSync(folder)).toEqual([]);
      endless.closeAllConnections();
      endless.close();
    },
  );

  it('TXN-13 completes a run that was killed while sending in the next run', async () => {
    await fixture.signIn('admin@forecourt.test');
    const path = pipelineFile(fixture, 'killed.xlsx', 15);
    const argv = ['transactions', 'import', path, '--provider', 'Pipeline'];
    const child = start(process.execPath, [BINARY, ...argv], env());
    const end = ended(child);
    while (journalEntries(fixture) === 0) await delay(50);
    await delay(200);
    child.kill('SIGKILL');
    expect((await end).code).toBe(137);
    const { code, document } = await fixture.json(argv);
    expect(code).toBe(0);
    expect(document).toMatchObject({ files: [{ sent: true, imported: 15, duplicates: 0 }] });
    expect(await fixture.json(argv)).toMatchObject({ document: { files: [{ sent: false }] } });
  });
});

function journalEntries(fixture: Fixture): number {
  try {
    const names = readdirSync(fixture.path('config/imports'), {
      recursive: true,
      encoding: 'utf8',
    });
    return names.filter((name) => name.endsWith('.json')).length;
  } catch {
    return 0;
  }
}
