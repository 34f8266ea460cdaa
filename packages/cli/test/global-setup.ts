import { rmSync } from 'node:fs';
import { BUILT, CLAIM } from './binary.ts';

/** Removes the previous build, so that a test that needs the command line builds it again. */
export function setup() {
  for (const path of [CLAIM, BUILT]) rmSync(path, { recursive: true, force: true });
}
