import type { Call } from '../../http/http.types.ts';
import type { BuiltInReference, ReferenceName } from '../../resource/form.types.ts';

/** Where a list of choices comes from, and how its response is read (WIRE-01, WIRE-02). */
export interface Reference {
  /** Returns the path for the values that the list depends on, in order. */
  readonly path: (params: readonly string[]) => string;
  readonly query?: NonNullable<Call['query']>;
  /** Field of the response with the list; absent if the response itself is the list. */
  readonly rows?: string;
  /** Fields of an entry that form the key; several are joined. */
  readonly key: readonly [string, ...string[]];
  /** Field of an entry that is shown. */
  readonly value: string;
}

const OPTION = { key: ['key'], value: 'value' } as const;

const at =
  (path: string): Reference['path'] =>
  () =>
    path;

const below =
  (...names: readonly string[]): Reference['path'] =>
  (params) =>
    names
      .flatMap((name, index) => {
        const param = params[index];
        return param === undefined ? [name] : [name, encodeURIComponent(param)];
      })
      .join('/');

const types = (type: string): Reference => ({
  ...OPTION,
  path: at('types'),
  query: [['type', type]],
  rows: 'content',
});

const companies = (key: string): Reference => ({
  path: at('fuel-customer-markups/find-all'),
  query: [['paged', 'false']],
  key: [key],
  value: 'company_name',
});

const providers = (...key: Reference['key']): Reference => ({
  path: at('getFuelProviderCompany'),
  rows: 'fuel_company',
  key,
  value: 'fuel_company_provider',
});

/** Every list of choices that the service provides. */
export const REFERENCES: Readonly<Record<BuiltInReference, Reference>> = {
  countries: { ...OPTION, path: at('countries') },
  /** Provinces of a country, or all. */
  provinces: {
    ...OPTION,
    path: (params) => (params.length === 0 ? 'states' : below('countries', 'states')(params)),
  },
  /** Cities of a country and province, or all. */
  cities: {
    ...OPTION,
    path: (params) =>
      params.length === 0 ? 'cities' : below('countries', 'states', 'cities')(params),
  },
  customerCountries: { ...OPTION, path: at('customers/countries') },
  currencies: { ...OPTION, path: at('currencies') },
  /** By name, because users are stored with it (USER-04). */
  roles: { path: at('roles'), key: ['value'], value: 'value' },
  taxTypes: types('TAX_TYPE'),
  revenueTypes: types('REVENUE_TYPE'),
  invoiceStatuses: types('INVOICE_STATUS'),
  paymentModes: { path: at('payment'), rows: 'payment_mode_list', key: ['code'], value: 'name' },
  /** By name, as lists of payments have them (PAY-01). */
  paymentModeNames: {
    path: at('payment'),
    rows: 'payment_mode_list',
    key: ['name'],
    value: 'name',
  },
  /** What cards buy, what they are made for, how they get cash, and what they do above their limits (CARD-09). */
  cardTypes: types('CARD_TYPE'),
  plasticTypes: types('PLASTIC_TYPE'),
  cashAdvanceTypes: types('CASH_ADVANCE_TYPE'),
  usageTypes: types('USAGE_ABOVE_LIMITS'),
  /** Product codes of the daily rates that the account may read (LIST-14). */
  products: types('PRODUCT'),
  /** Companies that cards can be assigned to. */
  cardCompanies: companies('customer_company_id'),
  /** By name, because users, cards, transactions and invoices are stored with it. */
  userCompanies: companies('company_name'),
  /** Companies for a new markup, each with its customer (MARK-03). */
  markupCompanies: {
    path: at('fuel-customer-markups/customer-company'),
    key: ['company_id', 'customer_id'],
    value: 'company_name',
  },
  fuelProviders: providers('company_id'),
  /** Fuel companies for a new markup, each with its reference (MARK-03). */
  markupProviders: providers('company_id', 'company_ref_id'),
  /** Accounts available for switching. */
  switchAccounts: { path: at('switch/manage'), key: ['id'], value: 'name' },
};

const OWN = 'own:';

/**
 * Returns where a list of choices comes from: of the product by its name, of your own by its path. Throws a TypeError
 * for an unknown name.
 */
export function referenceOf(name: ReferenceName): Reference {
  if (name.startsWith(OWN)) {
    return {
      ...OPTION,
      path: (params) => [name.slice(OWN.length), ...params.map(encodeURIComponent)].join('/'),
    };
  }
  if (Object.hasOwn(REFERENCES, name)) return REFERENCES[name as BuiltInReference];
  throw new TypeError(`There is no list of choices '${name}'.`);
}
