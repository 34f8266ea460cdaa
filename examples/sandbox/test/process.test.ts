import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../src/index.ts';
import { essoFile, essoLine } from './esso-file.ts';
import { ADMIN, Client, countsOf, fileForm } from './helpers.ts';

const ENTRY = fileURLToPath(new URL('../src/serve.ts', import.meta.url));
const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-process-'));
const started: ChildProcess[] = [];
afterAll(async () => {
  for (const server of started) server.kill('SIGKILL');
  await rm(dataDir, { recursive: true });
});

async function start(env: Readonly<Record<string, string>> = {}) {
  const server = spawn(process.execPath, ['--conditions=source', ENTRY], {
    env: { ...process.env, PORT: '0', SEED: 'empty', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(server);
  let output = '';
  server.stdout?.setEncoding('utf8');
  for await (const text of server.stdout ?? []) {
    output += text;
    if (output.includes('nobody@forecourt.test')) break;
  }
  const url = /http:\S+/.exec(output)?.[0] ?? '';
  return { server, output, url };
}

async function admin(url: string): Promise<Client> {
  const out = new Client(fetch, undefined, url);
  const answer = await out.call('login', { body: { username: ADMIN, password: PASSWORD } });
  return out.as(answer.headers.get('authorization') ?? '');
}

describe('the process', () => {
  it('prints its address and accounts, keeps its data, and ends on SIGTERM', async () => {
    const { server, output, url } = await start();
    for (const account of ['admin@', 'clerk@', 'viewer@', 'nobody@', PASSWORD]) {
      expect(output).toContain(account);
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('says what is wrong with a setting and does not start', async () => {
    const server = spawn(process.execPath, ['--conditions=source', ENTRY], {
      env: { ...process.env, DATABASE_URL: 'postgres://secret@host/db', DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    server.stderr.setEncoding('utf8').on('data', (text) => {
      errors += text;
    });
    expect((await once(server, 'close'))[0]).toBe(1);
    expect(errors).toContain('DATABASE_URL');
    expect(errors).not.toContain('secret');
  });

  it('TXN-13 killed at any moment of an import, the next run makes it whole and nothing twice', async () => {
    const rows = 3_000;
    const file = essoFile(
      Array.from({ length: rows }, (_, index) => essoLine({ number: String(100_000 + index) })),
    );
    for (const moment of [40, 300, 700]) {
      const { server, url } = await start();
      const client = await admin(url);
      const sending = client
        .call('import_transactions?provider=ESSO', { body: fileForm(file, 'night.xls') })
        .catch(() => undefined);
      await delay(moment);
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await Promise.all([ended, sending]);
    }
    const { url } = await start();
    const client = await admin(url);
    const answer = await client.call('import_transactions?provider=ESSO', {
      body: fileForm(file, 'night.xls'),
    });
    const { imported, duplicates } = countsOf(answer);
    // Each attempt entered all of the file or nothing.
    expect([`${rows} 0`, `0 ${rows}`]).toContain(`${imported} ${duplicates}`);
    const { metadata } = await client.json('fuel-transaction/authcode?size=1');
    expect(metadata.total_count).toBe(rows);
  });
});
