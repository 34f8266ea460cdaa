import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeProgram, type Program } from '../pairs.ts';
import { FORECOURT, type Prepared, type Programs, pipelineFile, type Row } from '../row.ts';
import { signedIn, startSandbox, startServer } from '../sandbox-process.ts';

const fresh = () => mkdtempSync(join(tmpdir(), 'forecourt-bench-'));

/**
 * The command on a new sandbox each time: reads, checks, journals and sends a file, waits until its rows are
 * entered, and stores its result file.
 */
const byCommand = (file: string): Program => ({
  name: 'forecourt transactions import',
  run: async () => {
    const folder = fresh();
    const sandbox = await startSandbox({ DATA_DIR: join(folder, 'data'), SEED: 'empty' });
    try {
      const env = {
        ...process.env,
        FORECOURT_CONFIG_DIR: join(folder, 'config'),
        FORECOURT_BASE_URL: `${sandbox.url}/api/v1`,
        FORECOURT_TOKEN: await signedIn(sandbox.url),
      };
      const args = ['transactions', 'import', file, '--provider', 'Pipeline', '--out', folder];
      const started = performance.now();
      const { status, stderr } = spawnSync(
        process.execPath,
        [FORECOURT, ...args, '--timeout', '600', '--json'],
        { env, encoding: 'utf8' },
      );
      const ms = performance.now() - started;
      if (status !== 0) throw new Error(`The import ended with ${status}: ${stderr.slice(0, 500)}`);
      return { ms };
    } finally {
      await sandbox.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

const byScript = (program: Programs, name: string, args: readonly string[]): Program => ({
  name,
  run: async () => {
    const folder = fresh();
    const server = await startServer(program('batch-server'), {
      BENCH_DATABASE: join(folder, 'rows.sqlite'),
    });
    try {
      const script = [program('import-sheetjs'), pipelineFile(), ...args];
      return await nodeProgram(name, script, { BENCH_BASE_URL: server.url }).run();
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

const against = (program: Programs, name: string, args: readonly string[]): Prepared => ({
  ours: byCommand(pipelineFile()),
  against: byScript(program, name, args),
  runs: 3,
});

export const rows: readonly Row[] = [
  {
    name: 'import of 100,000 rows, end to end',
    prepare: (program) => ({
      ...against(program, 'SheetJS dense, 500 rows a call, 4 calls at a time', ['500', '4']),
      goal: 0.35,
    }),
  },
  {
    name: 'import of 100,000 rows, × a call a row',
    prepare: (program) =>
      against(program, 'SheetJS dense, a call a row (3,000 sent, the rest reckoned)', [
        '1',
        '1',
        '3000',
      ]),
  },
];
