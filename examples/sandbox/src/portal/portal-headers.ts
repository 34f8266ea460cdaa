/**
 * Where a brand may have images of its own: an address of https, with {s} for one of several hosts, or of
 * this machine.
 */
const HOST =
  /^(?:https:\/\/(\{s\}\.)?([a-z0-9][a-z0-9.-]*(?::\d+)?)|(http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?))(?:[/?]|$)/i;

interface BrandImages {
  readonly logo?: unknown;
  readonly favicon?: unknown;
  readonly map?: { readonly tiles?: unknown } | null;
}

/** The hosts that images come from, as the policy names them: 'https://*.tiles.example'. */
function imageHosts(brands: unknown): string[] {
  if (!Array.isArray(brands)) return [];
  const addresses = brands.flatMap((brand: BrandImages | null) => [
    brand?.logo,
    brand?.favicon,
    brand?.map?.tiles,
  ]);
  const hosts = addresses.flatMap((address) => {
    const [, several, host, local] = (typeof address === 'string' && HOST.exec(address)) || [];
    if (local) return [local.toLowerCase()];
    return host ? [`https://${several ? '*.' : ''}${host.toLowerCase()}`] : [];
  });
  return [...new Set(hosts)];
}

/** Allows nothing else: no inline script or style, no eval, no frame, no other host. */
const contentSecurity = (brands: unknown): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...imageHosts(brands)].join(' '),
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Headers of the portal's page and files, which any other server of it must also send. */
export const portalHeaders = (brands: unknown): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurity(brands),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
});
