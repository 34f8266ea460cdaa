import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PASSWORD } from '@forecourt/sandbox';
import { expect, it } from 'vitest';
import { diskError, withDisk } from './bad-disk.ts';
import { buildBinary } from './binary.ts';
import { openFixture, pipelineFile, withFaults } from './fixture.ts';
import { fixtureForAll } from './fixture-hooks.ts';

const { fixture, service } = fixtureForAll();

interface Shown {
  readonly command: string;
  readonly by: string;
  readonly end?: { readonly exitCode: number; readonly message?: string };
  readonly remarks: readonly string[];
  readonly requests: readonly { readonly path: string; readonly status?: number }[];
  readonly runs: readonly {
    readonly workflow: string;
    readonly access?: object;
    readonly steps: readonly {
      readonly kind: string;
      readonly name?: string;
      readonly view?: object;
    }[];
  }[];
}

/** The recording as `runs show` prints it into a pipe. */
async function shown(path: string): Promise<Shown> {
  const { code, stdout, stderr } = await fixture.run(['runs', 'show', path]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Shown;
}

it('SDK-01 records a list, for its owner only, and shows it as JSON in a pipe', async () => {
  const path = fixture.path('list.jsonl');
  const plain = await fixture.run(['cards', 'list', '--size', '3']);
  const { code, stderr, stdout } = await fixture.run([
    'cards',
    'list',
    '--size',
    '3',
    '--record',
    path,
  ]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: plain.stdout });
  expect(stderr).toBe(`${plain.stderr}Recorded in ${path}: \`forecourt runs show\` draws it.\n`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const recording = await shown(path);
  expect(recording).toMatchObject({
    ...{ command: 'cards.list', by: expect.stringMatching(/^forecourt\/\d/), remarks: [] },
    ...{
      end: { exitCode: 0 },
      runs: [{ workflow: 'cards.list', access: { cards: { read: true } } }],
    },
  });
  expect(recording.runs[0]?.steps.map(({ kind }) => kind)).toEqual([
    'call',
    'view',
    'answer',
    'view',
  ]);
  expect(recording.requests.map(({ path: asked, status }) => [asked, status])).toContainEqual([
    expect.stringContaining('fuel-card-management'),
    200,
  ]);
  // Card numbers of the rows, and the sign-in's token.
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(/"card_number":"\*{12}\d{4}"/);
  expect(text).not.toMatch(/\d{12}|Bearer [^*]/);

  const quiet = await fixture.run([
    'cards',
    'list',
    '--record',
    fixture.path('quiet.jsonl'),
    '--quiet',
  ]);
  expect(quiet.stderr).toBe('');
});

it('SDK-01 WIRE-03 records a sign-in and a refused one without the passwords', async () => {
  const one = fixture.path('login.jsonl');
  const email = 'admin@forecourt.test';
  const argv = ['login', '--email', email, '--password-stdin', '--record'];
  expect((await fixture.run([...argv, one], { stdin: PASSWORD })).code).toBe(0);
  const two = fixture.path('refused.jsonl');
  const refused = await fixture.run([...argv, two], { stdin: 'Planted-Pass-9!' });
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain(`\nRecorded in ${two}: `);
  for (const path of [one, two]) {
    const text = readFileSync(path, 'utf8');
    expect(text).not.toMatch(/Forecourt-1!|Planted-Pass-9!|Bearer (?!\*)/);
    expect(text).toContain('"name":"password","value":"***"');
  }
});

it('SDK-01 records a failed import, and draws it as a page without scripts or a server', async () => {
  const fault = {
    match: 'POST /api/v1/import_transactions',
    kind: 'status',
    value: 503,
  } as const;
  await withFaults([fault], async (failing) => {
    const file = pipelineFile(failing, 'pipeline.xlsx');
    const path = failing.path('import.jsonl');
    const argv = ['transactions', 'import', file, '--provider', 'Pipeline'];
    const { code, stderr } = await failing.run([...argv, '--record', path]);
    expect(code).toBeGreaterThan(5);
    expect(stderr).toContain(`Recorded in ${path}`);
    const recording = await shown(path);
    expect(recording.end).toMatchObject({ exitCode: code });
    const calls = recording.runs.flatMap(({ steps }) =>
      steps.filter(({ kind }) => kind === 'call'),
    );
    expect(calls.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['check', 'look', 'send']),
    );

    const page = failing.path('page.html');
    const drawn = await fixture.run(['runs', 'show', path, '--out', page]);
    expect(drawn.stdout).toMatch(/^The timeline is drawn: .*page\.html \(/);
    const html = readFileSync(page, 'utf8');
    expect(html).not.toMatch(/<script|<link|<img|src=|href=|url\(|@import/);
    expect(html).toContain(`default-src 'none'`);
    for (const part of [
      'States',
      'Calls',
      'What happened',
      'Requests',
      'checking',
      `exit code ${code}`,
    ]) {
      expect(html).toContain(part);
    }

    // Once more, for scripts: the failure names the file.
    const again = failing.path('again.jsonl');
    const told = await failing.json([...argv, '--record', again]);
    expect(told.document).toMatchObject({ ok: false });
    expect(existsSync(again)).toBe(true);
    expect(told.stderr).not.toContain('Recorded in');
  });
});

it('SDK-01 never replaces a file, and gives each run a name of its own in a folder', async () => {
  const taken = fixture.path('taken.jsonl');
  writeFileSync(taken, 'mine');
  const { code, stderr } = await fixture.run(['cards', 'list', '--record', taken]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `forecourt: ${taken} exists already, and a recording never replaces a file (--record). Nothing was done.\nGive another name, or a folder: each run then gets a file of its own in it.\n`,
  });
  expect(readFileSync(taken, 'utf8')).toBe('mine');
  for (const [wrong, reason] of [
    ['-', 'a file or a folder'],
    ['', '--record names no file.'],
  ] as const) {
    const refused = await fixture.run(['cards', 'list', '--record', wrong]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
  }
  const deep = fixture.path('not/yet/x.jsonl');
  expect(await fixture.run(['cards', 'list', '--record', deep])).toMatchObject({ code: 0 });
  expect((await shown(deep)).end?.exitCode).toBe(0);
  const under = await fixture.run(['cards', 'list', '--record', join(taken, 'x.jsonl')]);
  expect(under).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(taken) });

  // A mistyped command leaves nothing in the way of the next one.
  const typo = fixture.path('typo.jsonl');
  const mistyped = await fixture.run(['cards', 'list', '--size', 'many', '--record', typo]);
  expect(mistyped.stderr).toMatch(/--size.*\nNothing was recorded: /s);
  expect((await fixture.run(['config', 'list', '--record', typo])).stderr).toMatch(/^Nothing was/);
  expect(existsSync(typo)).toBe(false);

  const folder = fixture.path('recordings');
  mkdirSync(folder);
  const racing = fixture.path('race.jsonl');
  const two = await Promise.all(
    ['cards', 'users'].map((name) => fixture.run([name, 'list', '--record', racing])),
  );
  expect(two.map((one) => one.code).sort()).toEqual([0, 2]);
  await Promise.all(
    ['cards', 'users'].map((name) => fixture.run([name, 'list', '--record', folder])),
  );
  const names = readdirSync(folder).sort();
  expect(names).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-cards\.list-\d+\.jsonl$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-users\.list-\d+\.jsonl$/),
  ]);
  for (const name of names) expect((await shown(join(folder, name))).end?.exitCode).toBe(0);
});

