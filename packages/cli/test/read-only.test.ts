import { chmodSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD } from '@forecourt/sandbox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mountDisk } from './bad-disk.ts';
import { type Fixture, openFixture, openService, pipelineFile, type Service } from './fixture.ts';

let service: Service;
let fixture: Fixture;
let state: string;
let release: () => void;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());
beforeEach(async () => {
  fixture = openFixture(service.url);
  expect((await fixture.signIn('admin@forecourt.test')).code).toBe(0);
  state = fixture.path('state');
});
afterEach(() => {
  release();
  fixture.leave();
});

/** Puts the settings on a read-only disk, as a container mounts a secret: readable by all. */
function readOnly(): void {
  const small = mountDisk(state, 65_536);
  cpSync(fixture.path('config'), state, { recursive: true });
  const folders = [join(state, 'credentials'), state];
  chmodSync(join(state, 'credentials/default.json'), 0o644);
  // Without the right to mount, the user is not root, so file modes apply.
  if (!small) for (const folder of folders) chmodSync(folder, 0o500);
  small?.readOnly();
  release = () => {
    if (!small) for (const folder of folders) chmodSync(folder, 0o700);
    small?.release();
  };
}

const run = (argv: readonly string[], stdin = '') =>
  fixture.run(argv, { stdin, env: { FORECOURT_CONFIG_DIR: state } });

async function signIns(): Promise<readonly string[]> {
  const { document } = await fixture.json(['whoami', '--sessions']);
  return (document as { items: { id: string }[] }).items.map(({ id }) => id).sort();
}

const NOT_WRITABLE = /The disk is read-only|There is no right to use/;

const ADVICE =
  "Make it writable. If it is forecourt's own folder, FORECOURT_CONFIG_DIR selects another one.";

describe('a read-only settings folder', () => {
  beforeEach(() => readOnly());

  it.each([
    ['whoami'],
    ['cards', 'list', '--size', '1'],
    ['cards', 'get', '2'],
    ['access', 'list'],
    ['imports', 'list'],
    ['config', 'list'],
    ['switch', 'list'],
    ['transactions', 'export', '--from', '2026-11-18', '--out', '-'],
  ])('AUTH-10 is enough to read: %s %s', async (...argv) => {
    const { code, stderr, stdout } = await run(argv);
    expect([code, stderr]).toEqual([0, expect.not.stringMatching(NOT_WRITABLE)]);
    expect(stdout).not.toBe('');
  });

  it('is reported by doctor, with what works, what does not, and what to do', async () => {
    const { code, stdout } = await run(['doctor', '--json']);
    const { checks } = JSON.parse(stdout);
    const finding = (name: string) => checks.find(({ check }: { check: string }) => check === name);
    expect([code, finding('folder').state]).toEqual([1, 'failed']);
    expect(finding('folder').message).toMatch(NOT_WRITABLE);
    expect(finding('folder').message).toContain(
      `Commands that only read work; signing in, changes, imports and settings do not. Settings, sign-ins and what was sent are kept in ${state}. Make it writable, or set FORECOURT_CONFIG_DIR to a folder that is.`,
    );
    expect([finding('sign-in').state, finding('service').state]).toEqual(['ok', 'ok']);
  });

  it('AUTH-10 refuses a sign-in before calling the service, and says what to do', async () => {
    const before = await signIns();
    const { code, stderr } = await run(
      ['login', '--email', 'admin@forecourt.test', '--password-stdin'],
      `${PASSWORD}\n`,
    );
    expect([code, stderr]).toEqual([2, expect.stringMatching(NOT_WRITABLE)]);
    expect(stderr).toContain("The sign-in can't be stored. ");
    expect(stderr).toContain(join(state, 'credentials'));
    expect(stderr).toContain(
      "Fix that, set FORECOURT_CONFIG_DIR to a writable folder, or set FORECOURT_TOKEN, which isn't stored.",
    );
    expect(await signIns()).toEqual(before);
  });

  it('AUTH-06 refuses a switch before the service ends the stored authorization', async () => {
    const { code, stderr } = await run(['switch', 'to', '1']);
    expect([code, stderr]).toEqual([2, expect.stringContaining("The sign-in can't be stored. ")]);
    expect((await run(['whoami'])).code).toBe(0);
  });

  it('refuses a change that must be recorded first, and sends nothing', async () => {
    const { code, stderr } = await run(['cards', 'update', '2', '--driver-name', 'Nobody']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(NOT_WRITABLE)]);
    expect(stderr).toContain(join(state, 'changes'));
    expect(stderr).toContain(ADVICE);
    expect((await fixture.json(['cards', 'get', '2'])).document).not.toMatchObject({
      driver_name: 'Nobody',
    });
  });

  it('refuses a setting with the folder and what to do', async () => {
    const { code, stderr } = await run(['config', 'set', 'timeout', '40']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(NOT_WRITABLE)]);
    expect(stderr).toContain(
      `Settings, sign-ins and what was sent are kept in ${state}. Make it writable, or set FORECOURT_CONFIG_DIR to a folder that is.`,
    );
  });

  it('TXN-13 refuses an import with the folder and what to do', async () => {
    const file = pipelineFile(fixture, 'one.xlsx');
    const argv = ['transactions', 'import', file, '--provider', 'Pipeline'];
    const { code, stderr, stdout } = await run(argv);
    expect([code, stdout + stderr]).toEqual([2, expect.stringMatching(NOT_WRITABLE)]);
    expect(stdout + stderr).toContain(join(state, 'imports'));
    expect(stdout + stderr).toContain(ADVICE);
  });

  it('AUTH-11 lets logout end the sign-in at the service, and says that the file stays', async () => {
    const { code, stderr } = await run(['logout']);
    expect([code, stderr]).toEqual([
      1,
      `forecourt: The sign-in could not be deleted: ${join(state, 'credentials/default.json')}\nThe service has ended it, so it no longer works. Make its folder writable and run \`forecourt logout\` again.\n`,
    ]);
    const after = await run(['whoami']);
    expect([after.code, after.stderr]).toEqual([3, expect.not.stringMatching(NOT_WRITABLE)]);
  });
});

describe('a writable folder', () => {
  it('AUTH-10 closes a file that was readable by others when it is read', async () => {
    release = () => undefined;
    const path = fixture.path('config/credentials/default.json');
    chmodSync(path, 0o644);
    expect((await fixture.run(['whoami'])).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toContain('authorization');
    expect(existsSync(path) && readdirSync(fixture.path('config/credentials'))).toEqual([
      'default.json',
    ]);
  });
});
