import type { Selectable } from 'kysely';
import type { MarkupRows } from '../db/schema-rows.ts';
import { fieldsOf, type ListDefinition } from '../lists/list-definition.ts';

export type MarkupRow = Selectable<MarkupRows>;

export const MARKUP_LIST: ListDefinition<'markup_rows'> = {
  table: 'markup_rows',
  fields: fieldsOf({
    whole: {
      id: 'id',
      customer_id: 'customer_id',
      customer_company_id: 'company_id',
      fuel_company_provider_id: 'provider_company_id',
    },
    text: {
      company_name: 'company_name',
      fuel_company_provider: 'provider_name',
      eob_parent_company_id: 'provider_ref',
      status: 'status',
    },
    rate: { mark_up_value: 'value_e4' },
  }),
  order: { field: 'id', direction: 'asc' },
  scoped: true,
};

export const presentMarkup = (row: MarkupRow) => ({
  id: row.id,
  customer_id: row.customer_id,
  customer_company_id: row.company_id,
  eob_parent_company_id: row.provider_ref,
  fuel_company_provider_id: row.provider_company_id,
  mark_up_value: row.value_e4 / 10_000,
  company_name: row.company_name,
  fuel_company_provider: row.provider_name,
  from_date: row.from_date,
  to_date: row.to_date,
  status: row.status,
});
