import type { FormField } from '@forecourt/core';

/** Option names of form fields: '--driver-name' is driver_name. */

/** Overrides for wire names that are unclear or long to type, by group. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cards: { customerCompanyId: 'company' },
  customers: {
    address1: 'billing-address',
    address2: 'shipping-address',
    cont_name: 'contact-name',
    currency_id: 'currency',
    cust_type: 'customer-type',
    oprtng_name: 'operating-name',
    phone2: 'alternate-phone',
    revenue_id: 'revenue-type',
    service_pln_type: 'service-plan-type',
    site_url: 'website',
    tax_id: 'tax-type',
    tax_no: 'tax-number',
  },
  markups: { company_name: 'company', fuel_company_provider: 'provider', mark_up_value: 'value' },
  payments: {
    amount_paid: 'paid',
    company_name: 'customer',
    invoice_id: 'invoice',
    payment_date: 'date',
    payment_mode: 'mode',
    referenceId: 'reference',
  },
  reports: { report_type: 'type' },
  transactions: {
    authentication_id: 'auth-code',
    dtl_stn_addr: 'location',
    dtl_stn_prv: 'province',
    hdr_currency: 'currency',
    txn_amount: 'amount',
    txn_company: 'company',
    txn_date: 'time',
    txn_station: 'site',
  },
};

const kebab = (name: string): string =>
  name
    .replaceAll('_', '-')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();

/** The option of a group's field; a field in a repeated group gets its path for `--set`. */
export const flagOf = (group: string, field: string): string =>
  field.includes('.') ? `--set ${field}` : `--${NAMES[group]?.[field] ?? kebab(field)}`;

/** The option that lists the enabled flags of a section: '--permissions'. */
export const flagsOption = (section: string): string => `--${kebab(section)}s`;

/** Returns whether a flag is alone in its section, so that its option has no value: '--remove-every-right'. */
export const isLoneFlag = (
  { section }: Pick<FormField, 'section'>,
  fields: readonly FormField[],
): boolean =>
  fields.filter((field) => field.input === 'flag' && field.section === section).length === 1;

/** The name under which commander stores an option's value: '--card-number' is cardNumber. */
export const attributeOf = (flag: string): string =>
  flag.replace(/^--/, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

export const groupOf = (operation: string): string => operation.split('.')[0] ?? operation;
