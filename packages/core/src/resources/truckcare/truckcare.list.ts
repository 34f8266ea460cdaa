import * as z from 'zod/mini';
import { MESSAGES } from '../../messages/messages.ts';
import { ownNames, UNITS } from '../../resource/own-names.ts';
import type { ColumnNames, ListedResource } from '../../resource/resource.types.ts';
import { rowExport } from '../../resource/row-export.ts';
import { day, decimal, integer, text } from '../../resource/wire-values.ts';
import { TRUCK_CARE_KINDS, TRUCK_CARE_PRODUCTS } from './truck-care-kinds.ts';
import { truckCareMeta } from './truckcare.meta.ts';

/** What a vehicle bought of a product in a period (SHELL-11). */
const truckCareSchema = z.object({
  id: text(),
  /** The vehicle's number; empty if the purchases name none. */
  unit_number: text(),
  company_name: text(),
  /** 'Oil', 'DEF' or 'Non-Highway'. */
  kind: text(),
  /** Canonical product: 'DEF'. */
  product: text(),
  /** Purchases with lines of the product. */
  purchases: integer(),
  /** Of one unit only; litres and gallons are rows of their own. */
  quantity: decimal(),
  /** L or USG; empty for what is counted. */
  unit: text(),
  /** As billed, with taxes and markup; of one currency only. */
  amount: decimal(),
  currency: text(),
  last_date: day(),
  /** First and last day of the period that is added up. */
  from_date: day(),
  to_date: day(),
});

/**
 * A vehicle's spend on a product.
 * @useDeclaredType
 */
export interface TruckCare extends z.output<typeof truckCareSchema> {}

export const truckCareList = {
  ...truckCareMeta,
  schema: truckCareSchema,
  id: (row) => row.id ?? '',
  list: {
    title: 'Truck Care',
    path: 'truck-care',
    dateField: 'last_date',
    defaultSort: { field: 'amount', direction: 'desc' },
    columns: [
      {
        field: 'unit_number',
        label: 'Unit',
        kind: 'code',
        leadsTo: { resource: 'transactions', by: 'txn_unit_number' },
      },
      {
        field: 'company_name',
        label: 'Company',
        kind: 'text',
        reference: 'userCompanies',
        leadsTo: { resource: 'customers', by: 'company_name' },
      },
      { field: 'kind', label: 'Kind', kind: 'text', options: ownNames(TRUCK_CARE_KINDS) },
      {
        field: 'product',
        label: 'Product',
        kind: 'code',
        options: ownNames(TRUCK_CARE_PRODUCTS.map(({ product }) => product)),
      },
      { field: 'last_date', label: 'Last Purchase', kind: 'day' },
      { field: 'purchases', label: 'Purchases', kind: 'integer' },
      { field: 'quantity', label: 'Quantity', kind: 'volume', unitField: 'unit' },
      {
        field: 'unit',
        label: 'L or USG',
        kind: 'code',
        options: UNITS,
      },
      { field: 'amount', label: 'Amount', kind: 'money', unitField: 'currency' },
      { field: 'currency', label: 'Currency', kind: 'code', reference: 'currencies' },
      { field: 'from_date', label: 'From', kind: 'day', sortable: false, filterable: false },
      { field: 'to_date', label: 'To', kind: 'day', sortable: false, filterable: false },
    ],
    totals: { by: 'currency', fields: ['amount'] },
    brief: {
      names: ['unit_number'],
      about: ['amount', 'kind', 'product', 'company_name'],
      labelled: ['quantity', 'last_date'],
    },
    texts: { none: MESSAGES.truckCare.none, noRows: MESSAGES.truckCare.none },
  },
  export: rowExport(truckCareMeta, 'truck-care', 'Truck Care'),
} satisfies ListedResource<TruckCare>;

/** What the list is filtered and sorted by. */
export interface TruckCareNames extends ColumnNames<typeof truckCareList> {}
