import type { SheetPlace } from './plan.ts';
import type { SheetRow } from './types.ts';

/** A sheet's rows with its first ones looked at before the rest is read. */
export class SheetRows {
  private readonly batches: AsyncIterator<readonly SheetRow[]>;
  private readonly depth: number;
  private buffered: SheetRow[] = [];

  /** `depth`: rows that may be above the header and the header itself. */
  constructor(rows: AsyncIterable<readonly SheetRow[]>, depth: number) {
    this.batches = rows[Symbol.asyncIterator]();
    this.depth = depth;
  }

  /** The rows among which the header is looked for. */
  async head(): Promise<readonly SheetRow[]> {
    while ((this.buffered.at(-1)?.row ?? 0) < this.depth) {
      const next = await this.batches.next();
      if (next.done) break;
      this.buffered.push(...next.value);
    }
    return this.buffered.filter(({ row }) => row <= this.depth);
  }

  above({ headerRow }: SheetPlace): readonly SheetRow[] {
    return this.buffered.filter(({ row }) => row < headerRow);
  }

  /** The rows below the header, those already buffered first. */
  async *below({ headerRow }: SheetPlace): AsyncGenerator<readonly SheetRow[], void, undefined> {
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

  /** Lets the reader go when the rest of the sheet is not wanted. */
  async close(): Promise<void> {
    await this.batches.return?.();
  }
}
