import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../scripts/sample.ts';
import { compileBlocks, compileExamples } from './blocks/compile-examples.ts';
import { pages, ROOT } from './blocks/read-blocks.ts';

const run = promisify(execFile);
const TYPEDOC = join(ROOT, 'docs', 'node_modules', 'typedoc', 'bin', 'typedoc');
const VITEPRESS = join(ROOT, 'docs', 'node_modules', 'vitepress', 'bin', 'vitepress.js');

const typedoc = (...args: readonly string[]) =>
  run(process.execPath, [TYPEDOC, '--treatValidationWarningsAsErrors', ...args], { cwd: ROOT });

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

async function documentSdk(): Promise<void> {
  const out = await mkdtemp(join(tmpdir(), 'forecourt-api-'));
  const json = join(out, 'api.json');
  try {
    const options = ['--options', join('docs', 'typedoc.json'), '--out', out, '--json', json];
    const { stdout } = await typedoc(...options);
    expect(stdout).not.toContain('warning');
    expect(compileExamples(JSON.parse(await readFile(json, 'utf8')))).toEqual([]);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

/** Each takes a program ten to thirty seconds: one of them in a run, another by each seed. */
const SLOW: readonly (readonly [title: string, run: () => Promise<void>])[] = [
  [
    'documents each export: purpose, parameters, result, failures, and an example that compiles',
    documentSdk,
  ],
  ['builds as one site without dead links', buildSite],
  [
    'documents each export of the command line’s host',
    async () => {
      const options = ['--options', join('docs', 'typedoc.host.json'), '--emit', 'none'];
      expect((await typedoc(...options)).stdout).not.toContain('warning');
    },
  ],
  [
    'shows modules that compile as strictly as the sources',
    async () => expect(await compileBlocks(pages())).toEqual([]),
  ],
];

describe('SDK-03 the documentation', () => {
  it.each(sampleOf(SLOW, 4, ([title]) => title))('%s', { timeout: 240_000 }, (_title, check) =>
    check(),
  );
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
