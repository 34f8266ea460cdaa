import { fileURLToPath } from 'node:url';
import { makeOnce } from './cache.ts';
import { writePipelineFile } from './inputs/pipeline-file.ts';
import { writeCsv } from './inputs/text-file.ts';
import { writeXlsx } from './inputs/workbook-file.ts';
import { nodeProgram, type Pair } from './pairs.ts';

/** Returns the bundled file of a program in `programs/` by its name. */
export type Programs = (name: string) => string;

export type Prepared = Omit<Pair, 'name'> & { readonly tidy?: () => Promise<void> };

/** A row of the table: `prepare` creates its inputs, and runs only if the row is selected. */
export interface Row {
  readonly name: string;
  /** The measured unit; milliseconds by default. */
  readonly unit?: 'ms' | 'bytes';
  readonly prepare: (program: Programs) => Prepared | Promise<Prepared>;
}

export const FORECOURT = fileURLToPath(
  new URL('../packages/cli/dist/forecourt.js', import.meta.url),
);
export const bareNode = nodeProgram('node -e 0', ['-e', '0']);

export const workbook = () => makeOnce('100k.xlsx', (path) => writeXlsx(path, 100_000));
export const textFile = () => makeOnce('100k.csv', writeCsv);
export const pipelineFile = () => makeOnce('pipeline-100k.xlsx', (path) => writePipelineFile(path));
/** Four purchases of a card a day, rather than a hundred. */
export const quarterFile = () =>
  makeOnce('pipeline-100k-88-days.xlsx', (path) => writePipelineFile(path, 88));
