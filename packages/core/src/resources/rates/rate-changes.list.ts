import * as z from 'zod/mini';
import { RATE_PROVIDERS } from '../../provider-files/types.ts';
import { ownNames, UNITS } from '../../resource/own-names.ts';
import type {
  ColumnNames,
  ListedResource,
  StateDefinition,
} from '../../resource/resource.types.ts';
import { rowExport } from '../../resource/row-export.ts';
import { day, decimal, text } from '../../resource/wire-values.ts';
import { rateChangeMeta } from './rate-changes.meta.ts';

/** A site's price of a product on two days, in the site's currency and unit (RATE-03). */
const rateChangeSchema = z.object({
  id: text(),
  provider: text(),
  site_number: text(),
  site_name: text(),
  city: text(),
  province: text(),
  product_code: text(),
  /** 'Up', 'Down', 'New' or 'Gone'. */
  change: text(),
  /** The earlier of the two days, and the later one. */
  former_day: day(),
  day: day(),
  /** With fuel taxes; null if there was none on the earlier day. */
  former_price: decimal(),
  /** With fuel taxes; null if there is none on the later day. */
  price: decimal(),
  /** `price` minus `former_price`; null if either is missing. */
  price_change: decimal(),
  currency: text(),
  /** L or USG. */
  unit: text(),
});

/**
 * What a site's product cost on two days.
 * @useDeclaredType
 */
export interface RateChange extends z.output<typeof rateChangeSchema> {}

const STATES: readonly StateDefinition[] = [
  { value: 'Up', tone: 'warn', means: 'It costs more than on the earlier day.' },
  { value: 'Down', tone: 'good', means: 'It costs less than on the earlier day.' },
  { value: 'New', tone: 'neutral', means: 'There was no rate on the earlier day.' },
  { value: 'Gone', tone: 'neutral', means: 'There is no rate on the later day.' },
];

export const rateChangeList = {
  ...rateChangeMeta,
  schema: rateChangeSchema,
  id: (row) => row.id ?? '',
  list: {
    title: 'Rate Changes',
    path: 'daily-rates/changes',
    dateField: 'day',
    defaultSort: { field: 'site_number', direction: 'asc' },
    columns: [
      { field: 'provider', label: 'Provider', kind: 'text', options: ownNames(RATE_PROVIDERS) },
      { field: 'site_number', label: 'Site Number', kind: 'code' },
      { field: 'site_name', label: 'Site', kind: 'text' },
      { field: 'province', label: 'Province', kind: 'province', reference: 'provinces' },
      { field: 'product_code', label: 'Product', kind: 'code', reference: 'products' },
      {
        field: 'change',
        label: 'Change',
        kind: 'status',
        states: STATES,
        options: ownNames(STATES.map(({ value }) => value)),
      },
      { field: 'former_day', label: 'Day Before', kind: 'day', filterable: false },
      { field: 'former_price', label: 'Before', kind: 'price' },
      { field: 'day', label: 'Day', kind: 'day' },
      { field: 'price', label: 'After', kind: 'price' },
      { field: 'price_change', label: 'Difference', kind: 'price' },
      { field: 'currency', label: 'Currency', kind: 'code', reference: 'currencies' },
      { field: 'unit', label: 'Unit', kind: 'code', options: UNITS },
    ],
    brief: {
      names: ['site_name'],
      about: ['product_code', 'change', 'province', 'price', 'currency', 'unit'],
      labelled: ['price_change'],
    },
    texts: {
      none: 'No rate changed between the two days.',
      noRows: 'No changes of rates found.',
    },
  },
  export: rowExport(rateChangeMeta, 'daily-rates/changes', 'Rate Changes'),
} satisfies ListedResource<RateChange>;

/** What the list is filtered and sorted by. */
export interface RateChangeNames extends ColumnNames<typeof rateChangeList> {}
