import * as z from 'zod/mini';
import { decimal, integer, keyed, text } from '../../resource/wire-values.ts';

const customerObject = z.object({
  id: text(),
  cust_type: text(),
  /** Days until an invoice is due. */
  due_days: integer(),
  /** The contact's name. */
  cont_name: text(),
  revenue_id: keyed(),
  tax_id: keyed(),
  name: text(),
  oprtng_name: text(),
  site_url: text(),
  email: text(),
  rate: decimal(),
  /** Billing address. */
  address1: text(),
  /** Shipping address. */
  address2: text(),
  phone: text(),
  phone2: text(),
  billing_country: keyed(),
  billing_state: keyed(),
  billing_city: keyed(),
  billing_zip_code: text(),
  shipping_country: keyed(),
  shipping_state: keyed(),
  shipping_city: keyed(),
  shipping_zip_code: text(),
  currency_id: keyed(),
  /** 'yes' or 'no'. */
  broker: text(),
  broker_id: text(),
  tax_no: text(),
  crm_id: text(),
  info: text(),
  eob_id: text(),
  invoice_by: text(),
  service_pln_type: text(),
  pg_id: text(),
  customer_status: text(),
  asset_id: text(),
  /** Number of orders. */
  order_cnt: integer(),
  /** Number of invoices. */
  invoice_cnt: integer(),
});

/** `broker_ids`, a text or a list, is an alias of `broker_id`. */
const underOneName = (wire: unknown): unknown => {
  if (typeof wire !== 'object' || wire === null || !('broker_ids' in wire)) return wire;
  const { broker_ids: ids, ...rest } = wire as Record<string, unknown>;
  return { ...rest, broker_id: rest.broker_id ?? (Array.isArray(ids) ? ids.join(',') : ids) };
};

/** A customer, in lists and as a record. */
export const customerSchema = z.pipe(z.transform(underOneName), customerObject);

/**
 * A customer.
 * @useDeclaredType
 */
export interface Customer extends z.output<typeof customerObject> {}
