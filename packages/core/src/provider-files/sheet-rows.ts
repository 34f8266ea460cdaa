import type { DataSheet } from './plan.ts';
import type { SheetRow } from './types.ts';

/** A sheet's rows; the first ones are examined before the rest is read. */
export class SheetRows {
  private readonly batches: AsyncIterator<readonly SheetRow[]>;
  private readonly depth: number;
  private buffered: SheetRow[] = [];

  /** @param depth number of rows in which the header is searched. */
  constructor(rows: AsyncIterable<readonly SheetRow[]>, depth: number) {
    this.batches = rows[Symbol.asyncIterator]();
    this.depth = depth;
  }

  /** Reads the rows in which the header is searched. */
  async head(): Promise<readonly SheetRow[]> {
    while ((this.buffered.at(-1)?.row ?? 0) < this.depth) {
      const next = await this.batches.next();
      if (next.done) break;
      this.buffered.push(...next.value);
    }
    return this.buffered.filter(({ row }) => row <= this.depth);
  }

  above({ headerRow }: DataSheet): readonly SheetRow[] {
    return this.buffered.filter(({ row }) => row < headerRow);
  }

  /** Yields the rows below the header, starting with those already buffered. */
  async *below({ headerRow }: DataSheet): AsyncGenerator<readonly SheetRow[], void, undefined> {
    try {
      yield this.buffered.filter(({ row }) => row > headerRow);
      this.buffered = [];
      for (let next = await this.batches.next(); !next.done; next = await this.batches.next()) {
        yield next.value;
      }
    } finally {
      await this.close();
    }
  }

  /** Releases the reader if the rest of the sheet isn't needed. */
  async close(): Promise<void> {
    await this.batches.return?.();
  }
}
