import { MESSAGES } from '../../messages/messages.ts';
import type { ColumnNames, ListedResource } from '../../resource/resource.types.ts';
import { rowExport } from '../../resource/row-export.ts';
import { markupMeta } from './markups.meta.ts';
import { type Markup, markupSchema } from './markups.schema.ts';

export const markupList = {
  ...markupMeta,
  schema: markupSchema,
  id: (row) => row.id ?? '',
  list: {
    title: 'Customer Markup',
    path: 'fuel-customer-markups',
    columns: [
      { field: 'customer_id', label: 'Customer Company code', kind: 'code' },
      {
        field: 'company_name',
        label: 'Customer Company name',
        kind: 'text',
        leadsTo: { resource: 'customers', by: 'company_name' },
      },
      { field: 'mark_up_value', label: 'Markup Value', kind: 'price' },
      { field: 'fuel_company_provider', label: 'Fuel Company Provider', kind: 'text' },
    ],
    add: { label: 'Add Markup', action: 'markups.create', route: '/customer-markup/add-new' },
    brief: { names: ['company_name'], about: ['fuel_company_provider', 'mark_up_value'] },
    texts: { none: MESSAGES.noRecordInTable, noRows: MESSAGES.markups.noRows },
  },
  export: rowExport(markupMeta, 'fuel-customer-markups', 'Markups'),
} satisfies ListedResource<Markup>;

/** What the list is filtered and sorted by. */
export interface MarkupNames extends ColumnNames<typeof markupList> {}
