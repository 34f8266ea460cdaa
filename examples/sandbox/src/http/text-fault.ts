import { formatValue } from '@forecourt/core';

/** Returns why a text can't be stored: its length, a NUL, half of a surrogate pair. */
export function textFault(text: string, longest: number): string | undefined {
  if (text.length > longest) {
    return `The text may have at most ${formatValue('integer', longest)} characters.`;
  }
  if (text.includes('\0')) return 'The text may not contain a NUL character.';
  return text.isWellFormed() ? undefined : 'The text contains half of a surrogate pair.';
}
