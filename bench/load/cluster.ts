import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
// @ts-expect-error plain JavaScript, for the machine's own Node.
import { installPostgres, programs, unprivileged } from '../../scripts/postgres.mjs';

/** A PostgreSQL server with production settings: every confirmed commit is on disk. */
interface Server {
  readonly port: number;
  /** Its address for DATABASE_URL, through its socket. */
  readonly url: string;
  sql(statement: string): string;
  /** Stops it like a power cut. */
  kill(): Promise<void>;
}

export interface Cluster {
  readonly version: string;
  readonly primary: Server;
  /** Copies the primary and then follows it; both confirm each commit. */
  addReplica(): Promise<Server>;
  close(): Promise<void>;
}

const SETTINGS = [
  'listen_addresses=',
  'max_connections=200',
  'shared_buffers=512MB',
  'max_wal_size=4GB',
  'wal_level=replica',
  'hot_standby=on',
  'log_min_messages=fatal',
];

// Ends the server when its standard input closes, which happens however this process ends. Clients are disconnected
// and nothing more is written.
const GUARD = `"$0" "$@" </dev/null & server=$!; cat >/dev/null; kill -QUIT $server; wait $server`;

async function end(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null) return;
  const ended = once(guard, 'exit');
  guard.stdin?.end();
  await ended;
}

/** Creates an empty cluster in a folder that is deleted with it. */
export async function openCluster(): Promise<Cluster> {
  installPostgres();
  const bin: string = programs();
  const user: { uid?: number; gid?: number } = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'fc-cluster-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const running: ChildProcess[] = [];
  const options = { ...user, cwd: folder, encoding: 'utf8' } as const;

  const run = (program: string, args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(join(bin, program), args, options);
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
    return stdout.trim();
  };
  const at = (port: number) => ['-h', folder, '-p', String(port), '-U', 'forecourt'];

  async function start(name: string, port: number): Promise<Server> {
    const settings = [...SETTINGS, `port=${port}`, `unix_socket_directories=${folder}`];
    const flags = settings.flatMap((setting) => ['-c', setting]);
    const child = spawn(
      'sh',
      ['-c', GUARD, join(bin, 'postgres'), '-D', join(folder, name), ...flags],
      {
        ...user,
        cwd: folder,
        stdio: ['pipe', 'ignore', 'ignore'],
        // Terminal signals are for the program that started it.
        detached: true,
      },
    );
    running.push(child);
    const sql = (statement: string) => run('psql', [...at(port), '-Atqc', statement, 'postgres']);
    for (let attempt = 0; ; attempt += 1) {
      try {
        sql('select 1');
        break;
      } catch (error) {
        if (attempt > 200 || child.exitCode !== null) throw error;
        await delay(50);
      }
    }
    return {
      port,
      url: `postgres://forecourt@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`,
      sql,
      kill: () => end(child),
    };
  }

  run('initdb', [
    '-D',
    join(folder, 'primary'),
    '--auth=trust',
    '--username=forecourt',
    '-E',
    'UTF8',
  ]);
  const primary = await start('primary', 5432);
  return {
    version: primary.sql('show server_version'),
    primary,
    addReplica: async () => {
      run('pg_basebackup', [
        ...at(5432),
        '-D',
        join(folder, 'replica'),
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
      ]);
      const replica = await start('replica', 5433);
      primary.sql("alter system set synchronous_standby_names = '*'");
      primary.sql('select pg_reload_conf()');
      return replica;
    },
    close: async () => {
      for (const child of running.filter(({ exitCode }) => exitCode === null)) {
        await end(child);
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
