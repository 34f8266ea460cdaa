import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Finding, Ours, Said } from './findings.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** A process is replaced after so many files, so that what one library keeps does not pile up. */
const FILES_PER_PROCESS = 200;

export interface InspectOptions {
  readonly root: string;
  /** Seconds for one file by one reader. */
  readonly seconds: number;
  /** Memory of one process in MB. */
  readonly memory: number;
  /** The process that reads; a test hands in its own. */
  readonly worker?: string;
}

type End =
  | { readonly said: Said }
  | { readonly ended: 'exit'; readonly why: string }
  | { readonly ended: 'time' };

/** A process that reads files, started anew whenever one of them ends it or takes too long. */
class Reader {
  readonly #options: InspectOptions;
  #child: ChildProcess | undefined;
  #files = 0;
  #errors = '';

  constructor(options: InspectOptions) {
    this.#options = options;
  }

  async inspect(path: string): Promise<Finding> {
    const child = this.#start();
    const first = this.#next(child);
    child.send(join(this.#options.root, path));
    const end = await first;
    if (!('said' in end)) return this.#ended(path, end);
    if (!('ours' in end.said)) throw new Error('The reader spoke out of turn.');
    const { ours } = end.said;
    if (ours.outcome !== 'accepted') return { path, ...ours, outcome: ours.outcome };
    return this.#compared(path, ours, await this.#next(child));
  }

  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
    this.#files = 0;
  }

  #start(): ChildProcess {
    if (this.#files >= FILES_PER_PROCESS) this.stop();
    this.#files += 1;
    if (this.#child !== undefined) return this.#child;
    this.#errors = '';
    const child = fork(this.#options.worker ?? WORKER, {
      execArgv: ['--conditions=source', `--max-old-space-size=${this.#options.memory}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.stderr?.on('data', (data) => {
      this.#errors = `${this.#errors}${data}`.slice(-2000);
    });
    this.#child = child;
    return child;
  }

  /** What the process says next, or how it ended. */
  #next(child: ChildProcess): Promise<End> {
    return new Promise((resolve) => {
      const settle = (end: End) => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit);
        if (!('said' in end)) this.stop();
        resolve(end);
      };
      const onMessage = (said: unknown) => settle({ said: said as Said });
      const onExit = (code: number | null, signal: string | null) =>
        settle({ ended: 'exit', why: `ended with ${signal ?? code}: ${this.#errors.trim()}` });
      const timer = setTimeout(() => settle({ ended: 'time' }), this.#options.seconds * 1000);
      child.on('message', onMessage).on('exit', onExit);
    });
  }

  #ended(path: string, end: Exclude<End, { said: Said }>): Finding {
    return end.ended === 'time'
      ? { path, outcome: 'hung', what: `no end in ${this.#options.seconds} s` }
      : { path, outcome: 'crashed', what: 'process', message: end.why };
  }

  /** A fault of SheetJS is none of ours: the file was read. */
  #compared(path: string, ours: Ours, end: End): Finding {
    const accepted = {
      path,
      what: ours.what,
      ...(ours.cells !== undefined && { cells: ours.cells }),
    };
    if (!('said' in end)) {
      const message = end.ended === 'time' ? 'SheetJS: no end' : `SheetJS: ${end.why}`;
      return { ...accepted, outcome: 'uncompared', message };
    }
    if (!('compared' in end.said)) throw new Error('The reader spoke out of turn.');
    const { compared } = end.said;
    if ('uncompared' in compared) {
      return { ...accepted, outcome: 'uncompared', message: compared.uncompared };
    }
    if (compared.differing === 0) return { ...accepted, outcome: 'same' };
    return { ...accepted, outcome: 'differs', ...compared };
  }
}

/** Inspects `atOnce` files in parallel, each in its own process, so that a crash doesn't end the run. */
export async function inspectAll(
  paths: readonly string[],
  atOnce: number,
  options: InspectOptions,
  onFinding: (finding: Finding) => void,
): Promise<void> {
  const waiting = paths.values();
  const work = async () => {
    const reader = new Reader(options);
    try {
      for (const path of waiting) onFinding(await reader.inspect(path));
    } finally {
      reader.stop();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
