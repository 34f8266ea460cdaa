import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { OccurrenceCounter, purchaseOf } from '../line-identity.ts';
import type { CheckedRow } from '../types.ts';
import type { RowNotes } from './row-notes.ts';

/** A line of a row: which purchase it is, and its occurrence number in the original file. */
export interface NumberedLine {
  /** A hash, because these notes are in files that are passed on. */
  readonly purchase: string;
  readonly number: number;
}

/** Returns a row's position as used in messages and fields: 'Sheet1!214'. */
export const rowKey = ({ sheet, row }: { readonly sheet: string; readonly row: number }) =>
  `${sheet}!${row}`;

const HASH_DIGITS = 16;

const hashOf = (purchase: string): string =>
  bytesToHex(sha256(utf8ToBytes(purchase))).slice(0, HASH_DIGITS);

/**
 * Numbers a file's lines as in its original (TXN-13). Rows taken from another file keep the number they had
 * there; a line that became another purchase by correction comes after all its equals.
 */
export class LineNumbers {
  /** Occurrences of each purchase in the original, including refused rows. */
  readonly counter: OccurrenceCounter;
  /** How often each was sent, including this file. */
  readonly claimed: OccurrenceCounter;
  private readonly notes: RowNotes | undefined;
  private readonly sent: { readonly key: string; readonly lines: readonly NumberedLine[] }[] = [];
  private readonly refused = new Map<string, readonly NumberedLine[]>();

  constructor(notes: RowNotes | undefined) {
    this.notes = notes;
    this.counter = new OccurrenceCounter(notes?.counts);
    this.claimed = new OccurrenceCounter(notes?.sent);
  }

  /** @param mark position of the row in the original file, if it was taken from one. */
  add(row: CheckedRow, mark: string): void {
    const former = new Map(this.notes?.rows.get(mark));
    const lines = row.reported.map((line) => {
      const purchase = hashOf(purchaseOf(line));
      const number = former.get(purchase) ?? this.counter.next(purchase);
      former.delete(purchase);
      return { purchase, number };
    });
    const key = rowKey(row);
    if (row.lines.length === 0) {
      this.refused.set(key, lines);
      return;
    }
    for (const { purchase } of lines) this.claimed.next(purchase);
    this.sent.push({ key, lines });
  }

  ofRefused(key: string): readonly NumberedLine[] {
    return this.refused.get(key) ?? [];
  }

  /**
   * Returns the `occurrence` fields of the rows to send: 'Sheet1!214=3/2' for a line that is the third of
   * its purchase in the original, of which two have been sent so far. Omits whatever follows from the sent
   * file itself.
   */
  fields(): (readonly ['occurrence', string])[] {
    const alone = new OccurrenceCounter();
    const plain = this.sent.map(({ lines }) => lines.map(({ purchase }) => alone.next(purchase)));
    return this.sent.flatMap(({ key, lines }, at) => {
      const same = lines.every(
        ({ purchase, number }, index) =>
          number === plain[at]?.[index] && this.claimed.total(purchase) === alone.total(purchase),
      );
      if (same) return [];
      const numbers = lines.map(
        ({ purchase, number }) => `${number}/${this.claimed.total(purchase)}`,
      );
      return [['occurrence', `${key}=${numbers.join(',')}`] as const];
    });
  }
}
