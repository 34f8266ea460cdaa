/** 12 to 19 digits, together or in groups; not the end of a UUID, nor decimal places. */
const CARD =
  /(?:(?<=%[\da-f]{2})|(?<![^\W_]|\d\.|[\da-f]{4}-))\d(?:[ -]?\d){11,18}(?![^\W_]|-[\da-f]{4}-)/gi;
const BEARER = /\b(Bearer)\s+[^\s"',;]+/gi;

/** '20261118-0530', '2026-11-18 05-30-00': a timestamp in the file names of a night. */
const INSTANT =
  /^20\d\d([ -]?)(?:0[1-9]|1[0-2])\1(?:[0-2]\d|3[01])[ -]?(?:[01]\d|2[0-3])[ -]?[0-5]\d(?:[ -]?[0-5]\d(?:\d{3})?)?$/;

/**
 * '70768501-20261117': an account and a date, as in Esso's file names of rates. Card numbers are
 * grouped by four.
 */
const DATED = /^\d{4,8}-20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;

/** '2026-10-01-2026-10-31', '2026-10-01 2026-10-31': the days of a statement or an export in its file's name. */
const PERIOD =
  /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[ -]20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Shorter secrets would match parts of ordinary words. */
const SHORTEST = 4;

/** Shared across the process: entry and handlers are bundled apart, each with a copy of this module. */
const KNOWN = Symbol.for('forecourt.secrets');

function known(): Set<string> {
  const home = globalThis as { [KNOWN]?: Set<string> };
  home[KNOWN] ??= new Set();
  return home[KNOWN];
}

/**
 * Registers a secret, which is then removed from all output, even when a server or a library quotes it.
 *
 * @param secret a password, or an authorization with or without 'Bearer'; shorter ones than 4 characters stay visible
 */
export function keepSecret(secret: string | undefined): void {
  const bare = secret?.trim().replace(/^Bearer\s+/i, '') ?? '';
  if (bare.length < SHORTEST) return;
  for (const form of [bare, JSON.stringify(bare).slice(1, -1), encodeURIComponent(bare)]) {
    known().add(form);
  }
}

/** Removes this run's authorization and password and nothing else: for data that was asked for. */
export function hideSecrets(text: string): string {
  let hidden = text;
  for (const secret of known()) hidden = hidden.replaceAll(secret, '••••');
  return hidden;
}

const maskCard = (digits: string): string =>
  [INSTANT, DATED, PERIOD].some((date) => date.test(digits))
    ? digits
    : `•••• ${digits.replace(/\D/g, '').slice(-4)}`;

/**
 * Returns a text for standard error, a report or a journal with its card numbers, authorizations and registered secrets
 * masked. Lower layers mask their own messages; this also covers what a server, a file name or a library puts into one.
 *
 * @param text any text
 */
export const redact = (text: string): string =>
  hideSecrets(text.replace(BEARER, '$1 ••••')).replace(CARD, maskCard);

/** Serializes to JSON with every text redacted. */
export const redactedJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'string' ? redact(part) : part), indent);

const INVOICE = 'invoice_number';

/** The invoice numbers of a result that look like card numbers: '4124-2026-11-30' of a company '42'. */
function invoiceNumbers(result: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  JSON.stringify(result, (name, part) => {
    if (name === INVOICE && typeof part === 'string' && redact(part) !== part) found.add(part);
    return part;
  });
  return found;
}

/** Redacts texts of a result, except for the invoice numbers in it: they are no secret, and what was asked for. */
function redactorOf(result: unknown): (text: string) => string {
  const numbers = [...invoiceNumbers(result)].map((number) => number.replace(/[^\w ]/g, '\\$&'));
  if (numbers.length === 0) return redact;
  const whole = new RegExp(`(?<![\\w-])(${numbers.join('|')})(?![\\w-])`);
  return (text) =>
    text
      .split(whole)
      .map((part, index) => (index % 2 === 1 ? hideSecrets(part) : redact(part)))
      .join('');
}

/**
 * Returns the text of a result as `redact` does, except that the invoice numbers in the result stay.
 *
 * @param text any text
 * @param result the result that the text is about, as JSON would have it
 */
export const redactResult = (text: string, result: unknown): string => redactorOf(result)(text);

/** Serializes a result to JSON with every text redacted as by `redactResult`. */
export function redactedResult(result: unknown): string {
  // Looks for the numbers once: a result may have thousands of texts.
  const redacted = redactorOf(result);
  return JSON.stringify(result, (_, part) => (typeof part === 'string' ? redacted(part) : part));
}
