import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectOf } from './parts.ts';

/** The result of running some test files; `failed` is the first failed test. */
export interface TestRun {
  readonly state: 'passed' | 'failed' | 'time-out';
  readonly failed?: { readonly file: string; readonly test: string };
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

/** Functions that end the current test runs; each run has its own process group. */
const running = new Set<() => void>();
process.on('exit', () => {
  for (const end of running) end();
});

/** Runs test files in the copy up to the first failure, then ends all processes that they started. */
export function runTests(
  copy: string,
  files: readonly string[],
  seconds: number,
): Promise<TestRun> {
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
    let late = false;
    const end = () => {
      running.delete(end);
      try {
        process.kill(-Number(child.pid), 'SIGKILL');
      } catch {
        // All processes have ended.
      }
    };
    running.add(end);
    const timer = setTimeout(() => {
      late = true;
      end();
    }, seconds * 1000);
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(timer);
      end();
      if (late) resolve({ state: 'time-out' });
      else if (code === 0) resolve({ state: 'passed' });
      else {
        const failed = failureIn(copy, report);
        resolve({ state: 'failed', ...(failed && { failed }) });
      }
    });
  });
}
