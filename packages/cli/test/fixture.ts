import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { pipelineSheet, workbookBytes } from '@forecourt/provider-file-examples';
import { type Fault, PASSWORD, type SandboxOptions } from '@forecourt/sandbox';
import { openSeeded } from '../../../examples/sandbox/test/seeded.ts';
import { runProgram } from '../src/program.ts';

/** The result of a run. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Standard output and error are terminals of this width. */
  readonly columns?: number;
  readonly signal?: AbortSignal;
  /** Types these keys once standard error shows that text; needs `columns`. */
  readonly typed?: { readonly at: string; readonly keys: string };
}

/** Standard input of a terminal whose user waits for a question. */
function keyboard({ at, keys }: { readonly at: string; readonly keys: string }, screen: Screen) {
  const typing = Object.assign(new PassThrough(), { isTTY: true });
  screen.onText = (text) => {
    if (!text.includes(at)) return;
    screen.onText = undefined;
    // Like a person, types only after the question is drawn.
    setTimeout(() => typing.write(keys), 50);
  };
  return typing;
}

class Screen extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
  onText: ((text: string) => void) | undefined;
  readonly #chunks: Buffer[] = [];

  constructor(columns: number | undefined) {
    super();
    if (columns === undefined) return;
    this.isTTY = true;
    this.columns = columns;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(Buffer.from(chunk));
    this.onText?.(this.text);
    done();
  }

  /** Like the process's own streams: a prompt ends it, and later output still appears. */
  override end(): this {
    return this;
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}

/** A person's environment: a configuration folder and the service's address. */
export interface Fixture {
  readonly dir: string;
  run(argv: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Runs with `--json`; `document` is from standard output, else from standard error. */
  json(argv: readonly string[], options?: RunOptions): Promise<Ran & { readonly document: never }>;
  signIn(email: string): Promise<Ran>;
  path(name: string): string;
  leave(): void;
}

/**
 * Shortens minutes of retries and look-ups to seconds; core's tests prove the real waits on a
 * simulated clock.
 */
const HURRIED = {
  setTimeout: (done: () => void, ms: number) => setTimeout(done, ms / 20),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
};

/** Keeps the tests out of the developer's keychain. */
const FILE = process.platform === 'linux' ? {} : { FORECOURT_CREDENTIALS: 'file' };

export function openFixture(baseUrl: string): Fixture {
  const dir = mkdtempSync(join(tmpdir(), 'forecourt-cli-'));
  const config = join(dir, 'config');
  const fixture: Fixture = {
    dir,
    path: (name) => join(dir, name),
    leave: () => rmSync(dir, { recursive: true, force: true }),
    async run(argv, { stdin = '', env = {}, columns, signal, typed } = {}) {
      const stdout = new Screen(columns);
      const stderr = new Screen(columns);
      const code = await runProgram({
        argv,
        env: { FORECOURT_CONFIG_DIR: config, FORECOURT_BASE_URL: baseUrl, ...FILE, ...env },
        stdin: typed ? keyboard(typed, stderr) : new PassThrough().end(stdin),
        stdout,
        stderr,
        signal: signal ?? new AbortController().signal,
        clock: HURRIED,
      });
      return { code, stdout: stdout.text, stderr: stderr.text };
    },
    async json(argv, options) {
      const ran = await fixture.run([...argv, '--json'], options);
      const document = JSON.parse(ran.stdout === '' ? ran.stderr : ran.stdout) as never;
      return { ...ran, document };
    },
    signIn: (email) =>
      fixture.run(['login', '--email', email, '--password-stdin'], { stdin: `${PASSWORD}\n` }),
  };
  return fixture;
}

const SMALL = { customers: 12, cards: 120, transactions: 300, invoices: 30 };

export interface Service {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Opens a service with a little data on a free port; `faults` make it misbehave. */
export async function openService(
  faults: readonly Fault[] = [],
  options: Partial<SandboxOptions> = {},
): Promise<Service> {
  const sandbox = await openSeeded({ demo: SMALL, passwordCost: 4, faults, ...options });
  const { url } = await sandbox.listen({ port: 0 });
  return { url: `${url}/api/v1`, close: () => sandbox.close() };
}

/** Opens a faulty service with a signed-in fixture for the duration of `work`. */
export async function withFaults(
  faults: readonly Fault[],
  work: (fixture: Fixture) => Promise<void>,
): Promise<void> {
  const service = await openService(faults);
  const fixture = openFixture(service.url);
  try {
    const { code, stderr } = await fixture.signIn('admin@forecourt.test');
    if (code !== 0) throw new Error(stderr);
    await work(fixture);
  } finally {
    fixture.leave();
    await service.close();
  }
}

const DAY_MS = 86_400_000;

/** Yesterday, so that no check reports the example as old or in the future. */
const recentDay = (): string => new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);

/** Writes a Pipeline file to the fixture's folder and returns its path. Files of one seed begin with the same rows. */
export function pipelineFile(fixture: Fixture, name: string, rows = 12, seed = 4): string {
  const path = fixture.path(name);
  writeFileSync(path, workbookBytes([pipelineSheet(recentDay(), rows, seed)]));
  return path;
}

export const textOf = (path: string): string => readFileSync(path, 'utf8');
