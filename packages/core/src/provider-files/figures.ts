import type { TaxedFuel } from './tax-tables.ts';
import type { Product } from './types.ts';

/** One product of a row with its numbers, before it becomes a line. */
export interface Figures {
  readonly product: Product;
  readonly productCode: string;
  readonly description: string;
  readonly saleType: string;
  /** By the indices of `N`, scaled; NaN where absent. */
  readonly n: number[];
  /** Column of each number, for the cell of an issue. */
  readonly columns: readonly number[];
}

const VOLUME: ReadonlySet<Product> = new Set([
  'DIESEL',
  'DIESEL_BIO',
  'DYED',
  'REEFER',
  'DEF',
  'GASOLINE',
] as const);

/** True for products sold by litre or gallon; only they count in volumes. */
export function hasVolume(product: Product): boolean {
  return VOLUME.has(product);
}

/** The fuel whose taxes a product bears by a fixed rate; undefined where use or place decides. */
export function taxedFuel(product: Product): TaxedFuel | undefined {
  if (product === 'GASOLINE') return 'gasoline';
  return product === 'DIESEL' || product === 'DIESEL_BIO' ? 'diesel' : undefined;
}
