import type { ProviderFile, Workbook } from '../types.ts';

/** Returns the number formats of a row's cells, by zero-based column. */
export type NumberFormats = (sheet: string, row: number) => readonly (string | undefined)[];

/** Larger files are written without formats, because cells as objects need several times their size. */
const LARGEST = 8_000_000;
const NONE: readonly undefined[] = [];

/** Returns how a workbook displays its numbers; this matters for dates, which are stored as numbers. */
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
