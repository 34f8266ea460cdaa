import { readScaled } from '../cells/number.ts';
import { SCALE } from '../fields.ts';
import type { FormerRate } from './rate.types.ts';

const DEFAULT_MAX_CHANGE = 10;

/** What a price is for: a site, and a product by code and kind. */
export interface PricedProduct {
  readonly site: string;
  readonly productCode: string;
  readonly product: string;
}

const keyOf = (site: string, product: string) => `${site.toUpperCase()}|${product.toUpperCase()}`;

/** The previous set of rates. */
export class FormerRates {
  /** In percent of the former price. */
  readonly maxChange: number;
  /** Scaled prices by site and code, or by site and product. */
  private readonly prices = new Map<string, { readonly rate: FormerRate; prices: number[] }>();
  private readonly seen = new Set<string>();
  private readonly sites = new Set<string>();

  /** Throws a RangeError for an invalid price or percentage. */
  constructor(former: readonly FormerRate[] = [], maxChange: number = DEFAULT_MAX_CHANGE) {
    if (!(maxChange > 0)) {
      throw new RangeError(`maxChangePercent must be more than 0, not ${maxChange}.`);
    }
    this.maxChange = maxChange;
    for (const rate of former) {
      const price = readScaled(rate.price, SCALE.price, { rule: null });
      if (!(price > 0)) {
        throw new RangeError(
          `The former price of ${rate.product} at site ${rate.site} is '${rate.price}'; a price in dollars is expected.`,
        );
      }
      const key = keyOf(rate.site, rate.productCode ?? rate.product);
      const known = this.prices.get(key);
      if (known) known.prices.push(price);
      else this.prices.set(key, { rate, prices: [price] });
    }
  }

  /** Records that a file has a row for a site's product, by code and by kind. */
  see({ site, productCode, product }: PricedProduct): void {
    this.sites.add(site.toUpperCase());
    this.seen.add(keyOf(site, productCode));
    this.seen.add(keyOf(site, product));
  }

  /** Returns the closest former price if the new one differs from it by too much, otherwise undefined. */
  movedFrom({ site, productCode, product }: PricedProduct, price: number): number | undefined {
    const known =
      this.prices.get(keyOf(site, productCode)) ?? this.prices.get(keyOf(site, product));
    if (!known) return undefined;
    const distance = (former: number) => Math.abs(price - former);
    const nearest = known.prices.reduce((best, next) =>
      distance(next) < distance(best) ? next : best,
    );
    return distance(nearest) * 100 > this.maxChange * nearest ? nearest : undefined;
  }

  /** Sites, and products of sites that are still listed, without a price: '59467', '03310 DEF'. */
  get missing(): readonly string[] {
    const missing = [...this.prices].filter(([key]) => !this.seen.has(key));
    const named = missing.map(([, { rate }]) =>
      this.sites.has(rate.site.toUpperCase())
        ? `${rate.site} ${rate.productCode ?? rate.product}`
        : rate.site,
    );
    return [...new Set(named)];
  }
}
