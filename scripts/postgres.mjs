// A temporary PostgreSQL server for tests. As a command, `node scripts/postgres.mjs <command …>` runs a command with
// the server's address in TEST_POSTGRES, and stops the server when the command ends.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aptInstall, inForeground } from './tasks.mjs';

const PROGRAMS = '/usr/lib/postgresql';
const START_MS = 30_000;

/** Returns the folder of the newest installed server's programs; undefined without a server, even if clients exist. */
export function programs() {
  const versions = existsSync(PROGRAMS) ? readdirSync(PROGRAMS) : [];
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(PROGRAMS, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')));
}

/** Installs a server if there is none. Throws an error that says what to do if that fails. */
export function installPostgres() {
  if (programs()) return;
  console.log("Installing PostgreSQL for the sandbox's tests …");
  aptInstall('postgresql');
  if (programs()) return;
  throw new Error(
    'The sandbox’s tests need PostgreSQL, and installing it failed. Install it (Debian: apt-get install postgresql) and run npm test again.',
  );
}

/** PostgreSQL refuses to run as root. Returns the package's user, or nobody, to run it as. */
export function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  for (const user of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((option) =>
      Number.parseInt(spawnSync('id', [option, user], { encoding: 'utf8' }).stdout, 10),
    );
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Error('PostgreSQL needs a user to run as, and neither postgres nor nobody exists.');
}

// Stops the server and deletes its data when standard input closes, which happens however this process ends.
const GUARD = `"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off \\
  -c synchronous_commit=off -c full_page_writes=off -c max_connections=400 -c max_wal_size=4GB \\
  -c log_min_messages=fatal -c log_min_error_statement=panic </dev/null >"$2/log" 2>&1 &
server=$!
cat >/dev/null
kill -QUIT $server
wait $server
rm -rf "$2"`;

/**
 * Starts an empty server on a socket in its own folder, within a second. Returns its address and `stop`. If the
 * server does not start, throws an error with its log.
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
  // Text sorts as in English here; the sandbox's columns must not depend on that.
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
    // Keeps terminal signals away from the server, which must outlive the tests.
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
  if (!command) throw new Error('Usage: node scripts/postgres.mjs <command …>');
  installPostgres();
  const { url, stop } = await startPostgres();
  process.exitCode = await inForeground(command, args, { TEST_POSTGRES: url });
  await stop();
}
