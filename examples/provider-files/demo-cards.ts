/** Cards of the demo data, shared by the provider files here and the sandbox, so that imported rows find their cards. */
export const DEMO_CARD_COUNT = 2000;

/** Number of a demo card: '707685', the index in nine digits, a Luhn digit. The last four digits are unique among all. */
export function demoCardNumber(index: number): string {
  if (!Number.isInteger(index) || index < 0 || index >= DEMO_CARD_COUNT) {
    throw new RangeError(
      `Demo cards have an index from 0 to ${DEMO_CARD_COUNT - 1}, not ${index}.`,
    );
  }
  const digits = `707685${String(index).padStart(9, '0')}`;
  return `${digits}${luhnDigit(digits)}`;
}

/** As Comdata prints it: first six and last four digits. */
export function maskMiddle(card: string): string {
  return `${card.slice(0, 6)}XXXXXX${card.slice(-4)}`;
}

/** As TAPetro prints it: the last four digits. */
export function maskAllButLast(card: string): string {
  return `*${card.slice(-4)}`;
}

function luhnDigit(digits: string): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighted = index % 2 === 0 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return (10 - (sum % 10)) % 10;
}
