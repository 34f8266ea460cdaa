import { phoneDigits } from '../../format/phone.ts';
import { MESSAGES } from '../../messages/messages.ts';
import { clearDependents } from '../../resource/dependent-choices.ts';
import type { Draft, FormDefinition, FormState, Issues, Place } from '../../resource/form.types.ts';
import { type FieldNames, formSection } from '../../resource/form-fields.ts';
import { issueAt, nameIssues, phoneIssues } from '../../resource/form-rules.ts';
import { textIn, toDraft } from '../../resource/form-values.ts';
import { passwordIssue } from '../users/password.ts';
import { addCompany } from './add-company.ts';
import type { Company } from './companies.schema.ts';

type Secrets = Readonly<Record<string, string>>;

const REQUIRED = { required: true };
const SECRET = { required: true, secret: true };

/** Fields for registering a company (COMP-02). */
const FIELDS = [
  ...formSection('Contact', [
    ['firstName', 'First Name', 'text', REQUIRED],
    ['lastName', 'Last Name', 'text', REQUIRED],
    ['email', 'Email', 'email', REQUIRED],
    ['password', 'Password', 'password', SECRET],
    ['confirmPassword', 'Confirm Password', 'password', SECRET],
    ['contactNumber', 'Contact Number', 'phone'],
  ]),
  ...formSection('Company', [
    ['companyName', 'Company Name', 'text', REQUIRED],
    ['streetAddress1', 'Street Address 1', 'place'],
    ['streetAddress2', 'Street Address 2', 'text'],
    ['country', 'Country', 'choice', { ...REQUIRED, options: { reference: 'countries' } }],
    [
      'state',
      'State',
      'choice',
      { ...REQUIRED, options: { reference: 'provinces', by: ['country'] } },
    ],
    [
      'city',
      'City',
      'choice',
      {
        ...REQUIRED,
        requiredText: MESSAGES.companies.cityRequired,
        options: { reference: 'cities', by: ['country', 'state'] },
      },
    ],
    ['zipCode', 'Zip Code', 'text'],
  ]),
];

/** A field of the form that registers a company. */
export type CompanyField = FieldNames<typeof FIELDS>;

const NOT_SECRET = FIELDS.filter(({ secret }) => secret !== true);

const draft = (_detail: Company | undefined, provided?: Draft): Draft => ({
  ...toDraft(NOT_SECRET),
  ...provided,
});

function check(state: FormState<Company>, secrets: Secrets): Issues {
  const { confirmPassword = '', password = '' } = secrets;
  const weak = password === '' ? undefined : passwordIssue(password, textIn(state.draft, 'email'));
  return {
    ...nameIssues({ draft }, state, { companyName: 'Company Name' }),
    ...phoneIssues({ draft }, state, { contactNumber: MESSAGES.companies.contact }),
    ...(weak && issueAt('password', weak.code, weak.message)),
    ...(confirmPassword !== '' &&
      confirmPassword !== password &&
      issueAt('confirmPassword', 'not_equal', MESSAGES.field.passwords)),
  };
}

/** Fills in the address of the chosen place, and clears what the place lacks (COMP-05). */
function applyPlace(draft: Draft, name: string, place: Place): Draft {
  if (name !== 'streetAddress1') return draft;
  const { address1, city, country, postal_code: zipCode, state } = place;
  return { ...draft, streetAddress1: address1, country, state, city, zipCode };
}

/** Returns the body of `fuel-company/register` (COMP-03). */
function body({ draft }: FormState<Company>, { password = '' }: Secrets): Record<string, unknown> {
  const email = textIn(draft, 'email');
  return {
    companyName: textIn(draft, 'companyName'),
    companyCode: '',
    documentEmail: email,
    phone: phoneDigits(textIn(draft, 'contactNumber')),
    address1: textIn(draft, 'streetAddress1'),
    address2: textIn(draft, 'streetAddress2'),
    country: textIn(draft, 'country'),
    state: textIn(draft, 'state'),
    city: textIn(draft, 'city'),
    postalCode: textIn(draft, 'zipCode'),
    email,
    businessType: 68,
    subBusiness: null,
    planType: 34,
    validTill: '2030-12-31',
    firstName: textIn(draft, 'firstName'),
    lastName: textIn(draft, 'lastName'),
    pwd: password,
  };
}

/** Fields with another name on the wire, by that name. */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  documentEmail: 'email',
  phone: 'contactNumber',
  address1: 'streetAddress1',
  address2: 'streetAddress2',
  postalCode: 'zipCode',
  pwd: 'password',
};

/** How a customer's company is registered; it can't be changed (COMP-02). */
export const companyForm: FormDefinition<Company, CompanyField> = {
  titles: { create: addCompany.label },
  submitLabels: { create: 'Create' },
  noCancel: ['create'],
  fields: () => FIELDS,
  draft,
  changed: (now, name, before) => clearDependents(FIELDS, now, name, before),
  applyPlace,
  check,
  fieldAt: (pointer) => {
    const name = pointer.slice(1);
    return WIRE_NAMES[name] ?? name;
  },
  create: { method: 'POST', path: () => 'fuel-company/register', body },
  texts: { created: MESSAGES.companies.created, createFailed: MESSAGES.companies.createFailed },
  after: { route: '/customer' },
};
