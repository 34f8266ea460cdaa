import { localToday, TRUCK_CARE_PRODUCTS } from '@forecourt/core';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { money, quantity } from '../amounts.ts';
import { addDays } from '../days.ts';
import type { TruckCareRows } from '../db/schema-rows.ts';
import {
  type AskedRows,
  type ComputedRows,
  fieldsOf,
  type ListDefinition,
} from '../lists/list-definition.ts';
import { takeDays } from '../lists/match.ts';

/** Days that are added up unless others are asked for, up to the last one. */
const DAYS = 30;

function kindSql(): RawBuilder<string> {
  const whens = TRUCK_CARE_PRODUCTS.map(
    ({ kind, product }) => sql`when ${sql.lit(product)} then ${sql.lit(kind)}`,
  );
  return sql<string>`case product ${sql.join(whens, sql` `)} end`;
}

/**
 * Adds up the purchases of a period by vehicle, product, currency and unit; days are the station's. Only the account's
 * own are added up. They are kept by day for this: over a million purchases the lines themselves took 0.25 s on SQLite
 * and 1.1 s on PostgreSQL each time, and an index of them still twice as long as this (decision 71).
 */
async function spend({ account, request, services }: AskedRows): Promise<ComputedRows> {
  const { from, rest, to } = takeDays(request, 'last_date');
  const last = to ?? localToday(services.now(), services.timeZone);
  const first = from ?? addDays(last, 1 - DAYS);
  const own = account.companyId === null ? sql`1 = 1` : sql`company_id = ${account.companyId}`;
  const total = (column: string) => sql`cast(sum(${sql.ref(column)}) as bigint)`;
  return {
    request: rest,
    rows: sql`select summed.*, ${kindSql()} as kind, coalesce(companies.name, written) as company_name,
        row_number() over (order by summed.currency desc, amount_minor, last_date, summed.id) as standing,
        cast(${first} as text) as from_date, cast(${last} as text) as to_date
      from (
        select min(line_id) as id, company_id, max(company_name) as written, unit_number, product, currency, unit,
          count(*) as purchases, ${total('quantity_e3')} as quantity_e3, ${total('amount_minor')} as amount_minor,
          max(day) as last_date
        from truck_care_purchases where day >= ${first} and day <= ${last} and ${own}
        group by company_id, case when company_id is null then company_name else '' end, unit_number, product,
          currency, unit) summed
      left join companies on companies.id = summed.company_id`,
  };
}

/** Spend on oil, DEF and non-highway products by vehicle (SHELL-11). */
export const TRUCK_CARE_LIST: ListDefinition<'truck_care_rows'> = {
  table: 'truck_care_rows',
  computed: spend,
  fields: {
    ...fieldsOf({
      text: 'unit_number company_name kind product currency unit',
      day: 'last_date from_date to_date',
      whole: 'purchases',
      quantity: { quantity: 'quantity_e3' },
    }),
    // An amount is compared with those of its currency only.
    amount: { column: 'amount_minor', kind: 'money', placed: 'standing' },
  },
  dateField: 'last_date',
  order: { field: 'amount', direction: 'desc' },
  scoped: true,
};

export const presentTruckCare = (row: Selectable<TruckCareRows>) => ({
  id: Number(row.id),
  unit_number: row.unit_number,
  company_name: row.company_name,
  kind: row.kind,
  product: row.product,
  purchases: Number(row.purchases),
  quantity: quantity(Number(row.quantity_e3)),
  unit: row.unit,
  amount: money(Number(row.amount_minor)),
  currency: row.currency,
  last_date: row.last_date,
  from_date: row.from_date,
  to_date: row.to_date,
});
