import { PRODUCTS, type Product } from '../../provider-files/types.ts';

/** Kinds of products that Truck Care adds up (SHELL-11). */
export const TRUCK_CARE_KINDS = ['Oil', 'DEF', 'Non-Highway'] as const;
/** One of these kinds. */
export type TruckCareKind = (typeof TRUCK_CARE_KINDS)[number];

/** What drives a vehicle on the highway, and what isn't a product. */
const LEFT_OUT: readonly Product[] = ['DIESEL', 'DIESEL_BIO', 'GASOLINE', 'CASH', 'FEE'];
const OWN: Readonly<Record<string, TruckCareKind>> = { OIL: 'Oil', DEF: 'DEF' };

/**
 * Canonical products of Truck Care with their kinds. Non-highway is what a purchase's form has under that heading
 * (TXN-07): fuel for reefers and dyed fuel, additives, washes, scales and the like.
 */
export const TRUCK_CARE_PRODUCTS: readonly {
  readonly product: Product;
  readonly kind: TruckCareKind;
}[] = PRODUCTS.filter((product) => !LEFT_OUT.includes(product)).map((product) => ({
  product,
  kind: OWN[product] ?? 'Non-Highway',
}));
