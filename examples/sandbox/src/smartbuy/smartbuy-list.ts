import { DEFAULT_THRESHOLDS, localToday } from '@forecourt/core';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { price } from '../amounts.ts';
import type { SmartBuyRows } from '../db/schema-rows.ts';
import type { Reader } from '../db/store.ts';
import {
  type AskedRows,
  type ComputedRows,
  fieldsOf,
  type ListDefinition,
} from '../lists/list-definition.ts';
import { takeDays } from '../lists/match.ts';
import { FUELS, markupsOn } from '../markups/mark-up.ts';
import { newestRated, ratesInForce } from '../rates/rates-in-force.ts';
import { STATES_BY_NAME } from '../reference/places.ts';
import type { Services } from '../services.ts';

/** 'TA-Petro' in rates is 'TAPetro' in purchases, stations and markups. */
const keyOf = (provider: string): string => provider.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

interface Company {
  readonly id: number;
  readonly name: string;
}

/** The company whose prices are asked for: an account's own, or the one that staff filter by. */
async function companyOf(
  read: Reader,
  { account, request }: AskedRows,
): Promise<Company | undefined> {
  const companies = read.selectFrom('companies').select(['id', 'name']);
  if (account.companyId !== null) {
    return companies.where('id', '=', account.companyId).executeTakeFirst();
  }
  const named = request.filters.filter(
    ({ field, match }) => field === 'company_name' && match === 'exact',
  );
  const [only] = named;
  if (named.length !== 1 || only === undefined) return undefined;
  return companies.where('name', '=', only.value).executeTakeFirst();
}

/** Products that a company's active cards may buy; undefined for all. */
async function allowedProducts(
  { store, thresholds = DEFAULT_THRESHOLDS }: Services,
  { id }: Company,
): Promise<readonly string[] | undefined> {
  const cards = await store.read
    .selectFrom('cards')
    .select('card_type')
    .distinct()
    .where('company_id', '=', id)
    .where('status', '=', 'ACTIVE')
    .where('card_status', '<>', 'HOLD')
    .execute();
  if (cards.length > 0 && thresholds.off?.includes('product')) return undefined;
  const lists = cards.map(({ card_type: type }) => thresholds.products?.[type]);
  // A type that isn't named buys everything.
  if (lists.some((list) => list === undefined)) return undefined;
  return [...new Set(lists.flatMap((list) => list ?? []))];
}

/** SQL of a rate's canonical product. */
const PRODUCT = sql`case when product <> '' then product else product_code end`;

/** SQL of what a company pays per unit above a rate's price. */
async function markupSql(
  read: Reader,
  company: Company | undefined,
  day: string,
  providers: readonly string[],
): Promise<RawBuilder<number>> {
  if (!company) return sql<number>`0`;
  const markups = await markupsOn(read, company.id, day);
  const whens = providers.flatMap((provider) => {
    const perUnit = markups.find((one) => keyOf(one.provider) === keyOf(provider))?.perUnit;
    return perUnit === undefined ? [] : [sql`when ${provider} then ${sql.lit(perUnit)}`];
  });
  if (whens.length === 0) return sql<number>`0`;
  const fuels = sql.join(FUELS.map((fuel) => sql.lit(fuel)));
  return sql<number>`case when product in (${fuels}) then case provider ${sql.join(whens, sql` `)} else 0 end else 0 end`;
}

/** SQL of a station's provider by that of a rate. */
function stationProvider(rated: readonly string[], known: readonly string[]): RawBuilder<string> {
  const whens = rated.flatMap((provider) => {
    const own = known.find((one) => keyOf(one) === keyOf(provider));
    return own === undefined || own === provider ? [] : [sql`when ${provider} then ${own}`];
  });
  if (whens.length === 0) return sql<string>`paid.provider`;
  return sql<string>`case paid.provider ${sql.join(whens, sql` `)} else paid.provider end`;
}

const providersIn = async (read: Reader, table: 'rates' | 'stations'): Promise<string[]> =>
  (await read.selectFrom(table).select('provider').distinct().execute()).map(
    ({ provider }) => provider,
  );

/** Sales taxes grow in proportion to a markup; half a hundred-thousandth is rounded up. */
const TOTAL = sql`case when rate_total >= rate_price
  then rate_total + markup + (2 * (rate_total - rate_price) * markup + rate_price) / (2 * rate_price) end`;

