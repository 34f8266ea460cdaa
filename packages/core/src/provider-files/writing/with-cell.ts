import type { CellValue } from '../types.ts';

/** Returns a row's cells with one of them set; cells in between are empty. */
export function withCell(
  cells: readonly CellValue[],
  column: number,
  value: CellValue,
): CellValue[] {
  const copy = Array.from({ length: Math.max(cells.length, column + 1) }, (_, at) => cells[at]);
  copy[column] = value;
  return copy;
}
