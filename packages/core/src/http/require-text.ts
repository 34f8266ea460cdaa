/** Throws a TypeError for what is no text, as a caller without types may give it: 'An id is text, not 12.' */
export function requireText(text: string, what: string): void {
  if (typeof text !== 'string') throw new TypeError(`${what} is text, not ${text}.`);
}
