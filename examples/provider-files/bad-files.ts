import type { BadFile } from './bad/build.ts';
import { cellFiles } from './bad/cells.ts';
import { columnFiles } from './bad/columns.ts';
import { disguisedFiles } from './bad/disguises.ts';
import { repeatedFiles } from './bad/repeats.ts';
import { sumFiles } from './bad/sums.ts';

export { BAD_FILES_TODAY, type BadFile, type Expectation } from './bad/build.ts';

/** Files as they go wrong in nightly imports, made in memory, each with the answer that is right. */
export function badFiles(): BadFile[] {
  return [...disguisedFiles(), ...columnFiles(), ...cellFiles(), ...repeatedFiles(), ...sumFiles()];
}
