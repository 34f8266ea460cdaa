import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    readonly packed: Readonly<Record<PackageName, Packed>>;
  }
}

type PackageName = 'core' | 'cli';

/** A package as the registry would receive it. */
export interface Packed {
  readonly tarball: string;
  /** Its files, inside a project that has installed it and its dependencies. */
  readonly folder: string;
}

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TSUP = join(dirname(createRequire(import.meta.url).resolve('tsup')), 'cli-default.js');

/** Packs in a copy of the workspace: the build of `npm test`, or one made there, because other tests read the real builds. */
async function pack(name: PackageName, workspace: string): Promise<string> {
  const source = join(ROOT, 'packages', name);
  const copy = join(workspace, 'packages', name);
  await mkdir(copy, { recursive: true });
  const own = name === 'cli' ? ['man'] : [];
  for (const file of ['package.json', 'README.md', ...own]) {
    await cp(join(source, file), join(copy, file), { recursive: true });
  }
  await symlink(join(source, 'node_modules'), join(copy, 'node_modules'));
  if (process.env.TEST_BUILDS === 'current') {
    await cp(join(source, 'dist'), join(copy, 'dist'), { recursive: true });
  } else {
    const env = { ...process.env, FORECOURT_BUILD_DIR: join(copy, 'dist') };
    await run(process.execPath, [TSUP], { cwd: source, env });
  }
  const pnpm = [
    join(ROOT, 'scripts', 'pnpm.mjs'),
    '--dir',
    copy,
    'pack',
    '--json',
    '--pack-destination',
    workspace,
  ];
  const { stdout } = await run(process.execPath, pnpm, { cwd: ROOT });
  return String(JSON.parse(stdout.slice(stdout.indexOf('{'))).filename);
}

/** Creates a project that has the package; its dependencies are the workspace's. */
async function install(name: PackageName, tarball: string, workspace: string): Promise<Packed> {
  const modules = join(workspace, `${name}-project`, 'node_modules');
  const folder = join(modules, '@forecourt', name);
  await mkdir(folder, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  const dependencies = join(ROOT, 'packages', name, 'node_modules');
  for (const entry of await readdir(dependencies)) {
    if (entry.startsWith('.') || entry === '@forecourt') continue;
    await symlink(join(dependencies, entry), join(modules, entry));
  }
  return { tarball, folder };
}

export async function setup(project: TestProject) {
  const workspace = await mkdtemp(join(tmpdir(), 'forecourt-packed-'));
  for (const file of ['package.json', 'LICENSE', 'pnpm-workspace.yaml']) {
    await cp(join(ROOT, file), join(workspace, file));
  }
  const make = async (name: PackageName) => install(name, await pack(name, workspace), workspace);
  const [core, cli] = await Promise.all([make('core'), make('cli')]);
  project.provide('packed', { core, cli });
  return () => rm(workspace, { recursive: true, force: true });
}
