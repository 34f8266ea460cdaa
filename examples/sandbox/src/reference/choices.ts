import { ownResources, type ReferenceName } from '@forecourt/core';
import { type Option, options } from './options.ts';
import { COUNTRIES, citiesIn, statesOf } from './places.ts';

export const CURRENCIES = options('CAD CAD; USD USD');
export const ROLES = options('1 Admin; 2 User');

/** How invoices are paid (PAY-03). */
export const PAYMENT_MODES = [
  { name: 'Cheque', code: 'cheque' },
  { name: 'Cash', code: 'cash' },
  { name: 'Interac/debit/credit', code: 'interac_debit_credit' },
] as const;

/** Both sets of statuses (INV-05). */
const INVOICE_STATUSES = [
  'Draft',
  'Sent',
  'Partially Paid',
  'Fully Paid',
  'Open',
  'Closed',
  'NSF',
] as const;

/** Lists by their type, as `GET types` answers them. */
export const TYPES = {
  INVOICE_STATUS: INVOICE_STATUSES.map((status) => ({ key: status, value: status })),
  TAX_TYPE: options('1 GST; 2 HST; 3 GST and QST; 4 GST and PST; 5 Exempt'),
  REVENUE_TYPE: options('1 Fuel; 2 Fees; 3 Services'),
} as const;

const keys = (all: readonly Option[]): string[] => all.map(({ key }) => key);

const CHOICES: Readonly<Partial<Record<ReferenceName, (by: readonly string[]) => string[]>>> = {
  countries: () => keys(COUNTRIES),
  customerCountries: () => keys(COUNTRIES),
  provinces: ([country]) => keys(statesOf(country)),
  cities: ([country = '', state = '']) => keys(citiesIn(country, state)),
  currencies: () => keys(CURRENCIES),
  roles: () => ROLES.map(({ value }) => value),
  taxTypes: () => keys(TYPES.TAX_TYPE),
  revenueTypes: () => keys(TYPES.REVENUE_TYPE),
  invoiceStatuses: () => keys(TYPES.INVOICE_STATUS),
  paymentModes: () => PAYMENT_MODES.map(({ code }) => code),
};

/** The list of choices at that path, of a resource of your own; undefined if none has it. */
const ownList = (path: string): readonly Option[] | undefined =>
  ownResources()
    .map(({ references }) => references?.[path])
    .find((list) => list !== undefined);

/** Returns the choices of a fixed list for what it depends on; undefined for lists of records. */
export function choicesOf(
  reference: ReferenceName,
  by: readonly string[],
): readonly string[] | undefined {
  if (!reference.startsWith('own:')) return CHOICES[reference]?.(by);
  return ownList(reference.slice('own:'.length))?.map(({ key }) => key);
}
