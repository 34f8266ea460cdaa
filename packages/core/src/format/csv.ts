/** Begins a formula in some spreadsheet; the wide forms do in East Asian ones. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
const QUOTED = /[",\r\n]|^\s|\s$/;

/**
 * A value as one cell of a CSV file (RFC 4180). What a spreadsheet would take for a formula gets an
 * apostrophe in front; a plain number, negative ones included, stays a number.
 * @example csvCell('=1+1') // "'=1+1"
 */
export function csvCell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
