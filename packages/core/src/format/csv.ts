/** Starts a formula in some spreadsheets; the full-width forms do so in East Asian ones. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
const QUOTED = /[",\r\n]|^\s|\s$/;

/**
 * Returns a value as one cell of a CSV file (RFC 4180). Text that a spreadsheet would evaluate as a formula
 * gets a leading apostrophe; plain numbers, including negative ones, stay numbers.
 *
 * @param value a text, or a number that is written with a point
 * @example csvCell('=1+1') // "'=1+1"
 */
export function csvCell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
