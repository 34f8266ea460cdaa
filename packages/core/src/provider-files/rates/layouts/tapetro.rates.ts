import { COMMON_PRODUCTS } from '../../layouts/products.ts';
import type { RateLayoutInput } from '../rate-layout.schema.ts';

/** TA-Petro rates: US dollars per gallon with all taxes; each row prices a fuel and DEF. */
export const tapetroRates: RateLayoutInput = {
  content: 'rates',
  provider: 'TA-Petro',
  currency: 'USD',
  unit: 'USG',
  secondProduct: 'BULK DEF',
  effective: [
    {
      in: 'above',
      label: 'Effective',
      formats: ['MMMM Do, YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD'],
    },
  ],
  columns: [
    { header: 'Loc #', field: 'site', required: true, filled: true },
    { header: 'Travel Center', field: 'siteName' },
    { header: 'ST', aliases: ['State'], field: 'province', required: true, filled: true },
    { header: 'City/State', field: 'city' },
    {
      header: 'Product Dispensed',
      aliases: ['Product'],
      field: 'product',
      required: true,
      filled: true,
    },
    { header: 'Retail Fuel Price', aliases: ['Retail Price'], field: 'retail' },
    {
      header: 'Fuel Price',
      field: 'price',
      also: ['total'],
      required: true,
      filled: true,
    },
    { header: 'Savings Total', field: 'savings' },
    { header: 'Bulk DEF Price', field: 'secondPrice' },
    { header: 'Currency', aliases: ['Cur'], field: 'currency' },
  ],
  ignored: [
    'Loc Type',
    'Merchant ID',
    'Rack ID',
    'Index',
    'Freight',
    'IBP Fuel Price',
    'Retail Price',
  ],
  sums: [{ of: 'savings', plus: ['retail'], minus: ['price'] }],
  products: COMMON_PRODUCTS,
  signature: ['Loc #', 'Travel Center', 'Product Dispensed', 'Fuel Price'],
};
