import { COMMON_PRODUCTS } from '../../layouts/products.ts';
import type { RateLayoutInput } from '../rate-layout.schema.ts';

/** Pipeline rates: dollars per litre of diesel, below a row that states the days they apply. */
export const pipelineRates: RateLayoutInput = {
  content: 'rates',
  provider: 'Pipeline',
  currency: 'CAD',
  currencyCodes: { CAD: 'CAD', CN: 'CAD', CA: 'CAD', USD: 'USD', US: 'USD' },
  unit: 'L',
  product: 'DIESEL',
  effective: [{ in: 'above', label: 'Effective', formats: ['YYYY-MM-DD', 'MM/DD/YYYY'] }],
  columns: [
    { header: 'Site', aliases: ['Site #'], field: 'site', required: true, filled: true },
    { header: 'Name', aliases: ['Site Name'], field: 'siteName' },
    { header: 'City', field: 'city' },
    { header: 'Prov', aliases: ['Province'], field: 'province', required: true, filled: true },
    { header: 'Prod', aliases: ['Product'], field: 'product', filled: true },
    { header: 'Cost', field: 'cost', required: true },
    { header: 'Freight', field: 'freight', required: true },
    { header: 'Base', field: 'netPrice', required: true, filled: true },
    { header: 'FET', field: 'fet', required: true },
    { header: 'PFT', field: 'pft', required: true },
    { header: 'PCT', field: 'pct' },
    { header: 'Local', field: 'local' },
    { header: 'Fuel', field: 'price', required: true, filled: true },
    { header: 'SalesTax', field: 'gstHst', required: true },
    { header: 'InTax', field: 'withGst' },
    { header: 'QST', field: 'pstQst', required: true },
    { header: 'Retail', field: 'retail' },
    { header: 'Your', aliases: ['Your Price'], field: 'total', required: true, filled: true },
    { header: 'Savings', field: 'savings' },
    { header: 'Cur', aliases: ['Currency'], field: 'currency' },
  ],
  sums: [
    { of: 'netPrice', plus: ['cost', 'freight'] },
    { of: 'price', plus: ['netPrice', 'fet', 'pft', 'pct', 'local'] },
    { of: 'withGst', plus: ['price', 'gstHst'] },
    { of: 'total', plus: ['price', 'gstHst', 'pstQst'] },
    { of: 'savings', plus: ['retail'], minus: ['total'] },
  ],
  products: COMMON_PRODUCTS,
  signature: ['Base', 'Fuel', 'InTax', 'Your'],
};
