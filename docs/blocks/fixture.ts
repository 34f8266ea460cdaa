import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '@forecourt/sandbox';
import { copySeeded } from '../../examples/sandbox/test/seeded.ts';
import { ROOT } from './read-blocks.ts';

/** The result of a program. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The address in the pages. */
const ADDRESS = 'http://127.0.0.1:4300';
const SHOWN = ['bin', 'docs', 'examples', 'packages', 'node_modules'];

/** The program behind `forecourt`: the built command line of the checkout, or of a copy of the project. */
const commandOf = (copy: string): string => join(copy, 'packages', 'cli', 'dist', 'forecourt.js');

/**
 * Opens a folder to run a page's blocks in. It looks like the checkout, with its own sandbox behind the page's
 * address; files that the page writes stay in this folder. With `copy`, commands run there, on that copy's
 * build.
 */
export async function openFixture(copy?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-page-'));
  for (const name of SHOWN) await symlink(join(ROOT, name), join(folder, name));
  await mkdir(join(folder, 'path'));
  const call = `#!/bin/sh\nexec '${process.execPath}' '${commandOf(copy ?? ROOT)}' "$@"\n`;
  await writeFile(join(folder, 'path', 'forecourt'), call, { mode: 0o755 });
  const dataDir = join(folder, 'data');
  const demo = { demo: { transactions: 4000 }, passwordCost: 4 };
  await copySeeded(dataDir, demo);
  const sandbox = await createSandbox({ dataDir, ...demo });
  const { url } = await sandbox.listen({ port: 0 });
  const here = (text: string) => text.replaceAll(ADDRESS, url);

  const run = (command: string, args: readonly string[]): Promise<Ran> =>
    new Promise((resolve) => {
      const env = {
        ...process.env,
        // A copy has no builds.
        ...(copy !== undefined && { TEST_BUILDS: '' }),
        PATH: `${join(folder, 'path')}:${process.env.PATH}`,
        FORECOURT_BASE_URL: `${url}/api/v1`,
        FORECOURT_CONFIG_DIR: join(folder, 'config'),
      };
      execFile(
        command,
        args,
        { cwd: copy ?? folder, env, timeout: 180_000 },
        (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      );
    });

  return {
    /** Replaces the page's address with the sandbox's. */
    here,
    /** Runs a shell command. */
    shell: (text: string) => run('bash', ['-c', here(text)]),
    /** Runs modules exactly as they are on the page, one after the other in one process, which loads the packages once. */
    async modules(texts: readonly string[]): Promise<Ran> {
      const mark = `${process.pid}-${Date.now()}`;
      const name = (which: number | string) => `.page-${mark}-${which}.ts`;
      const pages = texts.map((text, index) => [name(index), here(text)] as const);
      const all = pages.map(([file]) => `await import('./${file}');\n`).join('');
      const files = [...pages, [name('all'), all] as const].map(
        ([file, text]) => [join(ROOT, 'docs', file), text] as const,
      );
      for (const [path, text] of files) await writeFile(path, text);
      try {
        return await run(process.execPath, ['--conditions=source', files.at(-1)?.[0] ?? '']);
      } finally {
        await Promise.all(files.map(([path]) => rm(path, { force: true })));
      }
    },
    file: (name: string) => readFile(join(folder, name), 'utf8'),
    async close() {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Fixture = Awaited<ReturnType<typeof openFixture>>;
