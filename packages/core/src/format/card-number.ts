/** Digits in full width, as a Japanese or Chinese input method types them. */
const FULL_WIDTH = /[\uFF10-\uFF19]/g;

/** Fewest and most digits of a card number. BVD's have 7, ISO 7812 allows 19. */
const DIGITS = /^\d{6,20}$/;

/** '7.07685E+15', as a spreadsheet shortens a long number. */
const SHORTENED = /^'?\d(?:[.,]\d+)?e\+?\d+$/i;

/**
 * Returns a card number as plain digits, from the forms in which people and spreadsheets write it: in groups with
 * blanks or hyphens, in full-width digits, with a leading apostrophe, or with a trailing '.0'. Returns any other
 * text, including a masked number, without its blanks.
 *
 * @param text as typed, or as a spreadsheet has it
 */
export function cardDigits(text: string): string {
  const bare = text.replaceAll(/\s/g, '');
  const plain = bare
    .replaceAll(FULL_WIDTH, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/^'/, '')
    .replace(/\.0+$/, '')
    .replaceAll(/(?<=\d)\p{Pd}(?=\d)/gu, '');
  return /^\d+$/.test(plain) ? plain : bare;
}

/** Returns what keeps a text from being a card number (CARD-09); undefined if it is one. */
export function cardNumberFault(text: string): 'shortened' | 'not_digits' | undefined {
  const digits = cardDigits(text);
  if (DIGITS.test(digits)) return undefined;
  return SHORTENED.test(digits) ? 'shortened' : 'not_digits';
}
