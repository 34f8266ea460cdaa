import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ExampleFile, exampleFile } from './example-file.ts';
import { Line } from './line.ts';
import type { SandboxProcess } from './sandbox-process.ts';

const KILLER = fileURLToPath(new URL('kill-at-write.ts', import.meta.url));
const ROWS = 12;
/** Seeds of second files, apart from all first ones. */
const SECOND = 1_000_000;

/** What all rounds share. */
export interface Ground {
  readonly binary: string;
  readonly dir: string;
  readonly sandbox: SandboxProcess;
  /** The file that `login` left. */
  readonly credentials: string;
}

/** One file by its name, or an inbox with two. */
export type Kind = 'file' | 'inbox';

/** A place of work with a line of its own to the service, and files that nobody else has. */
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

  /** Where its writes are counted, and struck. */
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

  /** What is wrong with what was left behind once all is done. */
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

/** What is read of entries and reports. */
interface Kept {
  readonly state?: string;
  readonly startedAt?: string;
  readonly totals?: { readonly rows: { readonly imported: number; readonly duplicates: number } };
}

/** A run that was killed as it began its report left an empty one. */
const documentsIn = (dir: string): Kept[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(join(dir, name), 'utf8'))
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text));

const same = (what: string, is: readonly unknown[], wanted: readonly string[]): string[] =>
  is.join() === wanted.join() ? [] : [`${what} says ${is.join() || 'nothing'}, not ${wanted}`];
