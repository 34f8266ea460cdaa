import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '@forecourt/sandbox';
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
  const sandbox = await createSandbox({
    dataDir: join(folder, 'data'),
    demo: { transactions: 4000 },
    passwordCost: 4,
  });
  const { url } = await sandbox.listen({ port: 0 });
  const here = (text: string) => text.replaceAll(ADDRESS, url);

  const run = (command: string, args: readonly string[]): Promise<Ran> =>
    new Promise((resolve) => {
      const env = {
        ...process.env,
        PATH: `${join(folder, 'path')}:${process.env.PATH}`,
        FORECOURT_BASE_URL: `${url}/api/v1`,
        FORECOURT_CONFIG_DIR: join(folder, 'config'),
      };
      execFile(
        command,
        args,
        { cwd: copy ?? folder, env, timeout: 60_000 },
        (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      );
    });

  return {
    /** Replaces the page's address with the sandbox's. */
    here,
    /** Runs a shell command. */
    shell: (text: string) => run('bash', ['-c', here(text)]),
    /** Runs a module exactly as it is on the page. */
    async module(text: string): Promise<Ran> {
      const path = join(ROOT, 'docs', `.page-${process.pid}-${Date.now()}.ts`);
      await writeFile(path, here(text));
      try {
        return await run(process.execPath, ['--conditions=source', path]);
      } finally {
        await rm(path, { force: true });
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
