// A throw-away PostgreSQL for tests. As a command: `node scripts/postgres.mjs <command …>` runs a command
// with its address in TEST_POSTGRES, and stops it when the command has ended.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aptInstall, inForeground } from './tasks.mjs';

const PROGRAMS = '/usr/lib/postgresql';
const START_MS = 30_000;

/** The newest installed server's programs; undefined when there is none, whatever clients there are. */
export function programs() {
  const versions = existsSync(PROGRAMS) ? readdirSync(PROGRAMS) : [];
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(PROGRAMS, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')));
}

/** Installs a server where there is none. Throws with what to do when that fails. */
export function installPostgres() {
  if (programs()) return;
  console.log("Installing PostgreSQL for the sandbox's tests …");
  aptInstall('postgresql');
  if (programs()) return;
  throw new Error(
    'The sandbox is tested on PostgreSQL too, and installing it failed. Install it (Debian: apt-get install postgresql) and run npm test again.',
  );
}

/** PostgreSQL refuses to run as root: then it runs as its package's user, or as nobody. */
export function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  for (const user of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((option) =>
      Number.parseInt(spawnSync('id', [option, user], { encoding: 'utf8' }).stdout, 10),
    );
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Error('There is no user that PostgreSQL could run as: neither postgres nor nobody.');
}

// Ends the server and removes its data when its standard input closes, which it does however this process ends.
const GUARD = `"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off \\
  -c synchronous_commit=off -c full_page_writes=off -c max_connections=200 -c max_wal_size=4GB \\
  -c log_min_messages=fatal -c log_min_error_statement=panic </dev/null >"$2/log" 2>&1 &
server=$!
cat >/dev/null
kill -QUIT $server
wait $server
rm -rf "$2"`;

/**
 * Starts an empty server on a socket in a folder of its own, within a second. Gives its address and `stop`.
 * Throws with what it said when it does not start.
 */
export async function startPostgres() {
  const bin = programs();
  if (!bin)
    throw new Error('No PostgreSQL server is installed (Debian: apt-get install postgresql).');
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'fc-pg-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, encoding: 'utf8' };
  // Its words sort as in English, which the sandbox's own columns must not depend on.
  const locale = [
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--locale-provider=icu',
    '--icu-locale=en-US',
  ];
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '--no-sync', '--auth=trust', '--username=forecourt', ...locale],
    options,
  );
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL could not be set up: ${made.stderr || made.error?.message}`);
  }
  const guard = spawn('sh', ['-c', GUARD, 'postgres', bin, folder], {
    ...options,
    stdio: ['pipe', 'ignore', 'inherit'],
    // Signals from the terminal go to the tests, which it must outlive.
    detached: true,
  });
  const ended = new Promise((resolve) => guard.once('close', resolve));
  const stop = async () => {
    guard.stdin.end();
    await ended;
  };
  const until = Date.now() + START_MS;
  const ready = () =>
    spawnSync(join(bin, 'psql'), ['-h', folder, '-U', 'forecourt', '-c', 'select 1', 'postgres'])
      .status === 0;
  while (!ready()) {
    if (Date.now() > until || guard.exitCode !== null) {
      const said = spawnSync('cat', [join(folder, 'log')], { encoding: 'utf8' }).stdout;
      await stop();
      throw new Error(`PostgreSQL did not start: ${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url: `postgres://forecourt@localhost/postgres?host=${encodeURIComponent(folder)}`,
    stop,
  };
}

if (process.argv[1] === import.meta.filename) {
  const [command, ...args] = process.argv.slice(2);
  if (!command) throw new Error('Use: node scripts/postgres.mjs <command …>');
  installPostgres();
  const { url, stop } = await startPostgres();
  process.exitCode = await inForeground(command, args, { TEST_POSTGRES: url });
  await stop();
}
