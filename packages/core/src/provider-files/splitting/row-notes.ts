import { cellText } from '../cells/text.ts';
import { NOTES_SHEET } from '../own-columns.ts';
import { openWorkbook, sniffFile } from '../reading/index.ts';
import type { OpenOptions, ProviderFile, SheetRow } from '../types.ts';
import type { WrittenSheet } from '../writing/write-xlsx.ts';
import type { LineNumbers, NumberedLine } from './line-numbers.ts';

/** What a file of refused rows records about the file they were taken from. */
export interface RowNotes {
  /** SHA-256 of the original file. */
  readonly original: string;
  /** Number of lines per purchase in the original, including refused rows. */
  readonly counts: ReadonlyMap<string, number>;
  /** Number of lines per purchase that have been sent. */
  readonly sent: ReadonlyMap<string, number>;
  /** Lines of each row, by its mark: purchase and number. */
  readonly rows: ReadonlyMap<string, readonly (readonly [purchase: string, number: number])[]>;
}

const TITLE =
  'Written by forecourt. Leave this sheet and the last column as they are: they say which purchases these rows are.';

/** Entries per cell; a spreadsheet's limit is 32,767 characters. */
const PER_CELL = 1_000;

const pairText = (purchase: string, number: number): string =>
  number === 1 ? purchase : `${purchase}:${number}`;

function pairsIn(text: string): (readonly [string, number])[] {
  return text
    .split(' ')
    .filter((pair) => /^[0-9a-f]+(:\d+)?$/.test(pair))
    .map((pair) => {
      const [purchase = '', number = '1'] = pair.split(':');
      return [purchase, Number(number)] as const;
    });
}

/** Returns the hidden sheet with the notes. */
export function notesSheet(
  original: string,
  numbers: LineNumbers,
  rows: readonly { readonly mark: string; readonly lines: readonly NumberedLine[] }[],
): WrittenSheet {
  const cells: string[][] = [[TITLE], ['original', original]];
  for (const { mark, lines } of rows) {
    const pairs = lines.map(({ purchase, number }) => pairText(purchase, number));
    cells.push(['row', mark, pairs.join(' ')]);
  }
  for (const [kind, counter] of [
    ['counts', numbers.counter],
    ['sent', numbers.claimed],
  ] as const) {
    const pairs = Array.from(counter.entries(), ([purchase, count]) => pairText(purchase, count));
    for (let start = 0; start < pairs.length; start += PER_CELL) {
      cells.push([kind, pairs.slice(start, start + PER_CELL).join(' ')]);
    }
  }
  const written = cells.map((line, index) => ({ row: index + 1, cells: line }));
  return { name: NOTES_SHEET, hidden: true, rows: written };
}

function parseNotes(rows: readonly SheetRow[]): RowNotes | undefined {
  const counts = new Map<string, number>();
  const sent = new Map<string, number>();
  const marked = new Map<string, (readonly [string, number])[]>();
  let original = '';
  for (const { cells } of rows) {
    const [kind, first, second] = Array.from(cells, cellText);
    if (kind === 'original') original = first ?? '';
    else if (kind === 'row') marked.set(first ?? '', pairsIn(second ?? ''));
    else if (kind === 'counts') for (const [name, n] of pairsIn(first ?? '')) counts.set(name, n);
    else if (kind === 'sent') for (const [name, n] of pairsIn(first ?? '')) sent.set(name, n);
  }
  return original === '' ? undefined : { original, counts, sent, rows: marked };
}

/**
 * Returns whether a file contains refused rows of another one. Throws like `openWorkbook`.
 *
 * @param file the file's name and content
 * @param options limits of reading
 */
export async function hasRowNotes(file: ProviderFile, options: OpenOptions): Promise<boolean> {
  // Such files are always .xlsx; opening other types could mean reading them completely.
  if ((await sniffFile(file.blob)) !== 'xlsx') return false;
  const { sheets } = await openWorkbook(file, options);
  return sheets.some(({ name, hidden }) => hidden && name === NOTES_SHEET);
}

/**
 * Returns the notes of a file of refused rows; undefined for any other file. Throws like `openWorkbook`.
 */
export async function readRowNotes(
  file: ProviderFile,
  options: OpenOptions,
): Promise<RowNotes | undefined> {
  const workbook = await openWorkbook(file, options);
  const index = workbook.sheets.findIndex(({ name, hidden }) => hidden && name === NOTES_SHEET);
  if (index < 0) return undefined;
  const rows: SheetRow[] = [];
  for await (const batch of workbook.rows(index, options.signal)) rows.push(...batch);
  return parseNotes(rows);
}
