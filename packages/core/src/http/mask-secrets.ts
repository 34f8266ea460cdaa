/** 12 to 19 digits, together or in groups: treated as a card number. */
const CARD = /(?:(?<=%[\da-f]{2})|(?<![^\W_]|\.))\d(?:[ -]?\d){11,18}(?![^\W_])/gi;
const AUTHORIZATION = /\b(Bearer|Basic)\s+[\w~+/.=-]+/gi;

/**
 * Returns text that is safe to show and log: keeps the last four digits of card numbers, and nothing of
 * authorizations (WIRE-03).
 * @example maskSecrets('card 5600171234565373') // 'card ************5373'
 */
export const maskSecrets = (text: string): string =>
  text
    .replace(AUTHORIZATION, '$1 ***')
    .replace(CARD, (number) => `************${number.replace(/\D/g, '').slice(-4)}`);
