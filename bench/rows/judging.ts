import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXCEPTION_RULES, type ExceptionRuleName } from '@forecourt/core';
import type { Program } from '../pairs.ts';
import { FORECOURT, pipelineFile, quarterFile, type Row } from '../row.ts';
import { signedIn, startSandbox } from '../sandbox-process.ts';

/** Milliseconds of processor time that the threads of a process have used; only Linux keeps them. */
function processorTime(pid: number): number {
  const folder = `/proc/${pid}/task`;
  const used = readdirSync(folder).map((thread) => {
    const [ns = '0'] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ');
    return Number(ns) / 1e6;
  });
  return used.reduce((sum, ms) => sum + ms, 0);
}

/** The service's own part of an import into the demo data, whose cards the file has. */
const imported = (name: string, file: string, off: readonly ExceptionRuleName[]): Program => ({
  name,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'));
    const rules = join(folder, 'rules.json');
    writeFileSync(rules, JSON.stringify({ off }));
    const sandbox = await startSandbox({ DATA_DIR: join(folder, 'data'), EXCEPTION_RULES: rules });
    try {
      const env = {
        ...process.env,
        FORECOURT_CONFIG_DIR: join(folder, 'config'),
        FORECOURT_BASE_URL: `${sandbox.url}/api/v1`,
        FORECOURT_TOKEN: await signedIn(sandbox.url),
      };
      const args = ['transactions', 'import', file, '--provider', 'Pipeline', '--out', folder];
      const before = processorTime(sandbox.pid);
      const command = spawn(process.execPath, [FORECOURT, ...args, '--timeout', '600', '--quiet'], {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [code] = await once(command, 'exit');
      if (code !== 0) throw new Error(`The import ended with ${code}.`);
      return { ms: processorTime(sandbox.pid) - before };
    } finally {
      await sandbox.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** An import whose exceptions for each purchase are as many as the rules that are on find in that file. */
const judged = (
  exceptions: string,
  file: () => string,
  off: readonly ExceptionRuleName[],
  goal?: number,
): Row => ({
  name: `import of 100,000 rows, processor time of the service, ${exceptions} exceptions a purchase`,
  prepare: () => ({
    ours: imported('with exceptions', file(), off),
    against: imported(
      'without any rule for exceptions',
      file(),
      EXCEPTION_RULES.map(({ name }) => name),
    ),
    ...(goal !== undefined && { goal }),
    runs: 1,
  }),
});

export const rows: readonly Row[] = [
  // Judging may take 0.2 of the whole import.
  judged('0.3', quarterFile, ['week_volume', 'day_amount'], 1.25),
  // A hundred purchases of each card a day: nobody's data, but the worst that a file can ask for.
  judged('2.5', pipelineFile, []),
];
