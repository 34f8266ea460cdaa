import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ExampleFile, exampleFile } from './example-file.ts';
import { Line } from './line.ts';
import type { SandboxProcess } from './sandbox-process.ts';

const KILLER = fileURLToPath(new URL('kill-at-write.ts', import.meta.url));
const ROWS = 12;
/** Seeds of second files; far from those of first files. */
const SECOND = 1_000_000;

/** Shared by all rounds. */
export interface Ground {
  readonly binary: string;
  readonly dir: string;
  readonly sandbox: SandboxProcess;
  /** The credentials file that `login` wrote. */
  readonly credentials: string;
}

/** A single file on the command line, or an inbox with two. */
export type Kind = 'file' | 'inbox';

/** A configuration folder with its own line to the service and files that nobody else uses. */
export class Fixture {
  readonly dir: string;
  readonly line: Line;
  readonly purchases: readonly string[];
  readonly #files: readonly (readonly [name: string, file: ExampleFile])[];
  readonly #ground: Ground;
  readonly #kind: Kind;
  #url = '';

  constructor(ground: Ground, kind: Kind, seed: number) {
    this.#ground = ground;
    this.#kind = kind;
    this.dir = join(ground.dir, `${kind}-${seed}`);
    this.line = new Line(() => ground.sandbox.port);
    const first = ['a.xlsx', exampleFile(seed, ROWS)] as const;
    const second = ['b.xlsx', exampleFile(seed + SECOND, ROWS)] as const;
    this.#files = kind === 'file' ? [first] : [first, second];
    this.purchases = this.#files.flatMap(([, { purchases }]) => purchases);
  }

  get #inbox(): string {
    return join(this.dir, 'inbox');
  }

  /** The log of counted writes, and where a strike is set. */
  get writes(): string {
    return this.#kind === 'file' ? join(this.dir, 'config', 'imports') : this.dir;
  }

  async open(): Promise<void> {
    this.#url = await this.line.listen();
    const credentials = join(this.dir, 'config', 'credentials');
    mkdirSync(credentials, { recursive: true, mode: 0o700 });
    mkdirSync(this.#inbox);
    const stored = { ...JSON.parse(this.#ground.credentials), baseUrl: this.#url };
    writeFileSync(join(credentials, 'default.json'), JSON.stringify(stored), { mode: 0o600 });
    for (const [name, { bytes }] of this.#files) writeFileSync(join(this.#inbox, name), bytes);
  }

  start(env: Readonly<Record<string, string>> = {}, timeout = '10'): ChildProcess {
    const what =
      this.#kind === 'file'
        ? [join(this.#inbox, 'a.xlsx'), '--provider', 'Pipeline']
        : ['--inbox', this.#inbox, '--settle', '0'];
    const argv = ['transactions', 'import', ...what, '--json', '--ask-every', '0.02'];
    const loaded = env.KILL_FOLDER ? [`--import=${KILLER}`] : [];
    return spawn(
      process.execPath,
      [...loaded, this.#ground.binary, ...argv, '--timeout', timeout],
      {
        env: {
          PATH: process.env.PATH,
          HOME: this.dir,
          FORECOURT_CONFIG_DIR: join(this.dir, 'config'),
          FORECOURT_BASE_URL: this.#url,
          XDG_CACHE_HOME: join(this.#ground.dir, 'cache'),
          ...env,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
  }

  /** Returns what is wrong with the files left behind after the last run. */
  faults(): string[] {
    const states = documentsIn(join(this.dir, 'config', 'imports')).map(({ state }) => state);
    const wanted = this.#files.map(() => 'reconciled');
    const faults = same('the journal', states, wanted);
    return this.#kind === 'file' ? faults : [...faults, ...this.#nightFaults()];
  }

  #nightFaults(): string[] {
    const files = readdirSync(this.#inbox, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name).slice(this.#inbox.length + 1));
    const reports = documentsIn(join(this.dir, 'config', 'reports')).sort(
      (one, other) => Date.parse(one.startedAt ?? '') - Date.parse(other.startedAt ?? ''),
    );
    const { imported = 0, duplicates = 0 } = reports.at(-1)?.totals?.rows ?? {};
    return [
      ...same('the inbox', files.sort(), ['done/a.xlsx', 'done/b.xlsx']),
      ...same(
        'the report of the night',
        [`${imported + duplicates}`],
        [`${this.purchases.length}`],
      ),
    ];
  }
}

/** The parts of entries and reports that the checks read. */
interface Kept {
  readonly state?: string;
  readonly startedAt?: string;
  readonly totals?: { readonly rows: { readonly imported: number; readonly duplicates: number } };
}

/** A run killed as it began its report leaves an empty one. */
const documentsIn = (dir: string): Kept[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(join(dir, name), 'utf8'))
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text));

const same = (what: string, is: readonly unknown[], wanted: readonly string[]): string[] =>
  is.join() === wanted.join() ? [] : [`${what} says ${is.join() || 'nothing'}, not ${wanted}`];
