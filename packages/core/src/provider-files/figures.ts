import type { TaxedFuel } from './tax-tables.ts';
import type { Product } from './types.ts';

/** One product of a row with its numbers, before it becomes a line. */
export interface Figures {
  readonly product: Product;
  readonly productCode: string;
  readonly description: string;
  readonly saleType: string;
  /** Scaled values at the indices of `N`; NaN if missing. */
  readonly n: number[];
  /** Column of each number, to locate issues. */
  readonly columns: readonly number[];
}

/** Returns the column of a number of `N`: a plan has one for each, -1 for a number that its file doesn't have. */
export const columnOf = (columns: readonly number[], number: number): number =>
  columns[number] as number;

const VOLUME: ReadonlySet<Product> = new Set([
  'DIESEL',
  'DIESEL_BIO',
  'DYED',
  'REEFER',
  'DEF',
  'GASOLINE',
] as const);

/** Returns whether a product is sold by litre or gallon; only those count in volumes. */
export function hasVolume(product: Product): boolean {
  return VOLUME.has(product);
}

/** Returns the fuel whose fixed tax rates apply to a product; undefined if they depend on use or place. */
export function taxedFuel(product: Product): TaxedFuel | undefined {
  if (product === 'GASOLINE') return 'gasoline';
  return product === 'DIESEL' || product === 'DIESEL_BIO' ? 'diesel' : undefined;
}
