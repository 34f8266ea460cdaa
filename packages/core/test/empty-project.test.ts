import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox, PASSWORD, type Sandbox } from '@forecourt/sandbox';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

const PNPM = fileURLToPath(new URL('../../../scripts/pnpm.mjs', import.meta.url));
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
