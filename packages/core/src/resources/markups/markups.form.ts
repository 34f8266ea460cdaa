import { MESSAGES } from '../../messages/messages.ts';
import type { Draft, FormDefinition, FormField, FormState } from '../../resource/form.types.ts';
import { type FieldNames, formSection, lock } from '../../resource/form-fields.ts';
import { numberIn, textIn, toDraftValue } from '../../resource/form-values.ts';
import { idOf, joinKey } from '../../resource/joined-key.ts';
import type { Markup } from './markups.schema.ts';

const PATH = 'fuel-customer-markups';
const COMPANY = 'company_name';
const PROVIDER = 'fuel_company_provider';
const VALUE = 'mark_up_value';

const FIELDS = formSection('', [
  [
    COMPANY,
    'Company Name',
    'choice',
    { required: true, options: { reference: 'markupCompanies' } },
  ],
  [
    PROVIDER,
    'Fuel Company Provider',
    'choice',
    { required: true, options: { reference: 'markupProviders' } },
  ],
  [VALUE, 'Markup Value', 'decimal', { required: true, min: '0', places: 4 }],
]);

/** A field of the form of a markup. */
export type MarkupField = FieldNames<typeof FIELDS>;

/** The company of an existing markup, which can't be changed (MARK-02). */
const companyKey = ({ customer_company_id: company, customer_id: customer }: Markup): string =>
  joinKey([company ?? '', customer ?? '']);

function fieldOf(field: FormField<MarkupField>, markup: Markup): FormField<MarkupField> {
  if (field.name === PROVIDER) return { ...field, options: { reference: 'fuelProviders' } };
  if (field.name !== COMPANY) return field;
  const options = [{ key: companyKey(markup), value: markup.company_name ?? '' }];
  return lock({ ...field, options }, MESSAGES.field.readOnly);
}

const fields = ({ detail }: FormState<Markup>): readonly FormField<MarkupField>[] =>
  detail ? FIELDS.map((field) => fieldOf(field, detail)) : FIELDS;

const draft = (markup: Markup | undefined, provided?: Draft): Draft => ({
  [COMPANY]: markup ? companyKey(markup) : '',
  [PROVIDER]: markup?.fuel_company_provider_id ?? '',
  [VALUE]: toDraftValue(markup?.mark_up_value),
  ...provided,
});

/** Returns the body of a new markup: always active, without from and to dates (MARK-03). */
function created({ draft: provided }: FormState<Markup>): Record<string, unknown> {
  const company = textIn(provided, COMPANY);
  const provider = textIn(provided, PROVIDER);
  return {
    customer_id: idOf(company, 1),
    eob_customer_company_id: idOf(company, 0),
    eob_parent_company_id: idOf(provider, 1),
    fuel_company_id: idOf(provider, 0),
    markup_value: numberIn(provided, VALUE),
    from_date: '',
    to_date: '',
    status: 'ACTIVE',
  };
}

/** Returns the changeable values of a markup, and its id, which the path doesn't contain (MARK-03). */
const updated = ({ detail, draft: provided }: FormState<Markup>): Record<string, unknown> => ({
  id: detail?.id ?? '',
  markupValue: numberIn(provided, VALUE),
  fuelCompanyProviderId: textIn(provided, PROVIDER),
});

/** Fields with other names in the two bodies. */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  customer_id: COMPANY,
  eob_customer_company_id: COMPANY,
  eob_parent_company_id: PROVIDER,
  fuel_company_id: PROVIDER,
  fuelCompanyProviderId: PROVIDER,
  markup_value: VALUE,
  markupValue: VALUE,
};

/** The dialog that creates or changes a markup (MARK-02). */
export const markupForm: FormDefinition<Markup, MarkupField> = {
  titles: { create: 'Add Customer Markup', edit: 'Update Customer Markup' },
  submitLabels: { create: 'Save', edit: 'Update' },
  fields,
  draft,
  fieldAt: (pointer) => {
    const name = pointer.slice(1);
    return WIRE_NAMES[name] ?? name;
  },
  create: { method: 'POST', path: () => PATH, body: created },
  update: { method: 'PUT', path: () => PATH, body: updated },
  texts: {
    created: MESSAGES.markups.created,
    updated: MESSAGES.markups.updated,
    createFailed: MESSAGES.markups.createFailed,
    updateFailed: MESSAGES.markups.updateFailed,
  },
  after: 'close',
};
