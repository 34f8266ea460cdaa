/** Byte values of characters in sheet XML. */
export const NUL = 0;
export const SPACE = 32;
export const QUOTE = 34;
export const AMPERSAND = 38;
const APOSTROPHE = 39;
export const MINUS = 45;
export const DOT = 46;
export const HYPHEN = 45;
export const SLASH = 47;
export const ZERO = 48;
export const NINE = 57;
export const LESS = 60;
export const EQUALS = 61;
export const GREATER = 62;
export const A = 65;
export const Z = 90;
export const UNDERSCORE = 95;
export const LETTER_B = 98;
export const LETTER_C = 99;
export const LETTER_E = 101;
export const LETTER_F = 102;
export const LETTER_I = 105;
export const LETTER_N = 110;
export const LETTER_R = 114;
export const LETTER_S = 115;
export const LETTER_T = 116;
export const LETTER_V = 118;
export const CR = 13;

/** Bytes that may be read beyond a position; the buffer ends with as many NULs. */
export const LOOKAHEAD = 16;

/** Returned if an element isn't complete yet. */
export const INCOMPLETE = -1;

export function skipBlanks(bytes: Uint8Array, at: number): number {
  let next = at;
  while ((bytes[next] as number) <= SPACE && bytes[next] !== NUL) next += 1;
  return next;
}

/** Advances to the first such byte, or to the NUL that ends the buffer. */
export function seek(bytes: Uint8Array, at: number, wanted: number): number {
  let next = at;
  while (bytes[next] !== wanted && bytes[next] !== NUL) next += 1;
  return next;
}

/**
 * Skips `name="value"`, or stops at a NUL. Stays in place at an attribute that matters but is written
 * differently: `r='A1'`, `r = "A1"`.
 */
export function skipAttribute(bytes: Uint8Array, at: number): number {
  let next = at;
  const [name, after] = [bytes[at], bytes[at + 1] as number];
  if ((name === LETTER_R || name === LETTER_T) && (after === EQUALS || after <= SPACE)) return at;
  while (bytes[next] !== QUOTE && bytes[next] !== APOSTROPHE && bytes[next] !== NUL) next += 1;
  const quote = bytes[next] as number;
  if (quote === NUL) return next;
  next = seek(bytes, next + 1, quote);
  return bytes[next] === NUL ? next : next + 1;
}

/** Returns whether the ASCII text is at that position. */
export function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
