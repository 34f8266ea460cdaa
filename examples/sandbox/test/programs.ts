import { fileURLToPath } from 'node:url';

/** Set by `npm test`, which has built the programs. Without it, what runs is the sources as they are. */
const IS_BUILT = process.env.TEST_BUILDS === 'current';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export const BUILT_SERVER: readonly string[] = [path('../dist/serve.js')];

/** Node's arguments for a program of the sandbox. Built, it starts in a quarter of the processor time. */
export const programOf = (name: 'admin' | 'serve'): readonly string[] =>
  IS_BUILT ? [path(`../dist/${name}.js`)] : ['--conditions=source', path(`../src/${name}.ts`)];
