import type { Selectable } from 'kysely';
import { price } from '../amounts.ts';
import type { RateRows } from '../db/schema-rows.ts';
import { fieldsOf, type ListDefinition } from '../lists/list-definition.ts';
import { STATES_BY_NAME } from '../reference/places.ts';

/** Stored rates with the change from the previous day (RATE-03). */
export const RATE_LIST: ListDefinition<'rate_rows'> = {
  table: 'rate_rows',
  fields: {
    ...fieldsOf({
      whole: 'id',
      text: 'provider site_number site_name city product product_code currency unit',
      day: 'effective_date effective_to',
      price: {
        net_price: 'net_price_e5',
        price: 'price_e5',
        former_price: 'former_price_e5',
        price_change: 'price_change_e5',
        retail_price: 'retail_price_e5',
        total_price: 'total_price_e5',
      },
    }),
    province: { column: 'province', kind: 'text', sequence: STATES_BY_NAME },
  },
  dateField: 'effective_date',
  order: { field: 'effective_date', direction: 'desc' },
  scoped: false,
};

const priceOrNone = (e5: number | null): number | null => (e5 === null ? null : price(Number(e5)));

export const presentRate = (row: Selectable<RateRows>) => ({
  id: row.id,
  provider: row.provider,
  effective_date: row.effective_date,
  effective_to: row.effective_to === '' ? row.effective_date : row.effective_to,
  site_number: row.site_number,
  site_name: row.site_name,
  city: row.city,
  province: row.province,
  product: row.product,
  product_code: row.product_code,
  currency: row.currency,
  unit: row.unit,
  net_price: price(row.net_price_e5),
  price: price(row.price_e5),
  former_price: priceOrNone(row.former_price_e5),
  price_change: priceOrNone(row.price_change_e5),
  retail_price: price(row.retail_price_e5),
  total_price: price(row.total_price_e5),
});
