/**
 * A list of choices of your own, by the path of its call: 'own:vehicle-types' is `GET vehicle-types`, which answers
 * `[{ "key": "VAN", "value": "Van" }]`. Values that the list depends on follow the path, one part each.
 */
export type OwnReference = `own:${string}`;

/** Name of a list of choices that the service provides. */
export type ReferenceName = BuiltInReference | OwnReference;

/** Name of a list of choices of the product. */
export type BuiltInReference =
  | 'countries'
  | 'provinces'
  | 'cities'
  | 'customerCountries'
  | 'currencies'
  | 'roles'
  | 'taxTypes'
  | 'revenueTypes'
  | 'invoiceStatuses'
  | 'paymentModes'
  | 'paymentModeNames'
  | 'cardTypes'
  | 'plasticTypes'
  | 'cashAdvanceTypes'
  | 'usageTypes'
  | 'products'
  | 'cardCompanies'
  | 'markupCompanies'
  | 'fuelProviders'
  | 'markupProviders'
  | 'userCompanies'
  | 'switchAccounts';
