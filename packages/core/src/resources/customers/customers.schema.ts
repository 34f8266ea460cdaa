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
  /**
   * The company's name, which its cards, purchases, invoices and users carry: a customer's own name may be changed, its company's
   * may not. The service sets it.
   */
  company_name: text(),
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

/**
 * `broker_ids`, a text or a list, is an alias of `broker_id`. A service that doesn't name the company has one name for both.
 */
const underOneName = (wire: unknown): unknown => {
  if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) return wire;
  const { company_name: company, name } = wire as Record<string, unknown>;
  const named = { ...wire, company_name: company ?? (typeof name === 'string' ? name : undefined) };
  if (!('broker_ids' in named)) return named;
  const { broker_ids: ids, ...rest } = named as Record<string, unknown>;
  return { ...rest, broker_id: rest.broker_id ?? (Array.isArray(ids) ? ids.join(',') : ids) };
};

/** A customer, in lists and as a record. */
export const customerSchema = z.pipe(z.transform(underOneName), customerObject);

/**
 * A customer.
 * @useDeclaredType
 */
export interface Customer extends z.output<typeof customerObject> {}
