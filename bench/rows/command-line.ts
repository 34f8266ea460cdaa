import { spawnSync } from 'node:child_process';
import { cached } from '../cache.ts';
import { nodeProgram } from '../pairs.ts';
import { bareNode, FORECOURT, type Prepared, type Programs, type Row } from '../row.ts';
import { signedIn, startSandbox } from '../sandbox-process.ts';

async function firstCommand(program: Programs): Promise<Prepared> {
  const { url, stop } = await startSandbox();
  const base = `${url}/api/v1`;
  const { PASSWORD } = await import('@forecourt/sandbox');
  const email = 'admin@forecourt.test';
  const env = { FORECOURT_CONFIG_DIR: cached('config'), FORECOURT_BASE_URL: base };
  const login = [FORECOURT, 'login', '--email', email, '--password-stdin'];
  const options = { encoding: 'utf8', input: PASSWORD, env: { ...process.env, ...env } } as const;
  const { status, stderr } = spawnSync(process.execPath, login, options);
  if (status !== 0) throw new Error(`forecourt login ended with ${status}: ${stderr}`);
  const bare = {
    BENCH_BASE_URL: base,
    BENCH_AUTHORIZATION: await signedIn(url),
  };
  const list = [FORECOURT, 'transactions', 'list', '--size', '5', '--json'];
  return {
    goal: 1,
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

export const rows: readonly Row[] = [
  commandStart('--version', 1.35),
  commandStart('--help', 1.4),
  { name: 'first authenticated command', prepare: firstCommand },
];
