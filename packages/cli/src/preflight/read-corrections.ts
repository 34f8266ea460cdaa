import type { Correction } from '@forecourt/core';
import { usageError } from '../command-error.ts';

const CORRECTION = /^(?:(.+)!)?([A-Z]{1,3}[1-9]\d{0,6})=(.*)$/is;

/** 'It''s' in quotes, as a report names a sheet, is It's. */
const sheetName = (text: string): string =>
  /^'.*'$/s.test(text) ? text.slice(1, -1).replaceAll("''", "'") : text;

/** `--correct`: cells of a single file, as a report names them. */
export function readCorrections(
  provided: unknown,
  paths: readonly string[],
): readonly Correction[] {
  const texts = (provided ?? []) as readonly string[];
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
    };
  });
}
