/** 12 to 19 digits, alone or in groups: a card number, as far as anyone can tell. */
const CARD = /(?:(?<=%[\da-f]{2})|(?<![^\W_]|\.))\d(?:[ -]?\d){11,18}(?![^\W_])/gi;
const AUTHORIZATION = /\b(Bearer|Basic)\s+[\w~+/.=-]+/gi;

/**
 * Text that may be shown and logged: card numbers keep their last four digits, authorizations nothing
 * (WIRE-03).
 * @example maskSecrets('card 5600171234565373') // 'card ************5373'
 */
export const maskSecrets = (text: string): string =>
  text
    .replace(AUTHORIZATION, '$1 ***')
    .replace(CARD, (number) => `************${number.replace(/\D/g, '').slice(-4)}`);
