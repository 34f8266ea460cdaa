import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Runs the check in a project with this manifest and lockfile. */
function check(dependencies: Readonly<Record<string, string>>, lockfile = 'packages:\n') {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-free-'));
  folders.push(folder);
  mkdirSync(join(folder, 'packages/web'), { recursive: true });
  writeFileSync(join(folder, 'packages/web/package.json'), JSON.stringify({ dependencies }));
  writeFileSync(join(folder, 'pnpm-lock.yaml'), lockfile);
  const script = fileURLToPath(new URL('free-versions.mjs', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [script, '--folder', folder], {
    encoding: 'utf8',
  });
  return { status, stdout };
}

describe('the check of free versions', () => {
  it('passes PrimeReact 10 and PrimeIcons 7 as exact versions', () => {
    expect(check({ primereact: '10.9.9', primeicons: '7.0.0' }, '  primereact@10.9.9:\n')).toEqual({
      status: 0,
      stdout: '',
    });
  });

  it.each([
    [{ primereact: '11.0.0' }, 'primereact 11.0.0'],
    [{ primeicons: '8.0.0' }, 'primeicons 8.0.0'],
    [{ primereact: '^10.9.9' }, 'primereact ^10.9.9'],
    [{ primereact: 'latest' }, 'primereact latest'],
    [{ prime: 'npm:primereact@11.2.0' }, 'primereact 11.2.0'],
  ])('fails on the manifest %o', (dependencies, named) => {
    const { status, stdout } = check(dependencies as Record<string, string>);
    expect(status).toBe(1);
    expect(stdout).toContain(`packages/web/package.json: ${named}. Give an exact version of`);
  });

  it('fails on a lockfile that resolves to a commercial version', () => {
    const lockfile = '  primereact@10.9.9:\n  primeicons@8.1.0:\n  primereact@11.0.0-rc.1:\n';
    expect(check({ primereact: '10.9.9' }, lockfile)).toEqual({
      status: 1,
      stdout:
        'pnpm-lock.yaml: primeicons 8.1.0 is commercial. Remove it.\n' +
        'pnpm-lock.yaml: primereact 11.0.0-rc.1 is commercial. Remove it.\n',
    });
  });
});
