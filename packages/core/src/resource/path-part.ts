import { requireText } from '../http/require-text.ts';

/**
 * Returns an id as one part of a call's path. Throws a TypeError for an id that would name another path: an empty or
 * blank one names the list, '.' and '..' a folder above; and for what is no text.
 */
export function pathPart(id: string): string {
  requireText(id, 'An id');
  const text = id.trim();
  if (text === '') throw new TypeError('The id is empty.');
  if (text === '.' || text === '..') throw new TypeError(`'${text}' is not an id.`);
  return encodeURIComponent(id);
}
