import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { startServer } from './processes.ts';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'forecourt-node-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Makes the first process of a command claim to be Node 20; a process that it starts is what it is. */
const asNode20 = pathToFileURL(join(folder, 'node-20.mjs'));
await writeFile(
  asNode20,
  `if (!process.env.RUNS_AGAIN) {
    process.env.RUNS_AGAIN = '1';
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });
  }`,
);
const OLD = { NODE_OPTIONS: `--import ${asNode20.href}` };

const admin = (dist: string, args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(dist, 'admin.js'), ...args], {
    env: { ...process.env, ...OLD, DATA_DIR: join(folder, 'data') },
  }).catch((error: { code: number; stdout: string; stderr: string }) => error);

describe('a built program on an earlier Node', () => {
  it('runs again on the Node of the checkout, with its exit code, and ends on a signal', async () => {
    const { server, url } = await startServer({ ...OLD, DATA_DIR: join(folder, 'data') }, [
      join(DIST, 'serve.js'),
    ]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(await admin(DIST, ['check'])).toMatchObject({
      stdout: expect.stringContaining('The database is sound.'),
      stderr: '',
    });
    expect(await admin(DIST, ['nothing'])).toMatchObject({ code: 2 });
  });

  it('says in one line which Node it needs where there is none', async () => {
    const alone = join(folder, 'dist');
    await cp(DIST, alone, { recursive: true });
    expect(await admin(alone, ['check'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'The sandbox needs Node 24 or later; this is Node 20.20.2. Run npm start once in the checkout: it installs one.\n',
    });
  });

  it.each(['admin.js', 'serve.js'])(
    '%s loads nothing before that which it lacks',
    async (entry) => {
      const loaded: string[] = [];
      const follow = async (name: string): Promise<void> => {
        const text = await readFile(join(DIST, name), 'utf8');
        for (const [, from = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*"([^"]+)"/g)) {
          if (from.startsWith('./')) await follow(from);
          else loaded.push(from);
        }
      };
      await follow(entry);
      expect(loaded.sort()).toEqual(['node:child_process', 'node:fs', 'node:url']);
    },
  );
});
