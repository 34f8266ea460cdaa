import { writeFileSync } from 'node:fs';
import { pipelineSheet, workbookBytes } from '@forecourt/provider-file-examples';

/** A day of a large carrier at Pipeline: 100,000 purchases with their subtotals. */
export function writePipelineFile(path: string): void {
  writeFileSync(path, workbookBytes([pipelineSheet('2026-11-18', 100_000)]));
}
