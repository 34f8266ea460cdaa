import { fileURLToPath } from 'node:url';

/** A path in the repository; sources and the built bundle lie equally deep in it. */
export const inRepository = (path: string): string =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url));
