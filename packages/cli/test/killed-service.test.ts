import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { essoFile, essoLine } from '../../../examples/sandbox/test/esso-file.ts';
import { adminAt, startServer } from '../../../examples/sandbox/test/processes.ts';
import { buildBinary, CACHE, ended, start } from './binary.ts';

const ROWS = 3_000;
const FILE = essoFile(
  Array.from({ length: ROWS }, (_, index) => essoLine({ number: String(100_000 + index) })),
);

let binary: string;
const folder = mkdtempSync(join(tmpdir(), 'forecourt-killed-service-'));

beforeAll(() => {
  binary = buildBinary();
  writeFileSync(join(folder, 'night.xls'), FILE);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function tokenAt(url: string): Promise<string> {
  const { headers } = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin@forecourt.test', password: 'Forecourt-1!' }),
  });
  return headers.get('authorization') ?? '';
}

describe('a service that is killed while it enters a file, and starts again', () => {
  it('TXN-13 gets the file once more from the same run, and each of its rows is there once', async () => {
    const data = { DATA_DIR: join(folder, 'data') };
    const first = await startServer(data);
    const there = await adminAt(first.url);
    const run = start(
      process.execPath,
      [
        ...[binary, 'transactions', 'import', join(folder, 'night.xls'), '--provider', 'ESSO'],
        ...['--out', folder, '--json'],
      ],
      {
        FORECOURT_CONFIG_DIR: join(folder, 'config'),
        FORECOURT_BASE_URL: `${first.url}/api/v1`,
        FORECOURT_TOKEN: await tokenAt(first.url),
        XDG_CACHE_HOME: CACHE,
      },
    );
    run.stdin.end();
    const end = ended(run);
    const isRunning = async () => (await there.json('imports'))[0]?.state === 'running';
    while (run.exitCode === null && !(await isRunning()));
    const dead = once(first.server, 'exit');
    first.server.kill('SIGKILL');
    await dead;
    const second = await startServer({ ...data, PORT: new URL(first.url).port });
    expect(second.url).toBe(first.url);

    const { code, stdout, stderr } = await end;
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ files: [{ imported: ROWS, rejected: 0 }] });
    const again = await adminAt(second.url);
    expect(await again.json('imports')).toMatchObject([{ state: 'done', imported: ROWS }]);
    const { metadata } = await again.json('fuel-transaction/authcode?page=1&size=1');
    expect(metadata.total_count).toBe(ROWS);
  });
});
