import { maskSecrets } from '../http/mask-secrets.ts';

/** In place of a secret. */
export const HIDDEN = '***';

const USER_INFO = /(\b[a-z][a-z\d+.-]*:\/\/)[^\s/@]+@/gi;
const JWT = /\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g;
/** A header of its own, up to the end of its line. */
const HEADER =
  /\b(authorization|proxy-authorization|(?:set-)?cookie|x-api-key|x-auth-token)(["']?\s*:\s*["']?)(?!Bearer |Basic )[^\r\n"']+/gi;
const NAMED_SECRET =
  /((?:\b|_)(?:\w*passw(?:or)?d|passphrase|pwd|\w*secret|\w*token|api[-_]?key|session_?id|sid)[\\"']*\s*(?:=|:|%3D|%3A)\s*[\\"']*)[^\s"'&;,)}\]\\]+/gi;
const NAMED_CARD = /(card[-_ ]?(?:number|no)["']?\s*[:=]{1,2}\s*["']?)(\d[\d -]{3,}\d)/gi;
/** Digits that could be a short card number, known by its name elsewhere. */
const SHORT = /(?<![\w.*])\d{5,11}(?![\w*])/g;

/** A secret shorter than this would hide parts of ordinary words. */
const SHORTEST = 4;
/** Short card numbers that are remembered; the longer ones are known by their length. */
const MOST_CARDS = 10_000;
/** Forms of secrets that are remembered, three for each: more than anybody types in one run. */
const MOST_SECRETS = 3000;
const stars = (digits: string): string =>
  `${'*'.repeat(Math.max(digits.length - 4, 4))}${digits.slice(-4)}`;

/**
 * Hides secrets and card numbers in texts: by their form, by the name before them, and by what is known of this run. A
 * password that was typed is hidden in every later text.
 */
export function createTextMasker(more: (text: string) => string) {
  const secrets = new Set<string>();
  const cards = new Set<string>();

  function keepSecret(secret: string): void {
    const bare = secret.trim().replace(/^(?:Bearer|Basic)\s+/i, '');
    if (bare.length < SHORTEST || bare === HIDDEN || secrets.size > MOST_SECRETS) return;
    for (const form of [bare, JSON.stringify(bare).slice(1, -1), encodeURIComponent(bare)]) {
      secrets.add(form);
    }
  }

  const cardText = (text: string): string =>
    text.replace(/\d[\d -]{3,}\d/g, (found) => {
      const digits = found.replace(/\D/g, '');
      if (digits.length < 12 && cards.size < MOST_CARDS) cards.add(digits);
      return stars(digits);
    });

  function text(plain: string): string {
    let hidden = more(plain);
    for (const secret of secrets) hidden = hidden.replaceAll(secret, HIDDEN);
    if (!/[\d@=:%.]|earer|asic/.test(hidden)) return hidden;
    hidden = maskSecrets(
      hidden
        .replace(USER_INFO, `$1${HIDDEN}@`)
        .replace(JWT, HIDDEN)
        .replace(HEADER, `$1$2${HIDDEN}`)
        .replace(NAMED_SECRET, `$1${HIDDEN}`),
    ).replace(NAMED_CARD, (_, name: string, digits: string) => name + cardText(digits));
    return cards.size === 0
      ? hidden
      : hidden.replace(SHORT, (digits) => (cards.has(digits) ? stars(digits) : digits));
  }

  return {
    text,
    /** Masks all but the last four digits of a card number. */
    cardText,
    keepSecret,
    /** Remembers a short card number, or what stands for it in a replay. */
    keepCard: (digits: string) => void cards.add(digits),
  };
}
