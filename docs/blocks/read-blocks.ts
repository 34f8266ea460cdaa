import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A fenced block of a page: its language ('sh', 'ts' and so on), the rest of the info string, and its text. */
export interface Block {
  readonly language: string;
  readonly info: string;
  readonly text: string;
}

const FENCE = /^```(\w+)([^\n]*)\n(.*?)^```$/gms;

export async function readBlocks(page: string): Promise<readonly Block[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  return [...text.matchAll(FENCE)].map(([, language = '', info = '', body = '']) => ({
    language,
    info: info.trim(),
    text: body,
  }));
}

const PAGES = ['docs/*.md', 'docs/start/*.md', 'docs/architecture/*.md', 'docs/guide/*.md'];

/** Returns the pages whose blocks run against a sandbox; guides that change the project have their own test. */
export const pages = (): readonly string[] =>
  ['README.md', ...globSync(PAGES, { cwd: ROOT })]
    .filter((page) => !page.includes('/add-a-'))
    .sort();
