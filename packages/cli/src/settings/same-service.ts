const API_PATH = '/api/v1';

/**
 * Returns an address of the service at its host: without a path, or with /api/v1, where it is looked for if the address has
 * none. Undefined for an address with another path.
 */
export function hostOf(baseUrl: string): string | undefined {
  const bare = baseUrl.endsWith(API_PATH) ? baseUrl.slice(0, -API_PATH.length) : baseUrl;
  return new URL(bare).pathname === '/' ? bare : undefined;
}

/** Whether two addresses are of one service. */
export const sameService = (one: string, other: string): boolean =>
  one === other || (hostOf(one) !== undefined && hostOf(one) === hostOf(other));

/** One address for all that are of one service, for what is kept by it. */
export function knownAddress(baseUrl: string): string {
  const host = hostOf(baseUrl);
  return host === undefined ? baseUrl : `${host}${API_PATH}`;
}
