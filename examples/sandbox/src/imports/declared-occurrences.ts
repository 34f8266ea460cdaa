import { refuseField } from '../forms/sent-record.ts';
import type { Upload } from './upload.ts';

/** A line is the `occurrence`th of its purchase in the original file, of which `of` were sent so far. */
interface DeclaredOccurrence {
  readonly occurrence: number;
  readonly occurrences: number;
}

/** What the sender declares about a row's lines, in order; undefined without a declaration. */
export type DeclaredOccurrences = (
  sheet: string,
  row: number,
) => readonly DeclaredOccurrence[] | undefined;

const DECLARED = /^(.*!\d{1,7})=(\d{1,6}\/\d{1,6}(?:,\d{1,6}\/\d{1,6})*)$/s;

function occurrenceIn(text: string): DeclaredOccurrence | undefined {
  const [occurrence = 0, occurrences = 0] = text.split('/').map(Number);
  return occurrence >= 1 && occurrences >= 1 ? { occurrence, occurrences } : undefined;
}

const refusalOf = (value: string) =>
  refuseField(
    '/occurrence',
    `'${value.slice(0, 80)}' is not as 'Sheet1!214=2/3': a row, its place among its equals, and how many of them were sent.`,
  );

/**
 * The `occurrence` fields of an import, `sheet!row=number/of` with a comma between the lines of a wide
 * row: for a file from which rows were removed, they say how its rows were numbered before (TXN-13). Throws a 422.
 */
export function declaredOccurrences({ fields }: Pick<Upload, 'fields'>): DeclaredOccurrences {
  const declared = new Map<string, readonly DeclaredOccurrence[]>();
  for (const [name, value] of fields) {
    if (name !== 'occurrence') continue;
    const [, place = '', list = ''] = DECLARED.exec(value) ?? [];
    const occurrences = list.split(',').flatMap((text) => occurrenceIn(text) ?? []);
    if (occurrences.length < list.split(',').length) throw refusalOf(value);
    declared.set(place, occurrences);
  }
  return (sheet, row) => declared.get(`${sheet}!${row}`);
}
