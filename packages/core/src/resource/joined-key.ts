/**
 * Joins several ids into one key, for a choice that is sent as more than one id: 'a/b'. The ids themselves
 * may contain '/'.
 */
export const joinKey = (ids: readonly string[]): string => ids.map(encodeURIComponent).join('/');

/** Returns the id at a position of a joined key, or '' if it is missing or malformed. */
export function idOf(key: string, position: number): string {
  const part = key.split('/')[position] ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
