import { rmSync } from 'node:fs';
import { BUILT, CLAIM } from './binary.ts';

/** Has the command line built anew for this run, where a test asks for it. */
export function setup() {
  for (const path of [CLAIM, BUILT]) rmSync(path, { recursive: true, force: true });
}
