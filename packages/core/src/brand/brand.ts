/** A brand as the sender of documents and e-mails. */
export interface BrandSender {
  /** Legal name: 'Harbour Petroleum Ltd.'; the brand's name if left out. */
  readonly name?: string;
  /** Lines of the postal address. */
  readonly address?: readonly string[];
  readonly phone?: string;
  readonly email?: string;
  /** GST/HST and QST numbers. */
  readonly taxNumber?: string;
  readonly quebecTaxNumber?: string;
  /** Where cheques go, in one line. */
  readonly cheques?: string;
  /** Accounts to pay into, by currency. */
  readonly accounts?: { readonly CAD?: string; readonly USD?: string };
}

/** One brand of the product, as data. A deployment supplies its own list in `/brands.json` (SHELL-09). */
export interface BrandConfig {
  /** Short id, also the theme's name: 'harbour'. */
  readonly id: string;
  readonly name: string;
  /** Exact host names ('fuel.example.com') or suffixes ('.example.com'). */
  readonly hosts: readonly string[];
  /** Used when no host matches; without a fallback, the first brand is used. */
  readonly fallback?: boolean;
  /** Image URLs, relative to the portal. */
  readonly logo: string;
  readonly favicon: string;
  /** External pages that the login screen links to (AUTH-01). */
  readonly signUpUrl?: string;
  readonly forgotPasswordUrl?: string;
  /** Shows a proof of work next to the form that registers a company; nothing depends on it (COMP-04). */
  readonly captcha?: boolean;
  /** Map tiles (TXN-09). Without them, the map is drawn from outlines bundled with the portal. */
  readonly map?: {
    /** URL template with {z}, {x} and {y}; {s} for one of several hosts, {key} for the key. */
    readonly tiles: string;
    readonly key?: string;
    /** Plain text, as required by the provider of the tiles. */
    readonly attribution?: string;
  };
  /** Who sends invoices, reports and e-mails; what is left out is the backend's own sender (INV-13). */
  readonly sender?: BrandSender;
  /**
   * Colours beyond the theme, applied without a rebuild: token → its light and dark values as six-digit
   * hex, `{"accent": ["#94400f", "#eb9a52"]}`.
   */
  readonly colors?: Readonly<Record<string, readonly [light: string, dark: string]>>;
}

const matchLength = (brand: BrandConfig, host: string): number =>
  Math.max(
    -1,
    ...brand.hosts.map((pattern) => {
      const wanted = pattern.toLowerCase();
      if (wanted === host) return Number.POSITIVE_INFINITY;
      const suffix = wanted.startsWith('.') ? wanted : `.${wanted}`;
      return host.endsWith(suffix) ? suffix.length : -1;
    }),
  );

/**
 * Returns the brand of a host: exact match, then the longest suffix, then the fallback (SHELL-09). The host
 * may include a port. Returns undefined only for an empty list.
 *
 * @param brands the brands that are known
 * @param host a host name, or what a `Host` header says
 */
export function matchBrand(brands: readonly BrandConfig[], host: string): BrandConfig | undefined {
  const bare = host.toLowerCase().replace(/:\d+$/, '');
  const [best] = brands
    .map((brand) => ({ brand, length: matchLength(brand, bare) }))
    .filter(({ length }) => length >= 0)
    .sort((left, right) => right.length - left.length);
  return best?.brand ?? brands.find((brand) => brand.fallback === true) ?? brands[0];
}

/**
 * Returns the title of the document: 'Welcome to Forecourt' (SHELL-09).
 *
 * @param brand the brand that is shown
 */
export const documentTitle = (brand: BrandConfig): string => `Welcome to ${brand.name}`;

/** Made-up brands for deployments without a list of their own. */
export const BUILT_IN_BRANDS: readonly BrandConfig[] = [
  {
    id: 'forecourt',
    name: 'Forecourt',
    hosts: ['localhost', '127.0.0.1'],
    fallback: true,
    logo: '/brands/forecourt.svg',
    favicon: '/brands/forecourt-icon.svg',
    signUpUrl: 'https://example.com/forecourt/sign-up',
    forgotPasswordUrl: 'https://example.com/forecourt/forgot-password',
  },
  {
    id: 'harbour',
    name: 'Harbour Petroleum',
    hosts: ['harbour.localhost', '.harbour.example'],
    logo: '/brands/harbour.svg',
    favicon: '/brands/harbour-icon.svg',
    signUpUrl: 'https://harbour.example/sign-up',
    forgotPasswordUrl: 'https://harbour.example/forgot-password',
    captcha: true,
  },
  {
    id: 'prairie',
    name: 'Prairie Fuels',
    hosts: ['prairie.localhost', '.prairie.example'],
    logo: '/brands/prairie.svg',
    favicon: '/brands/prairie-icon.svg',
    signUpUrl: 'https://prairie.example/sign-up',
    forgotPasswordUrl: 'https://prairie.example/forgot-password',
  },
  {
    id: 'northline',
    name: 'Northline Energy',
    hosts: ['northline.localhost', '.northline.example'],
    logo: '/brands/northline.svg',
    favicon: '/brands/northline-icon.svg',
    signUpUrl: 'https://northline.example/sign-up',
    forgotPasswordUrl: 'https://northline.example/forgot-password',
  },
];
