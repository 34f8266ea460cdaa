import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cached, makeOnce } from './cache.ts';
import { writePipelineFile } from './inputs/pipeline-file.ts';
import { writeCsv } from './inputs/text-file.ts';
import { writeXlsx } from './inputs/workbook-file.ts';
import { nodeProgram, type Pair } from './pairs.ts';
import { firstAnswer, startSandbox } from './sandbox-process.ts';

/** A row of the table: `prepare` makes inputs, and runs only when the row is wanted. */
export interface Row {
  readonly name: string;
  readonly prepare: (program: (name: string) => string) => Prepared | Promise<Prepared>;
}

type Prepared = Omit<Pair, 'name'> & { readonly tidy?: () => Promise<void> };

const FORECOURT = fileURLToPath(new URL('../packages/cli/dist/forecourt.js', import.meta.url));
const bareNode = nodeProgram('node -e 0', ['-e', '0']);

const workbook = () => makeOnce('100k.xlsx', (path) => writeXlsx(path, 100_000));
const textFile = () => makeOnce('100k.csv', writeCsv);
const pipelineFile = () => makeOnce('pipeline-100k.xlsx', writePipelineFile);

async function firstCommand(program: (name: string) => string): Promise<Prepared> {
  const { url, stop } = await startSandbox();
  const base = `${url}/api/v1`;
  const { PASSWORD } = await import('@forecourt/sandbox');
  const email = 'admin@forecourt.test';
  const env = { FORECOURT_CONFIG_DIR: cached('config'), FORECOURT_BASE_URL: base };
  const login = [FORECOURT, 'login', '--email', email, '--password-stdin'];
  const options = { encoding: 'utf8', input: PASSWORD, env: { ...process.env, ...env } } as const;
  const { status, stderr } = spawnSync(process.execPath, login, options);
  if (status !== 0) throw new Error(`forecourt login ended with ${status}: ${stderr}`);
  const answer = await fetch(`${base}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password: PASSWORD }),
  });
  const bare = {
    BENCH_BASE_URL: base,
    BENCH_AUTHORIZATION: answer.headers.get('authorization') ?? '',
  };
  const list = [FORECOURT, 'transactions', 'list', '--size', '5', '--json'];
  return {
    goal: 1.1,
    ours: nodeProgram('forecourt transactions list', list, env),
    against: nodeProgram('the same call by ky alone', [program('bare-list')], bare),
    runs: 25,
    tidy: stop,
  };
}

const commandStart = (flag: string, goal: number): Row => ({
  name: `forecourt ${flag}`,
  prepare: () => ({
    goal,
    ours: nodeProgram(`forecourt ${flag}`, [FORECOURT, flag]),
    against: bareNode,
    runs: 25,
  }),
});

export const ROWS: readonly Row[] = [
  commandStart('--version', 1.35),
  commandStart('--help', 1.5),
  { name: 'first authenticated command', prepare: firstCommand },
  {
    name: '.xlsx, 100,000 rows',
    prepare: (program) => ({
      goal: 2.0,
      memoryGoal: 250,
      ours: nodeProgram('read .xlsx', [program('read-file'), workbook()]),
      against: nodeProgram('bare streaming scanner', [program('bare-scanner'), workbook()]),
      runs: 9,
    }),
  },
  {
    name: '.xlsx, 100,000 rows, as peers do',
    prepare: (program) => ({
      // Twice the bare scanner, which is itself 11.7 times as fast as SheetJS.
      goal: 0.17,
      memoryGoal: 250,
      ours: nodeProgram('read .xlsx', [program('read-file'), workbook()]),
      against: nodeProgram('SheetJS dense', [program('sheetjs-dense'), workbook()]),
      runs: 3,
    }),
  },
  {
    name: '.csv, 100,000 rows',
    prepare: (program) => ({
      goal: 1.3,
      memoryGoal: 100,
      ours: nodeProgram('read .csv', [program('read-file'), textFile()]),
      against: nodeProgram('Papa Parse streaming', [program('papa-stream'), textFile()]),
      runs: 9,
    }),
  },
  {
    name: 'preflight, 100,000 rows',
    prepare: (program) => ({
      goal: 1.8,
      ours: nodeProgram('read and check', [program('check-file'), pipelineFile()]),
      against: nodeProgram('read alone', [program('read-file'), pipelineFile()]),
      runs: 9,
    }),
  },
  {
    name: 'sandbox, start to first answer',
    prepare: async () => {
      // The first start of all makes the data.
      await firstAnswer();
      return {
        goal: 3.5,
        ours: { name: 'sandbox', run: firstAnswer },
        against: bareNode,
        runs: 15,
      };
    },
  },
];
