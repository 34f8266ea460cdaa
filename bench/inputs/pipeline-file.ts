import { writeFileSync } from 'node:fs';
import { pipelineSheet, workbookBytes } from '@forecourt/provider-file-examples';

/** Purchases of a large carrier's 301 cards at Pipeline, on the last days up to one (YYYY-MM-DD), with their subtotals. */
export function writePipelineFile(path: string, days = 3, until = '2026-11-18'): void {
  writeFileSync(path, workbookBytes([pipelineSheet(until, 100_000, 4, days)]));
}
