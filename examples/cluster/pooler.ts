import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
// @ts-expect-error plain JavaScript, for the machine's own Node.
import { aptInstall } from '../../scripts/tasks.mjs';
import { startGuarded } from './guarded.ts';
import type { Cluster, Server } from './postgres.ts';

const PGBOUNCER = '/usr/sbin/pgbouncer';
const PORT = 6432;

/** pgbouncer, one address for whichever server is the primary. */
export interface Pooler {
  /** Its address for DATABASE_URL, through its socket. */
  readonly url: string;
  /** Leads new connections to another server. */
  moveTo(server: Server): Promise<void>;
  /** Stops it with all connections. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Installs pgbouncer if it is missing. Throws with what to do if that fails. */
export function installPooler(): void {
  if (existsSync(PGBOUNCER)) return;
  console.log('Installing pgbouncer …');
  aptInstall('pgbouncer');
  if (existsSync(PGBOUNCER)) return;
  throw new Error(
    'Installing pgbouncer failed. Install it (Debian: apt-get install pgbouncer) and start again.',
  );
}

/**
 * One session of the service keeps one connection of the server: it locks the database while it creates tables, and sets
 * how long its statements may take. Transaction pooling would give both to others.
 */
const settings = (folder: string, { port }: Server): string => `[databases]
* = host=${folder} port=${port}
[pgbouncer]
listen_port = ${PORT}
unix_socket_dir = ${folder}
auth_type = trust
auth_file = ${join(folder, 'users')}
admin_users = forecourt
pool_mode = session
default_pool_size = 150
max_client_conn = 1000
server_login_retry = 1
`;

async function answers(socket: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const connection = connect(socket, () => resolve(true)).on('error', () => resolve(false));
  const answered = await promise;
  connection.destroy();
  return answered;
}

/** Starts a pooler before the cluster's primary, in the cluster's folder. */
export async function openPooler({ folder, primary, user }: Cluster): Promise<Pooler> {
  installPooler();
  const file = join(folder, 'pgbouncer.ini');
  const socket = join(folder, `.s.PGSQL.${PORT}`);
  writeFileSync(file, settings(folder, primary));
  writeFileSync(join(folder, 'users'), '"forecourt" ""\n');
  let running: ReturnType<typeof startGuarded> | undefined;
  const kill = async () => running?.end();
  const start = async () => {
    rmSync(socket, { force: true });
    running = startGuarded(PGBOUNCER, ['--quiet', file], 'KILL', { ...user, cwd: folder });
    for (let attempt = 0; !(await answers(socket)); attempt += 1) {
      if (attempt > 200 || running.ended()) throw new Error('pgbouncer did not start.');
      await delay(20);
    }
  };
  await start();
  return {
    url: `postgres://forecourt@localhost:${PORT}/postgres?host=${encodeURIComponent(folder)}`,
    start,
    kill,
    moveTo: async (server) => {
      writeFileSync(file, settings(folder, server));
      await kill();
      await start();
    },
  };
}
