import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { createSandbox, PASSWORD } from '@forecourt/sandbox';
import { programOf } from '../../../examples/sandbox/test/programs.ts';

const EMAIL = 'admin@forecourt.test';
const DEMO = { customers: 12, cards: 2000, transactions: 50, invoices: 5 };

/** The service in a separate process, on data that survive it. */
export class SandboxProcess {
  readonly #dir: string;
  #child: ChildProcess | undefined;
  #port = 0;

  constructor(dir: string) {
    this.#dir = dir;
    // The parent may exit in the middle of its work.
    process.once('exit', () => this.#child?.kill('SIGKILL'));
  }

  get port(): number {
    return this.#port;
  }

  /** Creates the data: all cards that the example files name. */
  async prepare(): Promise<void> {
    await (await createSandbox({ dataDir: this.#dir, demo: DEMO, passwordCost: 4 })).close();
  }

  async start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    const child = spawn(process.execPath, programOf('serve'), {
      env: { ...process.env, PORT: '0', DATA_DIR: this.#dir, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const url = / is at (http\S+)/.exec(line)?.[1];
      if (url === undefined) continue;
      this.#port = Number(new URL(url).port);
      child.stdout.resume();
      return;
    }
    throw new Error('The sandbox ended before it listened.');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  kill = (): Promise<void> => this.#end('SIGKILL');
  stop = (): Promise<void> => this.#end('SIGTERM');

  /** Ages the leases as if the service had been down for longer than they last. */
  outlastLeases(): void {
    this.read((database) =>
      database.exec(
        "update imports set lease_until = '2000-01-01' where state in ('received', 'running')",
      ),
    );
  }

  read<T>(work: (database: DatabaseSync) => T): T {
    const database = new DatabaseSync(join(this.#dir, 'forecourt.sqlite'));
    try {
      database.exec('pragma busy_timeout = 10000');
      return work(database);
    } finally {
      database.close();
    }
  }

  /** Signs in through the API: these tests aren't about `login`. */
  async authorization(): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: EMAIL, password: PASSWORD }),
    });
    return answer.headers.get('authorization') ?? '';
  }
}
