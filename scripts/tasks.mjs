// Shared by the commands in the root: installs, builds if sources changed, and runs programs on the project's own
// Node. Plain JavaScript for the machine's Node (20 or later), without dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const at = (...parts) => join(root, ...parts);

const bin = at('node_modules', '.bin');
/** Node 24, pinned by the project. */
export const node = join(bin, 'node');
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };

/** Runs a command with its output on the terminal and waits for it. Exits with its code if it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, env, stdio: 'inherit', ...options });
  if (result.error) {
    console.error(`Could not run ${command}: ${result.error.message}`);
    process.exit(1);
  }
  if (result.status !== 0) process.exit(result.status ?? 1);
  return result;
}

/** Starts a command; resolves with its code, output and time. */
export const capture = (command, args) =>
  new Promise((resolve) => {
    const started = Date.now();
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => resolve({ code: 1, output: error.message, ms: 0 }));
    child.on('close', (code) => resolve({ code: code ?? 1, output, ms: Date.now() - started }));
  });

/** Runs a command in the foreground and forwards signals; resolves with its code. */
export const inForeground = (command, args, extra = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...env, ...extra }, stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => child.kill(signal));
    child.on('error', (error) => {
      console.error(`Could not run ${command}: ${error.message}`);
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });

/** Runs a command in the foreground and exits with its code. */
export const become = async (command, args, extra = {}) =>
  process.exit(await inForeground(command, args, extra));

const SOURCES = [
  'packages/core',
  'packages/cli',
  'packages/web',
  'examples/sandbox',
  'examples/provider-files',
];
const LEFT_OUT = new Set(['node_modules', 'dist', 'test', '.data']);

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!LEFT_OUT.has(entry.name)) yield* files(path);
    } else if (!entry.name.endsWith('.test.ts')) yield path;
  }
}

const hashOf = (parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

const stampOf = (name) => at('node_modules', '.cache', 'forecourt', name);

const isUpToDate = (stamp, value) =>
  existsSync(stampOf(stamp)) && readFileSync(stampOf(stamp), 'utf8') === value;

function upToDate(stamp, value, work) {
  if (isUpToDate(stamp, value)) return;
  work();
  mkdirSync(at('node_modules', '.cache', 'forecourt'), { recursive: true });
  writeFileSync(stampOf(stamp), value);
}

export const pnpm = (...args) => run('npx', ['--yes', 'pnpm@12.21.0', ...args]);

/** Installs the packages in the lockfile if it changed or nothing is installed. */
export function install() {
  const wanted = hashOf([readFileSync(at('pnpm-lock.yaml')), readFileSync(at('package.json'))]);
  upToDate('installed', wanted, () => pnpm('install', '--frozen-lockfile'));
}

const OUTPUTS = [
  'packages/core/dist/index.js',
  'packages/cli/dist/forecourt.js',
  'packages/web/dist/index.html',
  'examples/sandbox/dist/serve.js',
];

const stateOfSources = () =>
  hashOf([
    readFileSync(at('pnpm-lock.yaml')),
    ...SOURCES.flatMap((folder) => [...files(at(folder))]).flatMap((path) => {
      const { mtimeMs, size } = statSync(path);
      return [path, `${mtimeMs}:${size}`];
    }),
  ]);

/** Not part of the state, which is kept from before a build and would differ after the first. */
const hasOutputs = () => OUTPUTS.every((path) => existsSync(at(path)));

/** Whether the packages were built from the sources as they are. */
export const isBuilt = () => hasOutputs() && isUpToDate('built', stateOfSources());

/** Builds all packages if a source changed since the last build or an output is missing. */
export function build() {
  if (!hasOutputs()) rmSync(stampOf('built'), { force: true });
  upToDate('built', stateOfSources(), () =>
    pnpm('-r', '--workspace-concurrency=1', 'run', 'build'),
  );
}

const APT = process.getuid?.() === 0 ? 'apt-get' : 'sudo -n apt-get';

/** Installs the first packages, then each of the others, which may not exist here. */
const INSTALL = `needed=$1; shift
${APT} update || exit 1
[ -z "$needed" ] || ${APT} install -y --no-install-recommends $needed || exit 1
for one; do ${APT} install -y --no-install-recommends "$one" || true; done`;

const installing = (needed, optional, stdio) => [
  ...['sh', ['-c', INSTALL, 'apt', needed.join(' '), ...optional]],
  { stdio, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } },
];

/** Installs a Debian package; returns false if that is not possible here. */
export const aptInstall = (name) => spawnSync(...installing([name], [], 'inherit')).status === 0;

/**
 * Installs Debian packages while this process does something else, even if that blocks it; resolves with what apt-get
 * said. Who needs a package looks whether it is there.
 */
export function aptInstallMeanwhile(needed, optional) {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-apt-'));
  const said = openSync(join(folder, 'said'), 'w');
  const child = spawn(...installing(needed, optional, ['ignore', said, said]));
  // Without a shell it ends, too, having said nothing.
  child.once('error', () => undefined);
  return new Promise((resolve) => {
    child.once('close', () => {
      closeSync(said);
      resolve(readFileSync(join(folder, 'said'), 'utf8'));
      rmSync(folder, { recursive: true });
    });
  });
}
