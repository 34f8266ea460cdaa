import type { ProviderFile, Workbook } from '../types.ts';

/** The number formats of a row's cells, by zero-based column. */
export type NumberFormats = (sheet: string, row: number) => readonly (string | undefined)[];

/** Larger files are written without: their cells need several times their size as objects. */
const LARGEST = 8_000_000;
const NONE: readonly undefined[] = [];

/** How a workbook shows its numbers, days above all, which are numbers as well. */
export async function numberFormats(
  { blob }: ProviderFile,
  { kind }: Pick<Workbook, 'kind'>,
): Promise<NumberFormats> {
  if ((kind !== 'xlsx' && kind !== 'xls') || blob.size > LARGEST) return () => NONE;
  const { read } = await import('xlsx');
  const data = new Uint8Array(await blob.arrayBuffer());
  const book = read(data, { type: 'array', dense: true, cellNF: true, cellText: false });
  return (sheet, row) => {
    const cells: readonly { t?: string; z?: string | number }[] =
      book.Sheets[sheet]?.['!data']?.[row - 1] ?? [];
    return Array.from(cells, (cell) =>
      cell?.t === 'n' && typeof cell.z === 'string' && cell.z !== 'General' ? cell.z : undefined,
    );
  };
}
