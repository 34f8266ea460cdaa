import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { compileExamples } from './blocks/compile-examples.ts';
import { pages, ROOT } from './blocks/read-blocks.ts';

const run = promisify(execFile);
const TYPEDOC = join(ROOT, 'docs', 'node_modules', 'typedoc', 'bin', 'typedoc');

async function documentSdk(): Promise<void> {
  const out = await mkdtemp(join(tmpdir(), 'forecourt-api-'));
  const json = join(out, 'api.json');
  try {
    const options = ['--options', join('docs', 'typedoc.json'), '--out', out, '--json', json];
    const { stdout } = await run(
      process.execPath,
      [TYPEDOC, '--treatValidationWarningsAsErrors', ...options],
      { cwd: ROOT },
    );
    expect(stdout).not.toContain('warning');
    expect(compileExamples(JSON.parse(await readFile(json, 'utf8')))).toEqual([]);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

it(
  'SDK-03 documents each export: purpose, parameters, result, failures, and an example that compiles',
  documentSdk,
);

const LINK = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g;

it.each([...pages(), 'CONTRIBUTING.md'])('%s links to existing files', async (page) => {
  const text = await readFile(join(ROOT, page), 'utf8');
  const links = [...text.matchAll(LINK)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link));
  const lost = links.filter((link) => !existsSync(join(ROOT, dirname(page), link)));
  expect(lost).toEqual([]);
});
