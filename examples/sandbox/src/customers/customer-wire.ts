import type { Selectable } from 'kysely';
import { money, SCALES, toUnits } from '../amounts.ts';
import type { CustomerRows } from '../db/schema-rows.ts';
import { fieldsOf, type ListDefinition } from '../lists/list-definition.ts';

/** Days until an invoice is due whose customer has no terms of its own, which is stored as 0. */
export const DUE_DAYS = 30;

export type CustomerRow = Selectable<CustomerRows>;

/** Wire fields stored as they are. */
const TEXTS =
  `cust_type cont_name revenue_id tax_id name oprtng_name site_url email address1 address2
  phone phone2 billing_country billing_state billing_city billing_zip_code shipping_country
  shipping_state shipping_city shipping_zip_code currency_id broker broker_id tax_no crm_id info
  eob_id invoice_by service_pln_type pg_id customer_status asset_id`.split(
    /\s+/,
  ) as (keyof CustomerRow)[];

export const CUSTOMER_LIST: ListDefinition<'customer_rows'> = {
  table: 'customer_rows',
  fields: fieldsOf({
    whole: 'id due_days order_cnt invoice_cnt',
    money: { rate: 'rate_minor' },
    text: {
      ...Object.fromEntries(TEXTS.map((name) => [name, name])),
      eobId: 'eob_id',
      company_name: 'company_name',
    },
  }),
  order: { field: 'id', direction: 'asc' },
  scoped: true,
};

export function presentCustomer(row: CustomerRow): Record<string, unknown> {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, row[name]]));
  return {
    id: row.id,
    ...texts,
    company_name: row.company_name,
    rate: money(row.rate_minor),
    due_days: row.due_days,
    order_cnt: row.order_cnt,
    invoice_cnt: Number(row.invoice_cnt),
  };
}

/** Converts a customer of the wire to columns. */
export const customerColumns = (sent: Readonly<Record<string, unknown>>) => ({
  ...Object.fromEntries(TEXTS.map((name) => [name, String(sent[name] ?? '')])),
  name: String(sent.name ?? ''),
  rate_minor: toUnits(String(sent.rate ?? ''), SCALES.money),
  due_days: Number(sent.due_days ?? 0),
});
