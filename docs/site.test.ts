import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { pages, ROOT } from './blocks/read-blocks.ts';

const run = promisify(execFile);
const TYPEDOC = join(ROOT, 'docs', 'node_modules', 'typedoc', 'bin', 'typedoc');
const VITEPRESS = join(ROOT, 'docs', 'node_modules', 'vitepress', 'bin', 'vitepress.js');

it('builds as one site without dead links', { timeout: 240_000 }, async () => {
  const out = await mkdtemp(join(tmpdir(), 'forecourt-site-'));
  try {
    await run(process.execPath, [VITEPRESS, 'build', 'docs', '--outDir', out], { cwd: ROOT });
    for (const page of ['index', 'start/ops', 'reference/commands', 'decisions/index']) {
      expect(existsSync(join(out, `${page}.html`)), page).toBe(true);
    }
  } finally {
    await rm(out, { recursive: true, force: true });
  }
});

it('has a doc comment for every export of the SDK, and names no type that is not exported', {
  timeout: 240_000,
}, async () => {
  const strict = ['--emit', 'none', '--treatValidationWarningsAsErrors'];
  const options = ['--options', join('docs', 'typedoc.json'), ...strict];
  const { stdout } = await run(process.execPath, [TYPEDOC, ...options], { cwd: ROOT });
  expect(stdout).not.toContain('warning');
});

const LINK = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g;

it.each([...pages(), 'CONTRIBUTING.md'])('%s links to existing files', async (page) => {
  const text = await readFile(join(ROOT, page), 'utf8');
  const links = [...text.matchAll(LINK)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link));
  const lost = links.filter((link) => !existsSync(join(ROOT, dirname(page), link)));
  expect(lost).toEqual([]);
});
