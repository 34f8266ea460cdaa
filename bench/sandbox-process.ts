import { once } from 'node:events';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type Service, startService } from '../examples/cluster/service.ts';
import { cached } from './cache.ts';
import type { Run } from './pairs.ts';

const SERVE = fileURLToPath(new URL('../examples/sandbox/dist/serve.js', import.meta.url));

// However a benchmark ends, its services end too.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => process.exit(code));
}

/** Starts the built sandbox, by default on the benchmarks' own demo data. */
export const startSandbox = (settings: Readonly<Record<string, string>> = {}): Promise<Service> =>
  startService(SERVE, { PORT: '0', SEED: 'demo', DATA_DIR: cached('sandbox-data'), ...settings });

/** Returns the administrator's authorization. */
export async function signedIn(url: string): Promise<string> {
  const { PASSWORD } = await import('@forecourt/sandbox');
  const answer = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin@forecourt.test', password: PASSWORD }),
  });
  return answer.headers.get('authorization') ?? '';
}

/** Measures from the start of the process to its first answer, without stopping it. */
export async function firstAnswer(): Promise<Run> {
  const started = performance.now();
  const { url, stop } = await startSandbox();
  const request = get(`${url}/api/v1/fuel-transaction/authcode`);
  const [answer] = await once(request, 'response');
  answer.resume();
  await once(answer, 'end');
  const ms = performance.now() - started;
  await stop();
  if (answer.statusCode !== 401) throw new Error(`The sandbox answered ${answer.statusCode}.`);
  return { ms };
}
