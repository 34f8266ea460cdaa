import {
  federalExciseOn,
  type Province,
  provincialFuelTaxes,
  type SalesTaxRates,
  salesTaxOn,
} from '@forecourt/core/provider-files';

/** In hundred-thousandths: of a dollar a litre, or of the price. */
interface DieselTaxes extends SalesTaxRates {
  readonly fet: number;
  readonly pft: number;
}

/** What a litre of diesel carries on a day, by province; nothing in the United States. */
export function dieselTaxes(province: string, day: string): DieselTaxes {
  const at = province as Province;
  return {
    fet: federalExciseOn('diesel', day),
    pft: provincialFuelTaxes('diesel', at, day)[0] ?? 0,
    ...salesTaxOn(at, day),
  };
}
