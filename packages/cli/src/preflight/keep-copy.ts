import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { ProviderFile } from '@forecourt/core';
import { annotateFile, type Findings } from '@forecourt/core/provider-files';
import { keepFile, numbered, type Target } from '../files/keep-file.ts';
import { inflate } from '../files/provider-file.ts';
import { fitName } from '../files/safe-file.ts';
import { redact } from '../redact.ts';
import type { AnnotateTarget } from './preflight.types.ts';

const isSame = async (path: string, blob: Blob): Promise<boolean> => {
  const there = await readFile(path).catch(() => undefined);
  return there?.equals(new Uint8Array(await blob.arrayBuffer())) === true;
};

async function keep(blob: Blob, target: Target, signal: AbortSignal): Promise<string> {
  // A repeated run finds the copy that it wrote before, under whichever name.
  for (let count = 1; ; count += 1) {
    const path = join(target.dir, numbered(target.name, count));
    if (await isSame(path, blob)) return path;
    if (!target.fresh || !existsSync(path)) break;
  }
  const content = {
    body: blob.stream(),
    fileName: target.name,
    length: blob.size,
    contentType: '',
    headers: new Headers(),
    requestId: undefined,
  };
  const tools = { signal, onProgress: () => undefined };
  return (await keepFile(async () => target)(content, tools)).location;
}

/** Adds an ending that names the kind of copy: '.rejected.xlsx'. */
function fitWhole(name: string): string {
  const ending = /(?:\.rejected|\.corrected)?\.[^.]*$/.exec(name)?.[0] ?? '';
  return fitName(name.slice(0, name.length - ending.length), ending);
}

/** Saves a file under its name, or the next free one; never overwrites. */
export const keepBeside = (
  { blob, name }: ProviderFile,
  dir: string,
  signal: AbortSignal,
): Promise<string> =>
  keep(blob, { dir, name: fitWhole(redact(name)), fresh: true, makeDir: true }, signal);

/** Saves the copy with reasons if requested, and returns its path. */
export async function keepAnnotated(
  file: ProviderFile,
  findings: Findings,
  { path, isFolder }: AnnotateTarget,
  signal: AbortSignal,
): Promise<string> {
  const wanted = isFolder
    ? {}
    : ({ kind: extname(path).toLowerCase() === '.csv' ? 'csv' : 'xlsx' } as const);
  const { blob, kind } = await annotateFile(file, findings, { ...wanted, inflate, signal });
  const stem = redact(file.name).replace(/\.[^.]*$/, '');
  const target = isFolder
    ? { dir: path, name: fitName(stem, `.checked.${kind}`) }
    : { dir: dirname(path), name: basename(path) };
  return keep(blob, { ...target, fresh: false, makeDir: isFolder }, signal);
}
