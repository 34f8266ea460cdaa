import type { Correction } from '@forecourt/core';
import { usageError } from '../command-error.ts';
import { readReason } from './read-reason.ts';

const CORRECTION = /^(?:(.+)!)?([A-Z]{1,3}[1-9]\d{0,6})=(.*)$/is;

/** 'It''s' in quotes, as a report names a sheet, is It's. */
const sheetName = (text: string): string =>
  /^'.*'$/s.test(text) ? text.slice(1, -1).replaceAll("''", "'") : text;

/** `--correct`: cells of a single file, as a report names them; each with the reason of `--correct-reason`. */
export function readCorrections(
  { correct, correctReason }: Readonly<Record<string, unknown>>,
  paths: readonly string[],
): readonly Correction[] {
  const texts = (correct ?? []) as readonly string[];
  const reason = readReason(correctReason, {
    flag: '--correct-reason',
    missing: texts.length === 0 && 'says why cells are corrected: name them with --correct.',
  });
  if (texts.length > 0 && paths.length !== 1) {
    throw usageError('--correct names cells of one file: give that file alone.');
  }
  return texts.map((text) => {
    const [, sheet, cell = '', to = ''] = CORRECTION.exec(text) ?? [];
    if (cell === '') {
      throw usageError(
        `--correct takes a cell and its value, Z4=882.37 or Sheet1!Z4=882.37, not ${text}.`,
      );
    }
    return {
      sheet: sheet === undefined ? undefined : sheetName(sheet),
      cell: cell.toUpperCase(),
      to,
      reason,
    };
  });
}
