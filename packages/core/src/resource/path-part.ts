/** Throws a TypeError for an id that is no text, as a caller without types may give it. */
export function requireText(id: string): void {
  if (typeof id !== 'string') throw new TypeError(`An id is text, such as '12', not ${id}.`);
}

/**
 * Returns an id as one part of a call's path. Throws a TypeError for an id that would name another path: an empty or
 * blank one names the list, '.' and '..' a folder above; and for what is no text.
 */
export function pathPart(id: string): string {
  requireText(id);
  const text = id.trim();
  if (text === '') throw new TypeError('The id is empty.');
  if (text === '.' || text === '..') throw new TypeError(`'${text}' is not an id.`);
  return encodeURIComponent(id);
}