it('SDK-01 offers to record on a terminal, once, when seeing the steps may help', async () => {
  const offer = /`--record FILE`.*`forecourt runs show FILE`/g;
  const down = openFixture('http://127.0.0.1:9/api/v1');
  const env = { FORECOURT_TOKEN: 'Bearer pl4nted' };
  const argv = ['cards', 'list'];
  const told = await down.run(argv, { env, columns: 100 });
  expect(told.code).toBe(7);
  expect(told.stderr.match(offer)).toHaveLength(1);
  for (const [options, more] of [
    [{ env }, []],
    [{ env, columns: 100 }, ['--quiet']],
    [{ env, columns: 100 }, ['--json']],
    [{ columns: 100 }, []],
    [{ env, columns: 100 }, ['--size', 'many']],
  ] as const) {
    const { stderr } = await down.run([...argv, ...more], options);
    expect(stderr).not.toMatch(offer);
  }
  const path = down.path('down.jsonl');
  const { document } = await down.json([...argv, '--record', path], { env });
  expect(document).toMatchObject({ ok: false, error: { recording: path } });
  down.leave();
});

it('SDK-01 goes on when the disk fails under a recording', async () => {
  const path = fixture.path('full.jsonl');
  const results: Awaited<ReturnType<typeof fixture.run>>[] = [];
  let lines = 0;
  await withDisk(
    ({ name }) => {
      if (name !== 'writeSync') return;
      lines += 1;
      if (lines > 2) throw diskError('ENOSPC', name, path);
    },
    async () => {
      results.push(await fixture.run(['cards', 'list', '--record', path]));
    },
  );
  const [{ code, stderr } = { code: -1, stderr: '' }] = results;
  expect(code).toBe(0);
  expect(stderr.match(/The recording ends here/g)).toHaveLength(1);
  expect(stderr).toContain(`The disk is full: ${path}`);
  expect((await shown(path)).remarks).toEqual([
    'It has no end: the program was killed, or is still running.',
  ]);
});