/** The last day of a request, by default today; and the newest day with rates until then, if there is one. */
async function dayOf({ request, services }: Pick<AskedRows, 'request' | 'services'>) {
  const { from, rest, to } = takeDays(request, 'day');
  const until = to ?? localToday(services.now(), services.timeZone);
  const found = await newestRated(services.store.read, until);
  const day = found !== undefined && (from === undefined || found >= from) ? found : undefined;
  return { day, rest, until };
}

/** Says of which day the prices are, and which day it is: prices of a former day are no offer. */
export async function pricesOf(asked: Pick<AskedRows, 'request' | 'services'>) {
  const { day } = await dayOf(asked);
  const { now, timeZone } = asked.services;
  return day === undefined ? {} : { prices_of: day, today: localToday(now(), timeZone) };
}

/** The rates that hold on the newest day with rates of those asked for, as the company pays them (SHELL-11). */
async function stations(asked: AskedRows): Promise<ComputedRows> {
  const { account, services } = asked;
  const { read } = services.store;
  const [{ day, rest, until }, company] = [await dayOf(asked), await companyOf(read, asked)];
  const products = company && (await allowedProducts(services, company));
  const [rated, known] = await Promise.all([
    providersIn(read, 'rates'),
    providersIn(read, 'stations'),
  ]);
  // A company that is gone has no prices; without a day there are no rates.
  const none = day === undefined || (account.companyId !== null && company === undefined);
  const only: RawBuilder<SqlBool> = none
    ? sql<SqlBool>`1 = 0`
    : products
      ? sql<SqlBool>`${PRODUCT} in ${services.store.among(products)}`
      : sql<SqlBool>`1 = 1`;
  const markup = await markupSql(read, company, day ?? until, rated);
  const held = await ratesInForce(read, day ?? until, only);
  const kind = sql`currency, unit, sold`;
  return {
    request: rest,
    rows: sql`select paid.id, cast(${day ?? until} as text) as day, effective_date, paid.provider, site_number,
        site_name, coalesce(stations.address, '') as address, paid.city, paid.province, sold as product, currency,
        unit, cast(${company?.name ?? ''} as text) as company_name, rate_price + markup as price_e5,
        ${TOTAL} as taxed_price_e5, lat_e6, lng_e6,
        rank() over (partition by ${kind} order by rate_price + markup) as place,
        row_number() over (order by ${kind}, rate_price + markup, site_number, paid.id) as standing
      from (
        select id, effective_date, provider, site_number, site_name, city, province, ${PRODUCT} as sold, currency, unit,
          price_e5 as rate_price, total_price_e5 as rate_total, ${markup} as markup
        from (${held}) held) paid
      left join stations on stations.provider = ${stationProvider(rated, known)}
        and stations.number = paid.site_number`,
  };
}

/** Stations of a day from the cheapest on, as a company pays them (SHELL-11). */
export const SMART_BUY_LIST: ListDefinition<'smart_buy_rows'> = {
  table: 'smart_buy_rows',
  computed: stations,
  fields: {
    ...fieldsOf({
      text: 'provider site_number site_name address city product currency unit company_name',
      day: 'day effective_date',
      whole: 'place',
      price: { total_price: 'taxed_price_e5' },
    }),
    // A price is compared with those of its currency, unit and product only.
    price: { column: 'price_e5', kind: 'price', placed: 'standing' },
    province: { column: 'province', kind: 'text', sequence: STATES_BY_NAME },
  },
  dateField: 'day',
  order: { field: 'price', direction: 'asc' },
  scoped: false,
};

const degrees = (e6: number | null): number | null => (e6 === null ? null : Number(e6) / 1e6);

export const presentSmartBuy = (row: Selectable<SmartBuyRows>) => ({
  id: Number(row.id),
  day: row.day,
  effective_date: row.effective_date,
  place: Number(row.place),
  provider: row.provider,
  site_number: row.site_number,
  site_name: row.site_name,
  address: row.address,
  city: row.city,
  province: row.province,
  product: row.product,
  price: price(Number(row.price_e5)),
  total_price: row.taxed_price_e5 === null ? null : price(Number(row.taxed_price_e5)),
  currency: row.currency,
  unit: row.unit,
  company_name: row.company_name,
  lat: degrees(row.lat_e6),
  lng: degrees(row.lng_e6),
});
