import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { compileBlocks } from './blocks/compile-examples.ts';
import { pages, ROOT } from './blocks/read-blocks.ts';

const run = promisify(execFile);
const TYPEDOC = join(ROOT, 'docs', 'node_modules', 'typedoc', 'bin', 'typedoc');
const VITEPRESS = join(ROOT, 'docs', 'node_modules', 'vitepress', 'bin', 'vitepress.js');

async function buildSite(): Promise<void> {
  const out = await mkdtemp(join(tmpdir(), 'forecourt-site-'));
  try {
    await run(process.execPath, [VITEPRESS, 'build', 'docs', '--outDir', out], { cwd: ROOT });
    for (const page of ['index', 'start/ops', 'reference/commands', 'decisions/index']) {
      expect(existsSync(join(out, `${page}.html`)), page).toBe(true);
    }
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

describe('SDK-03 the documentation', () => {
  it('builds as one site without dead links', buildSite);

  it('documents each export of the command line’s host', async () => {
    const options = ['--options', join('docs', 'typedoc.host.json'), '--emit', 'none'];
    const { stdout } = await run(
      process.execPath,
      [TYPEDOC, '--treatValidationWarningsAsErrors', ...options],
      { cwd: ROOT },
    );
    expect(stdout).not.toContain('warning');
  });

  it('shows modules that compile as strictly as the sources', async () =>
    expect(await compileBlocks(pages())).toEqual([]));
});