it('SDK-01 leaves what a killed process had recorded', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const path = fixture.path('killed.jsonl');
  const env = {
    ...process.env,
    ...{ FORECOURT_BASE_URL: `http://127.0.0.1:${port}/api/v1`, FORECOURT_TOKEN: 'Bearer pl4nted' },
    ...{ FORECOURT_CONFIG_DIR: fixture.path('killed-config') },
  };
  const child = spawn(process.execPath, [buildBinary(), 'cards', 'list', '--record', path], {
    env,
  });
  const ended = once(child, 'exit');
  while (!existsSync(path) || !readFileSync(path, 'utf8').includes('"kind":"view"'))
    await pause(20);
  child.kill('SIGKILL');
  await ended;
  silent.close();
  expect(await shown(path)).toMatchObject({
    ...{ command: 'cards.list', runs: [{ workflow: 'cards.list' }] },
    remarks: ['It has no end: the program was killed, or is still running.'],
  });
}, 60_000);

it('SDK-01 says what is wrong with a file that is no recording', async () => {
  const path = fixture.path('odd.jsonl');
  for (const [content, message] of [
    ['', `${path}: This recording is empty`],
    [
      'a,b',
      `${path}, line 1: This is no recording: its first line is not JSON. A recording is made with`,
    ],
    [
      '{"forecourt":"recording","version":9,"startedAt":"2026-11-23T22:00:00.000Z"}',
      'version 9 of the format',
    ],
  ] as const) {
    writeFileSync(path, content);
    const { code, stderr } = await fixture.run(['runs', 'show', path]);
    expect(code).toBe(5);
    expect(stderr).toContain(message);
  }
  const { code, stderr } = await fixture.run(['runs', 'show', fixture.path('no.jsonl')]);
  expect(code).toBe(2);
  expect(stderr).toContain('There is no such file or folder');
  const nights = fixture.path('nights');
  mkdirSync(nights);
  const empty = await fixture.run(['runs', 'show', nights]);
  expect(empty.code).toBe(2);
  expect(empty.stderr).toContain(`${nights} is a folder without recordings (*.jsonl).`);
  for (const name of ['2026-11-23.jsonl', '2026-11-24.jsonl', 'notes.txt']) {
    writeFileSync(join(nights, name), '');
  }
  const several = await fixture.run(['runs', 'show', nights]);
  expect(several.code).toBe(2);
  expect(several.stderr).toContain(
    `${nights} is a folder. Give one of its recordings; the latest: ${join(nights, '2026-11-24.jsonl')}`,
  );
  const json = await fixture.json(['runs', 'show', path]);
  expect(json.document).toMatchObject({ ok: false, error: { code: 'recording_newer_version' } });
  expect(service.url).toMatch(/^http/);
});
