import { MESSAGES } from '../../messages/messages.ts';
import { clearDependents } from '../../resource/dependent-choices.ts';
import type { FormDefinition, FormField, FormState, Issues } from '../../resource/form.types.ts';
import { type FieldNames, formSection, lock } from '../../resource/form-fields.ts';
import { nameIssues, phoneIssues } from '../../resource/form-rules.ts';
import { toDraft, toWire, withLoaded } from '../../resource/form-values.ts';
import { pathPart } from '../../resource/path-part.ts';
import type { Option } from '../../resource/resource.types.ts';
import type { Customer } from './customers.schema.ts';

const REQUIRED = { required: true };
const AT_LEAST_0 = { min: '0' };
/** A year: a slip of some digits would put the due date beyond any calendar. */
const TERMS = { ...AT_LEAST_0, max: '365' };
const SHOWN = { locked: MESSAGES.field.readOnly };

const BROKER: readonly Option[] = [
  { key: 'yes', value: 'Yes' },
  { key: 'no', value: 'No' },
];

type Street = 'address1' | 'address2';
type Prefix = 'billing' | 'shipping';
type AddressField = Street | `${Prefix}_${'country' | 'state' | 'city' | 'zip_code'}`;

/** Returns street, country, state, city and postal code of one of the two addresses. */
const address = (
  title: string,
  street: Street,
  prefix: Prefix,
  more: Partial<FormField> = {},
): FormField<AddressField>[] => {
  const country = `${prefix}_country` as const;
  const state = `${prefix}_state` as const;
  return formSection<AddressField>(title, [
    [street, title, 'text', more],
    [country, `${title} Country`, 'choice', { options: { reference: 'customerCountries' } }],
    [state, `${title} State`, 'choice', { options: { reference: 'provinces', by: [country] } }],
    [
      `${prefix}_city`,
      `${title} City`,
      'choice',
      { options: { reference: 'cities', by: [country, state] } },
    ],
    [`${prefix}_zip_code`, `${title} Zip Code`, 'text'],
  ]);
};

/** Every field of a customer, in its section and order (CUST-02). */
export const CUSTOMER_FIELDS = [
  ...formSection('Customer', [
    ['id', 'Customer ID', 'text', SHOWN],
    ['name', 'Name', 'text', REQUIRED],
    ['oprtng_name', 'Operating Name', 'text'],
    ['cust_type', 'Customer Type', 'text'],
    ['customer_status', 'Customer Status', 'text'],
    ['cont_name', 'Contact Name', 'text'],
    ['email', 'Email', 'email', REQUIRED],
    ['phone', 'Phone', 'phone'],
    ['phone2', 'Alternate Phone', 'phone'],
    ['site_url', 'Website', 'text'],
  ]),
  ...address('Billing Address', 'address1', 'billing', REQUIRED),
  ...address('Shipping Address', 'address2', 'shipping'),
  ...formSection('Terms', [
    ['currency_id', 'Currency', 'choice', { ...REQUIRED, options: { reference: 'currencies' } }],
    ['rate', 'Rate', 'decimal', AT_LEAST_0],
    ['due_days', 'Due Days', 'integer', TERMS],
    ['tax_id', 'Tax Type', 'choice', { options: { reference: 'taxTypes' } }],
    ['tax_no', 'Tax Number', 'text'],
    ['revenue_id', 'Revenue Type', 'choice', { options: { reference: 'revenueTypes' } }],
    ['invoice_by', 'Invoice By', 'text'],
    ['service_pln_type', 'Service Plan Type', 'text'],
  ]),
  ...formSection('Broker', [
    ['broker', 'Broker', 'choice', { options: BROKER }],
    ['broker_id', 'Broker ID', 'text'],
  ]),
  ...formSection('References', [
    ['crm_id', 'Crm Id', 'text'],
    ['eob_id', 'EOB ID', 'text'],
    ['pg_id', 'PG ID', 'text'],
    ['asset_id', 'Asset ID', 'text'],
    ['order_cnt', 'Order', 'integer', SHOWN],
    ['invoice_cnt', 'Invoice', 'integer', SHOWN],
    ['info', 'Information', 'multiline'],
  ]),
];

/** A field of the form of a customer. */
export type CustomerField = FieldNames<typeof CUSTOMER_FIELDS>;

const draft = (customer: Customer | undefined) => toDraft(CUSTOMER_FIELDS, customer);

function fields({ detail, mode }: FormState<Customer>): readonly FormField<CustomerField>[] {
  const all = CUSTOMER_FIELDS.map((field) =>
    field.name === 'broker'
      ? { ...field, options: withLoaded(BROKER, detail?.broker ?? '') }
      : field,
  );
  return mode === 'view' ? all.map((field) => lock(field, MESSAGES.field.viewing)) : all;
}

const check = (state: FormState<Customer>): Issues => ({
  ...nameIssues({ draft }, state, { name: 'Name', oprtng_name: 'Operating Name' }),
  ...phoneIssues({ draft }, state, {
    phone: MESSAGES.field.phone('Phone'),
    phone2: MESSAGES.field.phone('Alternate Phone'),
  }),
});

const body = (state: FormState<Customer>): Record<string, unknown> =>
  toWire(
    fields(state).filter(({ locked }) => locked === undefined),
    state.draft,
  );

/** How a customer is changed; it can't be created (CUST-02). */
export const customerForm: FormDefinition<Customer, CustomerField> = {
  titles: { edit: 'Update Customer' },
  submitLabels: { edit: 'Save' },
  fields,
  draft,
  changed: (now, name, before) => clearDependents(CUSTOMER_FIELDS, now, name, before),
  check,
  update: {
    method: 'PUT',
    path: ({ detail }) => `customers/${pathPart(detail?.id ?? '')}`,
    body,
  },
  texts: {
    updated: MESSAGES.customers.updated,
    updateFailed: MESSAGES.customers.updateFailed,
    loadFailed: MESSAGES.customers.loadFailed,
  },
  after: 'back',
};
