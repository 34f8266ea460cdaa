import * as z from 'zod/mini';
import { formatDay, isDay } from '../../format/dates.ts';
import type { ListRemark } from '../../http/list-dialects.ts';
import { MESSAGES } from '../../messages/messages.ts';
import { PRODUCTS, RATE_PROVIDERS } from '../../provider-files/types.ts';
import { ownNames, UNITS } from '../../resource/own-names.ts';
import type { ColumnNames, ListedResource } from '../../resource/resource.types.ts';
import { rowExport } from '../../resource/row-export.ts';
import { day, decimal, integer, text } from '../../resource/wire-values.ts';
import { smartBuyMeta } from './smartbuy.meta.ts';

/** What a product costs at a station on a day, in the station's currency and unit (SHELL-11). */
const smartBuySchema = z.object({
  id: text(),
  /** The day, and the first one of the price. */
  day: day(),
  effective_date: day(),
  /** 1 is the cheapest station of the product, currency and unit on that day; equal prices have equal places. */
  place: integer(),
  provider: text(),
  site_number: text(),
  site_name: text(),
  address: text(),
  city: text(),
  province: text(),
  /** Canonical product: 'DIESEL'. */
  product: text(),
  /** With fuel taxes and the company's markup. */
  price: decimal(),
  /** With all taxes too; null if the rate has none. */
  total_price: decimal(),
  currency: text(),
  /** L or USG. */
  unit: text(),
  /** Whose markup and cards count; empty for the provider's own prices. */
  company_name: text(),
  /** Degrees; null if the place isn't known. */
  lat: z.nullish(z.number()),
  /** In degrees east. */
  lng: z.nullish(z.number()),
});

/**
 * A station's price of a product on a day.
 * @useDeclaredType
 */
export interface SmartBuy extends z.output<typeof smartBuySchema> {}

const sentDay = z.object({ prices_of: z.string(), today: z.string() });

/** Says whose prices these are if they are of a former day: they are no offer of today (SHELL-11). */
function formerPrices(answer: unknown): ListRemark | undefined {
  const { data } = z.safeParse(sentDay, answer);
  if (data === undefined) return undefined;
  const { prices_of: day, today } = data;
  const former = isDay(day) && day < today;
  return {
    text: former ? MESSAGES.smartBuy.former(formatDay(day)) : '',
    facts: { pricesOf: day },
    offers: [],
  };
}

export const smartBuyList = {
  ...smartBuyMeta,
  schema: smartBuySchema,
  id: (row) => row.id ?? '',
  list: {
    title: 'Smart Buy',
    path: 'smart-buy',
    dateField: 'day',
    defaultSort: { field: 'price', direction: 'asc' },
    columns: [
      { field: 'place', label: 'Place', kind: 'integer' },
      { field: 'site_name', label: 'Station', kind: 'text' },
      { field: 'site_number', label: 'Site Number', kind: 'code' },
      { field: 'provider', label: 'Provider', kind: 'text', options: ownNames(RATE_PROVIDERS) },
      { field: 'city', label: 'City', kind: 'text' },
      { field: 'province', label: 'Province', kind: 'province', reference: 'provinces' },
      { field: 'product', label: 'Product', kind: 'code', options: ownNames(PRODUCTS) },
      { field: 'price', label: 'Price', kind: 'price' },
      { field: 'total_price', label: 'With All Taxes', kind: 'price' },
      { field: 'currency', label: 'Currency', kind: 'code', reference: 'currencies' },
      { field: 'unit', label: 'Unit', kind: 'code', options: UNITS },
      { field: 'day', label: 'Day', kind: 'day' },
      { field: 'effective_date', label: 'Price Since', kind: 'day', hidden: true },
      { field: 'address', label: 'Address', kind: 'text', hidden: true },
      {
        field: 'company_name',
        label: 'As Company',
        kind: 'text',
        hidden: true,
        reference: 'userCompanies',
      },
    ],
    brief: {
      names: ['site_name'],
      about: ['price', 'currency', 'unit', 'product', 'city', 'province', 'provider', 'day'],
    },
    remark: formerPrices,
    texts: { none: MESSAGES.smartBuy.none, noRows: MESSAGES.smartBuy.none },
  },
  export: rowExport(smartBuyMeta, 'smart-buy', 'Smart Buy'),
} satisfies ListedResource<SmartBuy>;

/** What the list is filtered and sorted by. */
export interface SmartBuyNames extends ColumnNames<typeof smartBuyList> {}
