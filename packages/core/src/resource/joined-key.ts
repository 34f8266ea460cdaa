/**
 * Several ids in one key of a choice, where what is chosen is sent as more than one: 'a/b'. Ids may
 * hold a '/' of their own.
 */
export const joinKey = (ids: readonly string[]): string => ids.map(encodeURIComponent).join('/');

/** The ids of a joined key, in order; '' where one is missing or the key is none. */
export function idOf(key: string, position: number): string {
  const part = key.split('/')[position] ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
