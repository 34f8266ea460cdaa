import { localToday } from '@forecourt/core';
import { type Selectable, sql } from 'kysely';
import { price } from '../amounts.ts';
import { addDays } from '../days.ts';
import type { RateChangeRows } from '../db/schema-rows.ts';
import {
  type AskedRows,
  type ComputedRows,
  fieldsOf,
  type ListDefinition,
} from '../lists/list-definition.ts';
import { takeDays } from '../lists/match.ts';
import { STATES_BY_NAME } from '../reference/places.ts';
import { newestRated, ratesInForce } from './rates-in-force.ts';

/**
 * What differs between the rates of two days: the newest one with rates until `to`, and `from`, or the newest one with
 * rates before. A currency or unit that changed is another price.
 */
async function changes({ request, services }: AskedRows): Promise<ComputedRows> {
  const { now, store, timeZone } = services;
  const { from, rest, to = localToday(now(), timeZone) } = takeDays(request, 'day');
  const day = (await newestRated(store.read, to)) ?? to;
  const before = addDays(day, -1);
  const former =
    from !== undefined && from < day ? from : ((await newestRated(store.read, before)) ?? before);
  const earlier = await ratesInForce(store.read, former);
  const later = await ratesInForce(store.read, day);
  const either = (column: string) =>
    sql`coalesce(${sql.ref(`later.${column}`)}, ${sql.ref(`earlier.${column}`)}) as ${sql.ref(column)}`;
  const columns = sql`${sql.join(
    'id provider site_number site_name city province product_code currency unit'
      .split(' ')
      .map(either),
  )}, cast(${former} as text) as former_day, cast(${day} as text) as day,
        earlier.price_e5 as former_price_e5, later.price_e5 as later_price_e5,
        later.price_e5 - earlier.price_e5 as price_change_e5,
        case when earlier.id is null then 'New' when later.id is null then 'Gone'
          when later.price_e5 > earlier.price_e5 then 'Up' else 'Down' end as change`;
  const same = sql`later.provider = earlier.provider and later.site_number = earlier.site_number
    and later.product_code = earlier.product_code and later.currency = earlier.currency
    and later.unit = earlier.unit`;
  // SQLite compares each row with each other one in a full join.
  return {
    request: rest,
    rows: sql`with earlier as (${earlier}), later as (${later})
      select ${columns} from earlier left join later on ${same}
        where later.id is null or earlier.price_e5 <> later.price_e5
      union all
      select ${columns} from later left join earlier on ${same} where earlier.id is null`,
  };
}

/** What changed between two days of stored rates (RATE-03). */
export const RATE_CHANGE_LIST: ListDefinition<'rate_change_rows'> = {
  table: 'rate_change_rows',
  computed: changes,
  fields: {
    ...fieldsOf({
      text: 'provider site_number site_name city product_code change currency unit',
      day: 'former_day day',
      price: {
        former_price: 'former_price_e5',
        price: 'later_price_e5',
        price_change: 'price_change_e5',
      },
    }),
    province: { column: 'province', kind: 'text', sequence: STATES_BY_NAME },
  },
  dateField: 'day',
  order: { field: 'site_number', direction: 'asc' },
  scoped: false,
};

const priceOrNone = (e5: number | null): number | null => (e5 === null ? null : price(Number(e5)));

export const presentRateChange = (row: Selectable<RateChangeRows>) => ({
  id: Number(row.id),
  provider: row.provider,
  site_number: row.site_number,
  site_name: row.site_name,
  city: row.city,
  province: row.province,
  product_code: row.product_code,
  change: row.change,
  former_day: row.former_day,
  day: row.day,
  former_price: priceOrNone(row.former_price_e5),
  price: priceOrNone(row.later_price_e5),
  price_change: priceOrNone(row.price_change_e5),
  currency: row.currency,
  unit: row.unit,
});
