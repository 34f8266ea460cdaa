import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@forecourt/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = await readFile(join(root, 'README.md'), 'utf8');

const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(
    ([, text]) => text ?? '',
  );

let address: string;
let close: () => Promise<void>;
let folder: string;

interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (command: string, args: readonly string[]): Promise<Result> =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      FORECOURT_BASE_URL: `${address}/api/v1`,
      FORECOURT_CONFIG_DIR: join(folder, 'config'),
    };
    execFile(command, args, { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forecourt-readme-'));
  const sandbox = await createSandbox({ dataDir: join(folder, 'data'), seed: 'demo' });
  const server = await sandbox.listen({ host: '127.0.0.1', port: 0 });
  address = server.url;
  close = async () => {
    await server.close();
    await sandbox.close();
  };
}, 60_000);

afterAll(async () => {
  await close?.();
  await rm(folder, { recursive: true, force: true });
});

describe('README', () => {
  const commands = (blocks('sh').find((block) => block.includes('bin/forecourt')) ?? '')
    .trim()
    .split('\n');

  it('TXN-04 TXN-12 its commands do what they say, in order', { timeout: 60_000 }, async () => {
    expect(commands.length).toBeGreaterThan(4);
    for (const line of commands) {
      const here = line.replace('--out november.csv', `--out ${join(folder, 'november.csv')}`);
      const result = await run('sh', ['-c', here]);
      expect(result, here).toMatchObject({ code: 0 });
    }
    const exported = await readFile(join(folder, 'november.csv'), 'utf8');
    expect(exported.split('\n').length).toBeGreaterThan(100);
  });

  it('TXN-13 a second import sends nothing and says why', { timeout: 60_000 }, async () => {
    const again = await run('sh', ['-c', commands.find((line) => line.includes('import ')) ?? '']);
    expect(again.code).toBe(0);
    expect(again.stdout + again.stderr).toContain('already imported');
  });

  it.each(blocks('ts').map((text, index) => [index + 1, text] as const))(
    'its TypeScript example %i runs as it stands',
    { timeout: 60_000 },
    async (index, text) => {
      const path = join(root, 'docs', `.readme-example-${index}.ts`);
      await writeFile(path, text.replaceAll('http://127.0.0.1:4300', address));
      try {
        const result = await run(process.execPath, ['--conditions=source', path]);
        expect(result).toMatchObject({ code: 0, stderr: '' });
        expect(result.stdout).toMatch(
          index === 1 ? /^(\d{4}-\d{2}-\d{2}T\S+ [\d,]+\.\d{2} (CAD|USD)\n){5}$/ : /^\w+\n$/,
        );
      } finally {
        await rm(path, { force: true });
      }
    },
  );
});
