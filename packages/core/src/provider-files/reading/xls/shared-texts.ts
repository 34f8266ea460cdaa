import { SheetDamage } from '../sheet-damage.ts';
import type { Spans } from './spans.ts';

const RICH = 8;
const PHONETIC = 4;
/** Far more than a whole workbook uses; every text is kept in memory. */
const MAX_TEXTS = 2 ** 22;

/** Reads a text and skips its formatting runs and phonetic parts. */
function readText(spans: Spans): string {
  const count = spans.u16();
  const flags = spans.u8();
  const runs = (flags & RICH) === 0 ? 0 : spans.u16();
  const phonetic = (flags & PHONETIC) === 0 ? 0 : spans.u32();
  const text = spans.text(count, flags);
  spans.skip(runs * 4 + phonetic);
  return text;
}

/** The workbook's shared texts, read only as far as cells have needed them so far. */
export class SharedTexts {
  readonly #texts: string[] = [];
  readonly #spans: Spans | undefined;
  readonly #count: number;

  /** @param spans body of the SST record; without one there are no texts. */
  constructor(spans: Spans | undefined) {
    this.#spans = spans;
    spans?.skip(4);
    this.#count = Math.min(spans?.u32() ?? 0, MAX_TEXTS);
  }

  at(index: number): string {
    return this.#texts[index] ?? this.#reach(index);
  }

  /** Reads the rest of the table. Throws `SheetDamage` if a text is cut off. */
  readAll(): void {
    this.#readUpTo(this.#count);
  }

  #reach(index: number): string {
    this.#readUpTo(index + 1);
    const text = this.#texts[index];
    if (text !== undefined) return text;
    throw new SheetDamage(`the text number ${index} is not in the workbook`);
  }

  #readUpTo(length: number): void {
    const spans = this.#spans;
    while (spans !== undefined && this.#texts.length < Math.min(length, this.#count)) {
      if (spans.finished) return;
      this.#texts.push(readText(spans));
    }
  }
}
