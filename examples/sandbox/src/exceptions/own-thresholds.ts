import { readFile } from 'node:fs/promises';
import { DEFAULT_THRESHOLDS, type ExceptionThresholds, parseThresholds } from '@forecourt/core';

/** Reads a deployment's thresholds over core's (TXN-18). Throws with the file and what is wrong in it. */
export async function ownThresholds(path: string | undefined): Promise<ExceptionThresholds> {
  if (path === undefined) return DEFAULT_THRESHOLDS;
  try {
    return parseThresholds(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}
