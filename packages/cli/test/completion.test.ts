import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCRIPTS } from '../src/completion/scripts.ts';
import { BINARY, buildBinary } from './binary.ts';
import { openFixture } from './fixture.ts';
import { fixtureForAll } from './fixture-hooks.ts';

const { fixture, service } = fixtureForAll();

/** The candidates without their descriptions. */
async function next(...words: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await fixture.run(['completion', 'values', '--', ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '');
}

describe('completion', () => {
  it('offers commands and groups, then the commands of a group', async () => {
    expect(await next('')).toEqual(expect.arrayContaining(['login', 'cards', 'imports']));
    expect(await next('tran')).toEqual(['transactions']);
    expect(await next('cards', '')).toEqual(expect.arrayContaining(['list', 'assign', 'import']));
  });

  it('offers options of the command, and global ones', async () => {
    expect(await next('cards', 'list', '--s')).toEqual(['--size', '--sort']);
    expect(await next('cards', 'list', '--j')).toEqual(['--json']);
  });

  it('offers fields of the list, providers, profiles, settings and actions', async () => {
    expect(await next('cards', 'list', '--sort', 'driver')).toEqual(['driver_name']);
    expect(await next('cards', 'list', '--filter', 'driver')).toEqual(['driver_name:']);
    expect(await next('transactions', 'import', '--provider', 'S')).toEqual(['Suncore']);
    expect(await next('rates', 'check', '--provider', 'T')).toEqual(['TA-Petro']);
    expect(await next('config', 'get', 'ti')).toEqual(['timeout']);
    expect(await next('access', 'explain', 'cards.as')).toEqual(['cards.assign']);
  });

  it('offers ids, companies and choices from the service', async () => {
    expect(await next('cards', 'get', '')).toContain('1');
    expect(await next('switch', 'to', 'North')).toEqual([expect.stringMatching(/^North/)]);
    expect(await next('payments', 'create', '--mode', 'Ch')).toEqual(['Cheque']);
  });

  it('offers files and folders where the command accepts them', async () => {
    expect(await next('transactions', 'check', '')).toEqual([':files']);
    expect(await next('transactions', 'import', '--inbox', '')).toEqual([':folders']);
  });

  it('skips options before the command', async () => {
    expect(await next('--profile', 'night', '--json', 'cards', 'li')).toEqual(['list']);
  });

  it("offers nothing and reports no error if the service can't be reached", async () => {
    const down = openFixture('http://127.0.0.1:9/api/v1');
    const { code, stdout, stderr } = await down.run([
      'completion',
      'values',
      '--',
      'cards',
      'get',
      '',
    ]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
    down.leave();
  });
});

/** Shells that the tests start; `npm test` installs them. */
const SHELLS: readonly (readonly [shell: string, check: readonly string[]])[] = [
  ['bash', ['-n']],
  ['zsh', ['-n']],
  ['fish', ['--no-execute']],
];

it.each(SHELLS)('%s accepts its script', (shell, check) => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-completion-'));
  const file = join(folder, 'script');
  writeFileSync(file, SCRIPTS[shell] ?? '');
  const { status, stderr, error } = spawnSync(shell, [...check, file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect({ status, stderr, error }).toEqual({ status: 0, stderr: '', error: undefined });
});

describe('in a shell', () => {
  let folder: string;
  beforeAll(() => {
    buildBinary();
    folder = mkdtempSync(join(tmpdir(), 'forecourt-shell-'));
    const call = `#!/bin/sh\nexec '${process.execPath}' '${BINARY}' "$@"\n`;
    writeFileSync(join(folder, 'forecourt'), call, { mode: 0o755 });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const ask = (shell: string, script: string): string => {
    const env = {
      PATH: `${folder}:${process.env.PATH}`,
      HOME: folder,
      FORECOURT_CONFIG_DIR: join(fixture.dir, 'config'),
      FORECOURT_BASE_URL: service.url,
    };
    const { stdout, stderr } = spawnSync(shell, ['-c', script], { encoding: 'utf8', env });
    expect(stderr).toBe('');
    return stdout;
  };

  /** What bash offers for a partial line. */
  const offered = (line: string) =>
    ask(
      'bash',
      `source <(forecourt completion bash); compopt() { echo "compopt $*"; }
       COMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}; _forecourt; printf '%s\\n' "\${COMPREPLY[@]}"`,
    )
      .trim()
      .split('\n');

  it('bash completes commands, fields after a colon, and files', () => {
    expect(offered('forecourt trans')).toEqual(['transactions']);
    expect(offered('forecourt cards list --size 5 --so')).toEqual(['--sort']);
    expect(offered('forecourt cards list --filter driver')).toEqual([
      'compopt -o nospace',
      'driver_name:',
    ]);
    expect(offered('forecourt transactions check ')).toEqual(['compopt -o default']);
  });

  it('fish completes commands with descriptions', () => {
    const answer = ask('fish', "forecourt completion fish | source; complete -C 'forecourt swit'");
    expect(answer).toMatch(/^switch\tact for a managed account/);
  });
});
