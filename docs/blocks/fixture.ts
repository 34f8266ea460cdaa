import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '@forecourt/sandbox';
import { ROOT } from './read-blocks.ts';

/** How a program ended. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The address that the pages name. */
const ADDRESS = 'http://127.0.0.1:4300';
const SHOWN = ['bin', 'docs', 'examples', 'packages', 'node_modules'];

/** What `forecourt` runs: the built command line of the checkout, or of a copy of the project. */
const commandOf = (copy: string): string => join(copy, 'packages', 'cli', 'dist', 'forecourt.js');

/**
 * A place to follow a page in: it looks like the checkout, with a sandbox of its own behind the address that
 * the page names; what the page writes lands here and not in the checkout. With `copy`, commands run there,
 * on that copy's build.
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
    /** A page's text with the sandbox's own address in it. */
    here,
    /** Follows a command of the shell. */
    shell: (text: string) => run('bash', ['-c', here(text)]),
    /** Runs a module as it stands on the page. */
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
