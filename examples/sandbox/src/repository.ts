import { fileURLToPath } from 'node:url';

/** Returns a path in the repository. Sources and the bundle are at the same depth. */
export const inRepository = (path: string): string =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const fromSources = import.meta.url.endsWith('.ts');

/** The program of a thread: from the bundle or from sources, like this one. */
const program = (name: string) => ({
  path: fileURLToPath(new URL(`./${name}.${fromSources ? 'ts' : 'js'}`, import.meta.url)),
  execArgv: fromSources ? ['--conditions=source'] : [],
});

export const THREAD = program('thread');
export const READING_THREAD = program('reading-thread');
