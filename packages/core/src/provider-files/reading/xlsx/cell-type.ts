import { LETTER_B, LETTER_E, LETTER_N, LETTER_S, QUOTE, startsWith } from './bytes.ts';

export type CellType = 'number' | 'shared' | 'text' | 'boolean' | 'error';

/** Returns the type named at a position, up to its quote; undefined for a type left to the other reader. */
export function cellType(bytes: Uint8Array, at: number): CellType | undefined {
  const letter = bytes[at];
  if (bytes[at + 1] === QUOTE) {
    if (letter === LETTER_S) return 'shared';
    if (letter === LETTER_N) return 'number';
    if (letter === LETTER_B) return 'boolean';
    if (letter === LETTER_E) return 'error';
  }
  const isText = startsWith(bytes, at, 'str"') || startsWith(bytes, at, 'inlineStr"');
  return isText ? 'text' : undefined;
}
