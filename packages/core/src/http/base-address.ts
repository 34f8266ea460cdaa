/**
 * Returns the service's address, or undefined if it isn't one of http or https. A page's own address is the base of a
 * relative one.
 */
export function baseAddress(baseUrl: string): URL | undefined {
  const page = (globalThis as { readonly location?: { readonly href?: string } }).location?.href;
  const url = URL.canParse(baseUrl, page) ? new URL(baseUrl, page) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}
