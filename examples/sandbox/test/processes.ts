import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, onTestFinished } from 'vitest';
import { PASSWORD } from '../src/index.ts';
import { ADMIN, Client } from './helpers.ts';
import { programOf } from './programs.ts';

type Environment = Readonly<Record<string, string>>;

const SERVER = programOf('serve');

/** Runs `end` after the test that calls this, or after those of the file: one that is running adds no hook to the file. */
function afterwards(end: () => void): void {
  try {
    onTestFinished(end);
  } catch {
    afterAll(end);
  }
}

/** The sandbox as a process of its own, killed at the latest when the test that starts it is over, or those of the file. */
function spawnServer(env: Environment, program: readonly string[]): ChildProcess {
  const server = spawn(process.execPath, program, {
    env: { ...process.env, PORT: '0', SEED: 'empty', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  afterwards(() => void server.kill('SIGKILL'));
  return server;
}

/** Its settings in the environment for data that are kept. */
export const environmentOf = (kept: {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}): Environment => ({
  DATA_DIR: kept.dataDir,
  ...(kept.databaseUrl ? { DATABASE_URL: kept.databaseUrl } : {}),
});

/** Starts a server; resolves when it has printed its address and its accounts. */
export async function startServer(env: Environment, program = SERVER) {
  const server = spawnServer(env, program);
  let output = '';
  server.stdout?.setEncoding('utf8');
  for await (const text of server.stdout ?? []) {
    output += text;
    if (output.includes('nobody@forecourt.test')) break;
  }
  const url = /http:\S+/.exec(output)?.[0] ?? '';
  return { server, output, url };
}

/** Starts a server that cannot start; resolves with its code and what it said. */
export async function failToStart(env: Environment) {
  const server = spawnServer(env, SERVER);
  let errors = '';
  server.stderr?.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const code = await new Promise((resolve) => server.once('close', resolve));
  return { code, errors };
}

export async function adminAt(url: string): Promise<Client> {
  const out = new Client(fetch, undefined, url);
  const answer = await out.call('login', { body: { username: ADMIN, password: PASSWORD } });
  return out.as(answer.headers.get('authorization') ?? '');
}
