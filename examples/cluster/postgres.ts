import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
// @ts-expect-error plain JavaScript, for the machine's own Node.
import { installPostgres, programs, unprivileged } from '../../scripts/postgres.mjs';
import { startGuarded } from './guarded.ts';

/** A PostgreSQL server with production settings: every confirmed commit is on disk. */
export interface Server {
  readonly port: number;
  /** Its address for DATABASE_URL, through its socket. */
  readonly url: string;
  sql(statement: string): string;
  /** Stops it like a power cut. */
  kill(): Promise<void>;
}

export interface Cluster {
  readonly version: string;
  /** Its servers' sockets and data. */
  readonly folder: string;
  /** Whom its programs run as; nobody else's if that is this process's user. */
  readonly user: { readonly uid?: number; readonly gid?: number };
  readonly primary: Server;
  /** Copies the primary and then follows it. Both confirm each commit, unless it isn't `synchronous`. */
  addReplica(options?: { readonly synchronous?: boolean }): Promise<Server>;
  close(): Promise<void>;
}

const PRIMARY = 5432;
const REPLICA = 5433;
const SETTINGS = [
  'listen_addresses=',
  'max_connections=200',
  'shared_buffers=512MB',
  'max_wal_size=4GB',
  'wal_level=replica',
  'hot_standby=on',
  // A replica doesn't give up a long read for the sake of its copying.
  'hot_standby_feedback=on',
  'log_min_messages=fatal',
];

/** Runs PostgreSQL's programs in a folder, as a user that may. */
function programsIn(folder: string) {
  const bin: string = programs();
  const user: { uid?: number; gid?: number } = unprivileged();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const at = (port: number) => ['-h', folder, '-p', String(port), '-U', 'forecourt'];
  const run = (program: string, ...args: readonly string[]): string => {
    const options = { ...user, cwd: folder, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(join(bin, program), args, options);
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
    return stdout.trim();
  };
  return { at, run, server: join(bin, 'postgres'), user };
}

async function startServer(
  folder: string,
  { at, run, server, user }: ReturnType<typeof programsIn>,
  name: string,
  port: number,
): Promise<Server> {
  const settings = [...SETTINGS, `port=${port}`, `unix_socket_directories=${folder}`];
  const args = ['-D', join(folder, name), ...settings.flatMap((setting) => ['-c', setting])];
  const { end, ended } = startGuarded(server, args, 'QUIT', { ...user, cwd: folder });
  const sql = (statement: string) => run('psql', ...at(port), '-Atqc', statement, 'postgres');
  for (let attempt = 0; ; attempt += 1) {
    try {
      sql('select 1');
      break;
    } catch (error) {
      if (attempt > 200 || ended()) throw error;
      await delay(50);
    }
  }
  const url = `postgres://forecourt@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`;
  return { port, url, sql, kill: end };
}

/** Creates an empty cluster in a folder that is deleted with it. */
export async function openCluster(): Promise<Cluster> {
  installPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'fc-cluster-'));
  const postgres = programsIn(folder);
  const { at, run, user } = postgres;
  const data = (name: string) => ['-D', join(folder, name)];
  run('initdb', ...data('primary'), '--auth=trust', '--username=forecourt', '-E', 'UTF8');
  const primary = await startServer(folder, postgres, 'primary', PRIMARY);
  const servers = [primary];
  return {
    version: primary.sql('show server_version'),
    folder,
    user,
    primary,
    addReplica: async ({ synchronous = true } = {}) => {
      const stream = ['-R', '-X', 'stream', '-c', 'fast'];
      run('pg_basebackup', ...at(PRIMARY), ...data('replica'), ...stream);
      const replica = await startServer(folder, postgres, 'replica', REPLICA);
      servers.push(replica);
      if (synchronous) {
        primary.sql("alter system set synchronous_standby_names = '*'");
        primary.sql('select pg_reload_conf()');
      }
      return replica;
    },
    close: async () => {
      for (const { kill } of servers) await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
