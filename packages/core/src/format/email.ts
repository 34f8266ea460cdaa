/** A part between the dots of a local part: RFC 5321's atom. */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
/** A part between the dots of a domain: letters, digits and inner hyphens, 63 at most. */
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const EMAIL = new RegExp(`^(?<local>${ATOM}(?:\\.${ATOM})*)@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`);
const MAX_EMAIL = 254;
const MAX_LOCAL = 64;

/**
 * Returns whether the text is an e-mail address: the one rule of form, command line and service (AUTH-01). It is
 * RFC 5321's `Dot-string@Domain` with at least two labels, in ASCII, at most 254 characters, 64 of them before the @.
 *
 * Quoted names, comments, addresses of hosts and domains of one label aren't e-mail addresses here: no customer has
 * one, and mail programs read them differently. Letters beyond ASCII aren't either, because two addresses could look
 * alike; an international domain is written as `xn--…`.
 *
 * @param text any text
 */
export function isEmail(text: string): boolean {
  if (text.length > MAX_EMAIL) return false;
  const local = EMAIL.exec(text)?.groups?.local;
  return local !== undefined && local.length <= MAX_LOCAL;
}
