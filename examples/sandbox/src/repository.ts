import { fileURLToPath } from 'node:url';

/** A path in the repository; sources and the built bundle lie equally deep in it. */
export const inRepository = (path: string): string =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const fromSources = import.meta.url.endsWith('.ts');

/** The program of a thread: as it was built, or from its sources as this one. */
const program = (name: string) => ({
  path: fileURLToPath(new URL(`./${name}.${fromSources ? 'ts' : 'js'}`, import.meta.url)),
  execArgv: fromSources ? ['--conditions=source'] : [],
});

export const THREAD = program('thread');
export const READING_THREAD = program('reading-thread');
