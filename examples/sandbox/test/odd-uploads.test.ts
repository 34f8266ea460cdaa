import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { authorizationAt, openSandbox } from './helpers.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-odd-uploads-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));
const sandbox = await openSandbox({ seed: 'empty', dataDir });
const { url } = await sandbox.listen({ port: 0 });
const authorization = await authorizationAt(url);

const uploads = async () =>
  (await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith('.upload'));
const part = (name: string, fileName: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\nx\r\n`;

describe.each([
  'import_transactions?provider=ESSO',
  'fuel-card-management/upload-fuel-card-csv',
  'upload-daily-rates?Type=Esso',
])('a file sent to %s', (path) => {
  it.each([
    ['without a name', part('file', ''), 'The form has no named file in the field "file".'],
    [
      'with a second one',
      part('file', 'a.csv') + part('file', 'b.csv'),
      'The form has several files. Send each in a call of its own.',
    ],
  ])('WIRE-06 %s is refused, and leaves nothing on the disk', async (_, parts, detail) => {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=b' },
      body: `${parts}--b--\r\n`,
    });
    expect([answer.status, (await answer.json()).detail]).toEqual([400, detail]);
    expect(await uploads()).toEqual([]);
  });

  it('whose client goes away is no failure of the service: nothing is logged, nothing left', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
    socket.write(
      `POST /api/v1/${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-length: 999999\r\n` +
        `content-type: multipart/form-data; boundary=b\r\n\r\n${part('file', 'a.csv').trimEnd()}`,
    );
    await expect.poll(uploads).toHaveLength(1);
    socket.resetAndDestroy();
    await expect.poll(uploads).toEqual([]);
    await delay(50);
    expect(logged.mock.calls).toEqual([]);
    logged.mockRestore();
  });
});
