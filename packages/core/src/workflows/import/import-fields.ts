import type { FormFields } from '../../http/transfer.ts';
import type { MadeCorrection } from '../../provider-files/writing/correct-file.ts';

/** Fields that say why a file is as it is; they don't change what is entered, so they aren't part of its key. */
const RECORDED_ONLY: readonly string[] = [
  'accept_reason',
  'correction',
  'corrected_from',
  'corrected_name',
];

/** Returns the fields that decide what is entered: those of an import's key (TXN-13). */
export const enteredFields = (fields: FormFields): FormFields =>
  fields.filter(([name]) => !RECORDED_ONLY.includes(name));

/**
 * Returns the form fields that record corrections with an import: `corrected_from` with the original's SHA-256,
 * `corrected_name` with its name, and one `correction` per cell, as JSON `{sheet, row, column, cell, from, to}` with
 * a `reason` if one was given.
 *
 * @param correction the corrected cells, with the original's name and SHA-256
 */
export const correctionFields = ({
  corrections,
  name,
  original,
}: {
  readonly corrections: readonly MadeCorrection[];
  /** SHA-256 of the original in hex. */
  readonly original: string;
  /** Name of the original. */
  readonly name: string;
}): FormFields => [
  ['corrected_from', original],
  ['corrected_name', name],
  ...corrections.map((correction) => ['correction', JSON.stringify(correction)] as const),
];
