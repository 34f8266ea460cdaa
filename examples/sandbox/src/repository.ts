import { fileURLToPath } from 'node:url';

/** Returns a path in the repository. Sources and the bundle are at the same depth. */
export const inRepository = (path: string): string =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const fromSources = import.meta.url.endsWith('.ts');

/** From the bundle, like this one; also in `npm test`, which has just built it: a thread of sources takes four times as long to start. */
const fromBundle = !fromSources || process.env.TEST_BUILDS === 'current';

/** The program of a thread. */
const program = (name: string) => ({
  path: fileURLToPath(new URL(fromBundle ? `../dist/${name}.js` : `./${name}.ts`, import.meta.url)),
  execArgv: fromBundle ? [] : ['--conditions=source'],
});

export const THREAD = program('thread');
export const READING_THREAD = program('reading-thread');
export const ENTRY_THREAD = program('entry-thread');
