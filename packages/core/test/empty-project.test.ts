import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox, PASSWORD, type Sandbox } from '@forecourt/sandbox';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

const PNPM = fileURLToPath(new URL('../../../scripts/pnpm.mjs', import.meta.url));
const GUIDE = fileURLToPath(new URL('../../../docs/guide/add-a-resource.md', import.meta.url));
const { core, cli } = inject('packed');

let folder: string;
let sandbox: Sandbox;
let baseUrl: string;

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in the empty project with `input` on its standard input. */
const run = (args: readonly string[], input = ''): Promise<Ran> =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      FORECOURT_BASE_URL: baseUrl,
      FORECOURT_CONFIG_DIR: join(folder, 'config'),
    };
    const child = execFile(
      process.execPath,
      args,
      { cwd: folder, env, timeout: 120_000 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
    child.stdin?.end(input);
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forecourt-empty-'));
  sandbox = await createSandbox({ passwordCost: 4 });
  baseUrl = `${(await sandbox.listen({ port: 0 })).url}/api/v1`;
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  // Makes it a workspace; otherwise pnpm looks for one in the parent folders.
  await writeFile(join(folder, 'pnpm-workspace.yaml'), 'packages: []\n');
  const added = await run([
    PNPM,
    '--dir',
    folder,
    'add',
    '--prefer-offline',
    core.tarball,
    cli.tarball,
  ]);
  expect(added, added.stdout + added.stderr).toMatchObject({ code: 0 });
}, 180_000);

afterAll(async () => {
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

it('the SDK signs in and lists with nothing else installed', async () => {
  const script = `
    import { createClient, listRows, memoryStore, signIn, transactions } from '@forecourt/core';
    const client = createClient({ baseUrl: process.env.FORECOURT_BASE_URL, store: memoryStore() });
    await signIn(client, { email: 'viewer@northhaul.test', password: '${PASSWORD}' });
    const page = await listRows(client, transactions, { page: 0, size: 5, filters: [] });
    console.log(page.rows.length, page.totalRecords > 100);
  `;
  await writeFile(join(folder, 'list.js'), script);
  expect(await run(['list.js'])).toEqual({ code: 0, stdout: '5 true\n', stderr: '' });
});

it('the command line signs in and lists with nothing else installed', async () => {
  const forecourt = join('node_modules', '@forecourt', 'cli', 'dist', 'forecourt.js');
  const login = ['login', '--email', 'viewer@northhaul.test', '--password-stdin'];
  expect(await run([forecourt, ...login], PASSWORD)).toMatchObject({ code: 0 });
  const list = await run([forecourt, 'cards', 'list', '--size', '5', '--json']);
  expect(list).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(list.stdout).items).toHaveLength(5);
});

it('EXT-01 a resource of one’s own is written, tested and used by both packages', async () => {
  const forecourt = join('node_modules', '@forecourt', 'cli', 'dist', 'forecourt.js');
  const made = await run([forecourt, 'plugins', 'new', 'depots', '--out', 'own']);
  expect(made, made.stderr).toMatchObject({ code: 0 });
  const tested = await run(['--test', join('own', 'depots.test.mjs')]);
  expect(tested, tested.stdout + tested.stderr).toMatchObject({ code: 0 });
  const plugin = ['--plugin', join('own', 'depots.mjs')];
  const known = await run([forecourt, 'completion', 'values', '--', ...plugin, 'depo']);
  expect(known.stdout).toBe('depots\tlist, get, create, update, delete, export\n');
  const served = await createSandbox({
    seed: 'empty',
    passwordCost: 4,
    plugins: [join(folder, 'own', 'depots.mjs')],
  });
  // The files of the guide pass their own test, too.
  const guide = await readFile(GUIDE, 'utf8');
  for (const [, file = '', text = ''] of guide.matchAll(/```[jt]s file=(\S+)\n([\s\S]*?)```/g)) {
    await mkdir(join(folder, dirname(file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const [, words = ''] = /without a service: `node (.*?)`/.exec(guide) ?? [];
  const followed = await run(words.split(' '));
  expect(followed, followed.stdout).toMatchObject({ code: 0 });
  expect(followed.stdout).toContain('pass 2');
  try {
    const address = ['--base-url', `${(await served.listen({ port: 0 })).url}/api/v1`];
    const login = ['login', '--email', 'admin@forecourt.test', '--password-stdin', ...address];
    expect(await run([forecourt, ...login], PASSWORD)).toMatchObject({ code: 0 });
    const depots = (...words: string[]) =>
      run([forecourt, 'depots', ...words, ...plugin, ...address, '--json']);
    const { stdout } = await depots('create', '--name', 'North', '--since', '2026-03-01');
    const { id } = JSON.parse(stdout);
    expect(JSON.parse((await depots('list')).stdout).items).toEqual([
      expect.objectContaining({ id, name: 'North', since: '2026-03-01', status: 'ACTIVE' }),
    ]);
    expect(await depots('delete', id, '--yes')).toMatchObject({ code: 0 });
  } finally {
    await served.close();
  }
});

it('EXT-03 a broken plugin is named with its line', async () => {
  const forecourt = join('node_modules', '@forecourt', 'cli', 'dist', 'forecourt.js');
  const texts = ['const a = 1;\nexport default { a: };\n', '\nthrow new Error("no database");\n'];
  for (const text of texts) {
    await writeFile(join(folder, 'broken.mjs'), text);
    const ran = await run([forecourt, '--plugin', 'broken.mjs', 'vans', 'list']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/broken\.mjs cannot be used: \w*Error: .* \(line 2\)/);
  }
});
