import { isBlank } from './cells/text.ts';
import { isOwn } from './find-header.ts';
import type { CellValue, SheetRow } from './types.ts';

/** A running 53-bit hash made of two halves; a single one would collide within a million rows. */
class Hash {
  private high = 0xdeadbeef;
  private low = 0x41c6ce57;

  add(word: number): void {
    // The shifts carry high bits down; with multiplication alone, two changed signs would cancel out.
    const high = Math.imul(this.high ^ word, 2654435761);
    const low = Math.imul(this.low ^ word, 1597334677);
    this.high = high ^ (high >>> 15);
    this.low = low ^ (low >>> 13);
  }

  text(text: string): void {
    for (let index = 0; index < text.length; index += 1) this.add(text.charCodeAt(index));
    this.add(-1);
  }

  get value(): number {
    const high = Math.imul(this.high ^ (this.high >>> 16), 2246822507) ^ (this.low >>> 13);
    const low = Math.imul(this.low ^ (this.low >>> 16), 3266489909) ^ (this.high >>> 13);
    return 4294967296 * (2097151 & low) + (high >>> 0);
  }
}

const number = new Float64Array(1);
const words = new Uint32Array(number.buffer);

function addCell(hash: Hash, cell: CellValue): void {
  if (typeof cell === 'number') {
    number[0] = cell;
    hash.add(words[0] as number);
    hash.add(words[1] as number);
  } else if (typeof cell === 'string') hash.text(cell.trim());
  else hash.text(typeof cell === 'object' ? cell.fault : String(cell ?? ''));
}

/** Exceeds the rows of a sheet, so that a position fits into one number. */
const ROWS = 2 ** 21;

/**
 * Finds rows that equal an earlier row of the file in every cell, and sheets that repeat the rows of an
 * earlier one (TXN-17). Keeps two numbers per row, whatever its size.
 */
export class TwinFinder {
  private readonly sheets: string[] = [];
  /** Position of the first row with a hash. */
  private readonly places = new Map<number, number>();
  private readonly whole = new Map<number, string>();
  private sheet = new Hash();
  private own: ReadonlySet<number> = new Set();
  private hasRows = false;

  /** @param normalHeaders needed to ignore our own columns, which differ between copies of a row. */
  startSheet(name: string, normalHeaders: readonly string[]): void {
    this.sheets.push(name);
    this.own = new Set(normalHeaders.flatMap((header, column) => (isOwn(header) ? [column] : [])));
    this.sheet = new Hash();
    this.hasRows = false;
  }

  /** Returns the position of the first equal row as 'Sheet1!12'; undefined if there is none. */
  twinOf({ row, cells }: SheetRow): string | undefined {
    const hash = new Hash();
    // Ignore trailing empty cells.
    let last = cells.length - 1;
    while (last >= 0 && (this.own.has(last) || isBlank(cells[last]))) last -= 1;
    for (let column = 0; column <= last; column += 1) {
      if (!this.own.has(column)) addCell(hash, cells[column]);
    }
    const { value } = hash;
    this.hasRows = true;
    this.sheet.add(value % 4294967296);
    this.sheet.add(Math.floor(value / 4294967296));
    const first = this.places.get(value);
    if (first !== undefined) return `${this.sheets[Math.floor(first / ROWS)]}!${first % ROWS}`;
    this.places.set(value, (this.sheets.length - 1) * ROWS + row);
    return undefined;
  }

  /** Returns the earlier sheet with the same rows in the same order, if any. */
  endSheet(): string | undefined {
    if (!this.hasRows) return undefined;
    const { value } = this.sheet;
    const earlier = this.whole.get(value);
    if (earlier === undefined) this.whole.set(value, this.sheets.at(-1) ?? '');
    return earlier;
  }
}
