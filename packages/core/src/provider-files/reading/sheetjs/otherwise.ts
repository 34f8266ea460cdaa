import type { SheetRow, Workbook } from '../../types.ts';
import type { Reading } from '../reading.ts';
import { damaged } from '../refusals.ts';

/** The workbook in another reader, opened only when our own reader can't continue. */
export class Otherwise {
  readonly #reading: Reading;
  readonly #open: () => Promise<Workbook>;
  #workbook: Promise<Workbook> | undefined;

  constructor(reading: Reading, open: () => Promise<Workbook>) {
    this.#reading = reading;
    this.#open = open;
  }

  /** Continues after the row where the other reader stopped; all readers yield rows in ascending order. */
  async *rows(
    sheet: string,
    after: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly SheetRow[], void> {
    this.#workbook ??= this.#open();
    const workbook = await this.#workbook;
    const index = workbook.sheets.findIndex(({ name }) => name === sheet);
    if (index < 0) throw damaged(this.#reading, `sheet "${sheet}" cannot be read`);
    for await (const batch of workbook.rows(index, signal)) {
      const rest = batch.filter(({ row }) => row > after);
      if (rest.length > 0) yield rest;
    }
  }
}
