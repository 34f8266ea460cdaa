import { COMMON_PRODUCTS } from '../../layouts/products.ts';
import type { RateLayoutInput } from '../rate-layout.schema.ts';

/** Esso rates: cents per litre, in files named after the day before they apply. */
export const essoRates: RateLayoutInput = {
  content: 'rates',
  provider: 'Esso',
  currency: 'CAD',
  unit: 'L',
  printedIn: 'cents',
  effective: [
    { in: 'above', label: 'Effective', formats: ['MM/DD/YYYY', 'YYYY-MM-DD'] },
    { in: 'fileName', formats: ['YYYYMMDD', 'YYYY-MM-DD'], addDays: 1 },
  ],
  columns: [
    {
      header: 'SITE NUMBER',
      aliases: ['SITE'],
      field: 'site',
      digits: 5,
      required: true,
      filled: true,
    },
    { header: 'NAME', field: 'siteName' },
    { header: 'LOCATION', field: 'city' },
    { header: 'PROV.', aliases: ['PROVINCE'], field: 'province', required: true, filled: true },
    { header: 'PRODUCT', field: 'product', required: true, filled: true },
    { header: 'NET PRICE', field: 'netPrice', places: 2, required: true, filled: true },
    { header: 'FET', field: 'fet', places: 2, required: true },
    { header: 'PFT', field: 'pft', places: 2, required: true },
    { header: 'PCT', field: 'pct', places: 2 },
    { header: 'LOCAL', field: 'local', places: 2 },
    { header: 'PRICE/LTR.', field: 'price', places: 2, required: true, filled: true },
    { header: 'GST/HST/FNT', aliases: ['GST/HST'], field: 'gstHst', places: 2, required: true },
    { header: 'PST/QST', field: 'pstQst', places: 2, required: true },
    { header: 'TOTAL PRICE', field: 'total', places: 2, required: true, filled: true },
    { header: 'CURRENCY', aliases: ['CUR'], field: 'currency' },
  ],
  ignored: ['PRICE CHANGE'],
  sums: [
    { of: 'price', plus: ['netPrice', 'fet', 'pft', 'pct', 'local'] },
    { of: 'total', plus: ['price', 'gstHst', 'pstQst'] },
  ],
  products: COMMON_PRODUCTS,
  signature: ['SITE NUMBER', 'NET PRICE', 'PRICE/LTR', 'TOTAL PRICE'],
};
