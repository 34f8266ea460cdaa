import { type ChildProcess, fork, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectOf } from './parts.ts';

/** The result of running some test files; `failed` is the first failed test. */
export interface TestRun {
  readonly state: 'passed' | 'failed' | 'time-out';
  readonly failed?: { readonly file: string; readonly test: string };
}

/** What a test server runs: absolute paths, and the source that was changed. */
export interface Order {
  readonly project: string;
  readonly files: readonly string[];
  readonly changed: string;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function failureIn(copy: string, report: string): TestRun['failed'] {
  if (!existsSync(report)) return { file: '', test: 'the test run itself' };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  for (const { assertionResults, name } of testResults) {
    const test = assertionResults.find((result) => result.status === 'failed')?.fullName;
    if (test !== undefined) return { file: relative(copy, name), test };
  }
  // The report also marks files that never ran as failed, without a message.
  const broken = testResults.find(({ message, status }) => status === 'failed' && message !== '');
  if (broken !== undefined)
    return { file: relative(copy, broken.name), test: 'the file could not be loaded' };
  return { file: '', test: 'the test run itself' };
}

/** Processes to end with this one, each the head of a group. */
const running = new Set<ChildProcess>();

/** Ends a process and all those that it started. */
function end(child: ChildProcess): void {
  running.delete(child);
  try {
    process.kill(-Number(child.pid), 'SIGKILL');
  } catch {
    // All processes have ended.
  }
}
process.on('exit', () => {
  for (const child of running) end(child);
});

/** Runs test files in a new process: those that count on a fresh start. */
function runOnce(copy: string, files: readonly string[], seconds: number): Promise<TestRun> {
  const report = join(copy, 'node_modules', '.mutants.json');
  rmSync(report, { force: true });
  const projects = new Set(files.map(projectOf));
  const args = [
    join(copy, 'node_modules', 'vitest', 'vitest.mjs'),
    ...['run', '--bail=1', '--maxWorkers=1', '--reporter=json', `--outputFile.json=${report}`],
    ...[...projects].flatMap((project) => ['--project', String(project)]),
    ...files,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: copy, stdio: 'ignore', detached: true });
    running.add(child);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      end(child);
    }, seconds * 1000);
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(timer);
      end(child);
      if (late) resolve({ state: 'time-out' });
      else if (code === 0) resolve({ state: 'passed' });
      else {
        const failed = failureIn(copy, report);
        resolve({ state: 'failed', ...(failed && { failed }) });
      }
    });
  });
}

const SERVER = fileURLToPath(new URL('test-server.ts', import.meta.url));
/** Projects whose tests need no new runner: a server repeats what they set up once for all. */
const SERVED = new Set(['core', 'cli', 'sandbox']);

/** Runs test files in one copy of the project. */
export class TestRunner {
  readonly #copy: string;
  #server: ChildProcess | undefined;

  constructor(copy: string) {
    this.#copy = copy;
  }

  /** Runs these files up to the first failure; `changed` is the source that was mutated. */
  async run(files: readonly string[], changed: string, seconds: number): Promise<TestRun> {
    const byProject = Map.groupBy(files, (file) => String(projectOf(file)));
    for (const [project, some] of byProject) {
      const run = SERVED.has(project)
        ? await this.#serve({ project, files: some, changed }, seconds)
        : await runOnce(this.#copy, some, seconds);
      if (run.state !== 'passed') return run;
    }
    return { state: 'passed' };
  }

  close(): void {
    if (this.#server !== undefined) end(this.#server);
    this.#server = undefined;
  }

  #started(): ChildProcess {
    const server = fork(SERVER, {
      ...{ cwd: this.#copy, detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    });
    running.add(server);
    this.#server = server;
    return server;
  }

  #serve({ changed, files, project }: Order, seconds: number): Promise<TestRun> {
    const server = this.#server ?? this.#started();
    return new Promise((resolve) => {
      const done = (run: TestRun) => {
        clearTimeout(timer);
        server.off('message', done);
        server.off('exit', died);
        // A run that was cut off or died leaves a server in an unknown state; one that failed, maybe its processes.
        if (run.state === 'time-out' || run.failed?.file === '') this.close();
        resolve(run);
      };
      const died = () =>
        done({ state: 'failed', failed: { file: '', test: 'the test run itself' } });
      const timer = setTimeout(() => done({ state: 'time-out' }), seconds * 1000);
      server.on('message', done);
      server.on('exit', died);
      const order: Order = {
        ...{ project, changed: join(this.#copy, changed) },
        files: files.map((file) => join(this.#copy, file)),
      };
      server.send(order);
    });
  }
}
