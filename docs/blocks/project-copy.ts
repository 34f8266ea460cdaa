import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Block, ROOT } from './read-blocks.ts';

const MEMBERS = [
  '',
  'packages/core',
  'packages/cli',
  'packages/web',
  'examples/sandbox',
  'examples/provider-files',
  'examples/observability',
  'examples/own-resource',
  'docs',
];
const FORCED = { recursive: true, force: true } as const;
const COPIED = ['packages', 'examples', 'package.json', 'tsconfig.base.json', 'tsconfig.json'];

/** Each copy has its own workspace packages and tool caches. */
const OWN: ReadonlySet<string> = new Set([
  '@forecourt',
  '.cache',
  '.vite',
  '.vite-temp',
  '.vitest-cache',
]);

/** Links the checkout's dependencies, except for the workspace's own packages, which come from the copy. */
function linkModules(copy: string): void {
  for (const member of MEMBERS) {
    const from = join(ROOT, member, 'node_modules');
    const to = join(copy, member, 'node_modules');
    if (!existsSync(from)) continue;
    mkdirSync(join(to, '@forecourt'), { recursive: true });
    for (const entry of readdirSync(from)) {
      if (!OWN.has(entry)) symlinkSync(join(from, entry), join(to, entry));
    }
    for (const entry of existsSync(join(from, '@forecourt'))
      ? readdirSync(join(from, '@forecourt'))
      : []) {
      const folder = entry === 'sandbox' ? 'examples/sandbox' : `packages/${entry}`;
      const own = entry === 'provider-file-examples' ? 'examples/provider-files' : folder;
      symlinkSync(join(copy, own), join(to, '@forecourt', entry));
    }
  }
}

/** Copies the project for a test that changes it: tracked files, and new ones in this checkout. */
export function copyProject(copied: readonly string[] = COPIED): string {
  const copy = mkdtempSync(join(tmpdir(), 'forecourt-copy-'));
  const list = ['ls-files', '-co', '--exclude-standard', '--', ...copied];
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  for (const file of files.filter((name) => existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  linkModules(copy);
  return copy;
}

/** Takes back what a guide did: the files of its blocks, the command line it built, and new files beside the packages. */
export function restoreCopy(copy: string, written: readonly string[]): void {
  const own = new Set([...COPIED, 'docs', 'node_modules']);
  for (const name of readdirSync(copy)) if (!own.has(name)) rmSync(join(copy, name), FORCED);
  rmSync(join(copy, 'packages/cli/dist'), FORCED);
  for (const file of written) {
    rmSync(join(copy, file), FORCED);
    if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(copy, file));
  }
}

export const removeCopy = (copy: string): Promise<void> => rm(copy, FORCED);

const fileOf = ({ info }: Block): string | undefined => /\bfile=(\S+)/.exec(info)?.[1];

/** Returns the lines of a diff before or after the change, without their marks. */
const side = (diff: string, marks: string): string =>
  diff
    .split('\n')
    .filter((line) => line !== '' && marks.includes(line.charAt(0)))
    .map((line) => line.slice(1))
    .join('\n');

async function change(path: string, diff: string): Promise<void> {
  const before = side(diff, ' -');
  const text = await readFile(path, 'utf8');
  if (text.split(before).length !== 2) {
    throw new Error(`${path} should contain these lines exactly once:\n${before}`);
  }
  await writeFile(
    path,
    text.replace(before, () => side(diff, ' +')),
  );
}

/**
 * Applies a block with a file name to the copy: `diff` edits the file, anything else replaces its text. Returns the file;
 * undefined for a block without one.
 */
export async function applyBlock(copy: string, block: Block): Promise<string | undefined> {
  const file = fileOf(block);
  if (file === undefined) return undefined;
  const path = join(copy, file);
  await mkdir(dirname(path), { recursive: true });
  if (block.language === 'diff') await change(path, block.text);
  else await writeFile(path, block.text);
  return file;
}
