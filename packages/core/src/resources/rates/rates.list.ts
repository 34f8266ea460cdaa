import * as z from 'zod/mini';
import { MESSAGES } from '../../messages/messages.ts';
import { RATE_PROVIDERS } from '../../provider-files/types.ts';
import { ownNames, UNITS } from '../../resource/own-names.ts';
import type { ColumnNames, ListedResource } from '../../resource/resource.types.ts';
import { rowExport } from '../../resource/row-export.ts';
import { day, decimal, text } from '../../resource/wire-values.ts';
import { rateMeta } from './rates.meta.ts';

/** A site's price of a product from a given day, in the site's currency and unit (RATE-03). */
const rateSchema = z.object({
  id: text(),
  provider: text(),
  /** First and last day of the price. */
  effective_date: day(),
  effective_to: day(),
  site_number: text(),
  site_name: text(),
  city: text(),
  province: text(),
  product: text(),
  product_code: text(),
  currency: text(),
  /** L or USG. */
  unit: text(),
  /** Before all taxes. */
  net_price: decimal(),
  /** With fuel taxes. */
  price: decimal(),
  /** The previous price of the same site and product; null for the first. */
  former_price: decimal(),
  /** `price` minus `former_price`; null for the first. */
  price_change: decimal(),
  retail_price: decimal(),
  /** With all taxes. */
  total_price: decimal(),
});

/**
 * A stored daily rate of a site's product.
 * @useDeclaredType
 */
export interface StoredRate extends z.output<typeof rateSchema> {}

const PROVIDERS = ownNames(RATE_PROVIDERS);

export const rateList = {
  ...rateMeta,
  schema: rateSchema,
  id: (row) => row.id ?? '',
  list: {
    title: 'Stored Rates',
    path: 'daily-rates',
    dateField: 'effective_date',
    columns: [
      { field: 'effective_date', label: 'Day', kind: 'day' },
      { field: 'provider', label: 'Provider', kind: 'text', options: PROVIDERS },
      { field: 'site_number', label: 'Site Number', kind: 'code' },
      { field: 'site_name', label: 'Site', kind: 'text' },
      { field: 'province', label: 'Province', kind: 'province', reference: 'provinces' },
      { field: 'product_code', label: 'Product', kind: 'code', reference: 'products' },
      { field: 'price', label: 'Price', kind: 'price' },
      { field: 'former_price', label: 'Former Price', kind: 'price' },
      { field: 'price_change', label: 'Change', kind: 'price' },
      { field: 'total_price', label: 'With All Taxes', kind: 'price' },
      { field: 'currency', label: 'Currency', kind: 'code', reference: 'currencies' },
      { field: 'unit', label: 'Unit', kind: 'code', options: UNITS },
    ],
    brief: {
      names: ['site_name'],
      about: ['price', 'currency', 'unit', 'product_code', 'province', 'effective_date'],
    },
    texts: { none: MESSAGES.noRecordInTable, noRows: MESSAGES.noRecordInTable },
  },
  export: rowExport(rateMeta, 'daily-rates', 'Rates'),
} satisfies ListedResource<StoredRate>;

/** What the list is filtered and sorted by. */
export interface RateNames extends ColumnNames<typeof rateList> {}
