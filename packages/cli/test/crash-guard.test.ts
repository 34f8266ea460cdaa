import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipelineSheet, workbookBytes } from '@forecourt/provider-file-examples';
import { PASSWORD } from '@forecourt/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBinary, ended, start } from './binary.ts';
import { openService, type Service } from './fixture.ts';
import { recentDay, WITH_ALL_CARDS } from './night-fixture.ts';

/**
 * Throws from a timer, where nobody can catch it, as soon as a file with that name is opened or a
 * call is sent.
 */
const PLANT = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { openAsBlob } = fs;
const boom = (what) => setTimeout(() => { throw new Error('planted ' + what); }, 1);
fs.openAsBlob = async (path) => {
  if (/crash/.test(path)) { boom('at a file'); await new Promise(() => {}); }
  return openAsBlob(path);
};
syncBuiltinESMExports();
const { fetch } = globalThis;
globalThis.fetch = async (...args) => {
  const [request] = args;
  const url = String(request.url ?? request);
  if (process.env.PLANT_SEND && url.includes(process.env.PLANT_SEND)) {
    boom('while it was sent');
    await new Promise(() => {});
  }
  return fetch(...args);
};
`;

const dir = mkdtempSync(join(tmpdir(), 'forecourt-guard-'));
let command: string;
let service: Service;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  command = buildBinary();
  service = await openService([], WITH_ALL_CARDS);
  writeFileSync(join(dir, 'plant.mjs'), PLANT);
  env = {
    FORECOURT_CONFIG_DIR: join(dir, 'config'),
    FORECOURT_BASE_URL: service.url,
    FORECOURT_CREDENTIALS: 'file',
    NODE_OPTIONS: `--import=${join(dir, 'plant.mjs')}`,
  };
  await run(['login', '--email', 'admin@forecourt.test', '--password-stdin'], {}, PASSWORD);
});
afterAll(async () => {
  await service.close();
  rmSync(dir, { recursive: true, force: true });
});

function run(argv: readonly string[], more: Readonly<Record<string, string>> = {}, input = '') {
  const child = start(process.execPath, [command, ...argv], { ...env, ...more });
  child.stdin.end(input);
  return ended(child);
}

const file = (name: string, seed: number): string => {
  const path = join(dir, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, workbookBytes([pipelineSheet(recentDay(), 12, seed)]));
  return path;
};

describe('an uncaught error', () => {
  it('ends a command with 1 and a sentence; --verbose shows the stack', async () => {
    const argv = ['transactions', 'check', file('crash.xlsx', 1), '--provider', 'Pipeline'];
    const { code, stderr } = await run(argv);
    expect([code, stderr]).toEqual([
      1,
      'forecourt: unexpected error: planted at a file\nRun again with --verbose to see where.\n',
    ]);
    const loud = await run([...argv, '--verbose']);
    expect([loud.code, loud.stderr]).toEqual([1, expect.stringMatching(/\n {4}at .*plant\.mjs/)]);
    const { error } = JSON.parse((await run([...argv, '--json'])).stderr);
    expect(error).toMatchObject({
      code: 'crashed',
      message: 'unexpected error: planted at a file',
    });
  });

  it('TXN-13 ends with 8 while something is being sent, and the same command finds out the outcome', async () => {
    const argv = ['transactions', 'import', file('sent.xlsx', 2), '--provider', 'Pipeline'];
    const lost = await run(argv, { PLANT_SEND: 'import_transactions' });
    expect([lost.code, lost.stderr]).toEqual([
      8,
      expect.stringContaining('unexpected error while sending: planted while it was sent'),
    ]);
    const again = await run([...argv, '--json', '--ask-every', '0.01']);
    expect([again.code, JSON.parse(again.stdout).files]).toMatchObject([0, [{ imported: 12 }]]);
  });

  it('fails only one file of a night: the others are imported, and the report names it', async () => {
    for (const name of ['a.xlsx', 'crash.xlsx', 'z.xlsx'])
      file(`inbox/${name}`, name.charCodeAt(0));
    const inbox = join(dir, 'inbox');
    const argv = ['transactions', 'import', '--inbox', inbox, '--settle', '0', '--json'];
    const { code, stdout, stderr } = await run([...argv, '--concurrency', '2']);
    expect([code, JSON.parse(stdout).files]).toMatchObject([
      1,
      [
        { name: 'a.xlsx', state: 'imported' },
        {
          name: 'crash.xlsx',
          state: 'failed',
          message: expect.stringContaining('planted at a file'),
        },
        { name: 'z.xlsx', state: 'imported' },
      ],
    ]);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(readdirSync(inbox).sort()).toEqual(['crash.xlsx', 'done']);
  });
});
