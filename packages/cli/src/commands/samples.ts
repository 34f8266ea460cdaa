import type { FormField } from '@forecourt/core';

/** The field that an example changes, by resource. */
export const CHANGED: Readonly<Record<string, string>> = {
  cards: 'driver_name',
  customers: 'email',
  invoices: 'due_date',
  markups: 'mark_up_value',
  transactions: 'dtl_stn_addr',
  users: 'role',
};

/** Sample values for examples in the help, by field. */
const SAMPLES: Readonly<Record<string, string>> = {
  amount_paid: '250.00',
  card_number: '7076850000001042',
  card_type: "'Diesel only'",
  company_name: "'North Haul Carriers Ltd.'",
  companyName: "'North Haul Carriers Ltd.'",
  customerCompanyId: "'North Haul Carriers Ltd.'",
  cash_advance_type: 'Daily',
  currency: 'CAD',
  driver_name: "'Ada Okoye'",
  dtl_stn_addr: "'Gate 4'",
  dtl_stn_prv: 'ON',
  firstName: 'Ada',
  first_name: 'Ada',
  fuel_company_provider: 'ESSO',
  invoice_number: 'INV-10021',
  lastName: 'Okoye',
  last_name: 'Okoye',
  mark_up_value: '0.0125',
  payment_mode: 'cheque',
  plastic_type: 'Fleet',
  phone: '7055550103',
  reason: "'Cheque returned'",
  referenceId: 'CHQ-118',
  report_type: 'aging',
  role: 'Admin',
  txn_company: "'North Haul Carriers Ltd.'",
  usage_above_volume_limits: 'No',
};

const BY_INPUT: Readonly<Partial<Record<FormField['input'], string>>> = {
  day: '2026-11-04',
  days: 'monday,friday',
  decimal: '12.50',
  email: 'ada@example.com',
  instant: '2026-11-04T14:05:00',
  integer: '12',
  phone: '7055550103',
};

/** A sample value, quoted for a shell. */
export function sampleOf({ input, label, name, options }: FormField): string {
  const first = Array.isArray(options) && input === 'choice' ? options[0]?.key : undefined;
  return SAMPLES[name] ?? BY_INPUT[input] ?? first ?? `'${label}'`;
}
